import { auditPath } from "~/features/audit/paths";
import { chooseCompanyPath } from "~/features/companies/paths";
import { withMembers } from "~/ui/frame/address";
import { useInMenu } from "../session/menu";
import type { HistoryKind } from "./history-kinds";

/**
 * Gives the address of an item's history in the audit log, for PageHead. Undefined if the person
 * may not read the log, or if there is no item yet. `ref` is the item's identifier in addresses;
 * `of` marks an item of the provider's own.
 */
export function useHistory(
  kind: HistoryKind,
  ref: string | null | undefined,
  of?: "provider" | undefined,
): string | undefined {
  const mayRead = useInMenu(auditPath);
  if (!ref || !mayRead) return undefined;
  const history = withMembers(auditPath, { of, one: `${kind}.${ref}` });
  // the company may not be the chosen one, so the link chooses it first
  return kind === "company"
    ? withMembers(chooseCompanyPath, { company: ref, returnTo: history })
    : history;
}
