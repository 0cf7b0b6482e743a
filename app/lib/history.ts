import { auditPath } from "~/features/audit/paths";
import { chooseCompanyPath } from "~/features/companies/paths";
import { withMembers } from "~/ui/frame/address";
import type { HistoryKind } from "./history-kinds";
import { useInMenu } from "./menu";

/**
 * The address of an item's history in the audit log: for PageHead. Undefined for those who may not
 * read the log, and where there is no item yet. `ref` is the item's identifier in addresses; `of`
 * says that it is the provider's own.
 */
export function useHistory(
  kind: HistoryKind,
  ref: string | null | undefined,
  of?: "provider" | undefined,
): string | undefined {
  const mayRead = useInMenu(auditPath);
  if (!ref || !mayRead) return undefined;
  const history = withMembers(auditPath, { of, one: `${kind}.${ref}` });
  // a company's own row may be of one that the person has not opened
  return kind === "company"
    ? withMembers(chooseCompanyPath, { company: ref, returnTo: history })
    : history;
}
