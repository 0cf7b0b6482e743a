import type { AuditRow } from "#contract/audit/endpoints";
import { pageOf, readCursor } from "../../db/keyset.ts";
import type { ScopedCall } from "../../http/context.ts";
import { invalid } from "../../http/refusal.ts";
import { type AuditPage, findAuditPage } from "./audit-log.queries.ts";

/** As toISOString writes it, of years that a database can hold. */
const anInstant = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A page of what was done in a company, or to one item, the newest first. Throws 422 for a cursor that is not ours. */
export async function listAudit({ scope, db }: Pick<ScopedCall, "scope" | "db">, query: AuditPage) {
  const cursor = readCursor(query.cursor);
  const at = cursor && new Date(anInstant.test(cursor.value) ? cursor.value : Number.NaN);
  if (at && Number.isNaN(at.getTime())) throw invalid({ cursor: "This page link is not valid any more." });
  const found = await findAuditPage(scope, db, query, cursor && at && { ...cursor, at });
  const { rows, page } = pageOf(found, query.limit, cursor, (row) => ({ value: row.at.toISOString(), id: row.id }));
  return { data: rows.map((row): AuditRow => ({ ...row, at: row.at.toISOString() })), page };
}
