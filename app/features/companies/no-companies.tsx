import { useInMenu } from "~/lib/session/menu";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { companiesPath, companyAddPath } from "./paths";
import { companiesTexts } from "./texts";

/**
 * Shown in place of companies while there are none, with a button to add the first for people who
 * may.
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
