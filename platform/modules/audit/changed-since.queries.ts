import { and, asc, eq, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { auditLog } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import { personalColumns } from "./erased-items.queries.ts";

/** The item's audit rows that made a later version than the one given, the oldest first. */
export const findChangesSince = (
  scope: Scope,
  db: Db,
  item: { kind: string; id: number },
  version: number,
) =>
  db
    .select({
      actorName: personalColumns.actorName,
      before: auditLog.before,
      after: auditLog.after,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.companyId, scope.companyId),
        eq(auditLog.itemKind, item.kind),
        eq(auditLog.itemId, String(item.id)),
        sql`(${auditLog.after} ->> 'version')::bigint > ${version}`,
      ),
    )
    .orderBy(asc(auditLog.id));
