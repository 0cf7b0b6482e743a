import type { AuditRow } from "#contract/audit/endpoints";
import type { ScopedCall } from "../../http/context.ts";
import { type AuditPage, findAuditPage } from "./audit-log.queries.ts";

/**
 * Lists a page of a company's or an item's history, newest first. Throws 422 for a cursor
 * that is not ours.
 */
export async function listAudit({ scope, db }: Pick<ScopedCall, "scope" | "db">, query: AuditPage) {
  const { rows, page } = await findAuditPage(scope, db, query);
  return { data: rows.map((row): AuditRow => ({ ...row, at: row.at.toISOString() })), page };
}
