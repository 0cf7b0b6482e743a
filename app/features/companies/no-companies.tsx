import { useInMenu } from "~/lib/menu";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { companiesPath, companyAddPath } from "./paths";
import { companiesTexts } from "./texts";

/**
 * Stands where companies are chosen while there are none: a new server's first step for those who
 * may take it.
 */
export function NoCompanies() {
  const mayAdd = useInMenu(companiesPath);
  return (
    <EmptyState
      icon="company"
      title="No List Found"
      action={mayAdd ? <ButtonLink to={companyAddPath}>Add company</ButtonLink> : undefined}
    >
      {companiesTexts.noneActive}
    </EmptyState>
  );
}
