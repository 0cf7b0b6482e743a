import type { AuditRow } from "#contract/audit/endpoints";
import type { ScopedCall } from "../../http/context.ts";
import { type AuditPage, findAuditPage } from "./audit-log.queries.ts";

/**
 * A page of what was done in a company, or to one item, the newest first. Throws 422 for a cursor
 * that is not ours.
 */
export async function listAudit({ scope, db }: Pick<ScopedCall, "scope" | "db">, query: AuditPage) {
  const { rows, page } = await findAuditPage(scope, db, query);
  return { data: rows.map((row): AuditRow => ({ ...row, at: row.at.toISOString() })), page };
}
