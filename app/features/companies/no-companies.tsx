import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { companyAddPath } from "./paths";
import { companiesTexts } from "./texts";

/** Stands where companies are chosen while there are none: a new server's first step for those who may take it. */
export function NoCompanies({ mayAdd }: { mayAdd: boolean }) {
  return (
    <EmptyState icon="company" title="No List Found" action={mayAdd ? <ButtonLink to={companyAddPath}>Add company</ButtonLink> : null}>
      {companiesTexts.noneActive}
    </EmptyState>
  );
}
