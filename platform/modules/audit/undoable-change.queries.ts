import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { mostUndone } from "#contract/base/undo-limits";
import type { Scope } from "../../access/scope.ts";
import { auditLog } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import { personalColumns } from "./erased-items.queries.ts";
import type { Actor } from "./write-audit.queries.ts";

type UndoTarget = {
  requestId: string;
  actor: Pick<Actor, "companyId" | "id">;
  since: Date;
  itemKind: string;
  actions: string[];
};

/**
 * Finds the rows that one request of a person changed in a company, at most one over undo's limit.
 */
export const findChangedBy = (
  scope: Scope,
  tx: Tx,
  { requestId, actor, since, itemKind, actions }: UndoTarget,
) =>
  tx
    .select({
      auditId: auditLog.id,
      itemId: sql<number>`${auditLog.itemId}::bigint`.mapWith(Number),
      itemName: auditLog.itemName,
      before: auditLog.before,
      after: auditLog.after,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.companyId, scope.companyId),
        sql`${auditLog.at} > ${since.toISOString()}::timestamptz`,
        eq(auditLog.requestId, requestId),
        eq(auditLog.itemKind, itemKind),
        inArray(auditLog.action, actions),
        sql`${auditLog.actorCompanyId} = ${actor.companyId}`,
        sql`${auditLog.actorId} = ${actor.id}`,
      ),
    )
    .orderBy(asc(auditLog.id))
    .limit(mostUndone + 1);

/**
 * The requests of those entries that the actor wrote since, and whose items have no later entry
 * that sets the same. By entry.
 */
export async function findUndoableEntries(
  scope: Scope,
  db: Db,
  { ids, actor, since }: { ids: number[] } & Pick<UndoTarget, "actor" | "since">,
) {
  const { rows } = await db.execute<{
    id: number;
    requestId: string;
  }>(sql`select own.id::float8 as id, own.request_id as "requestId"
    from ${auditLog} as own where own.company_id = ${scope.companyId} and own.id = any(${sql.param(ids)}::bigint[])
      and own.at > ${since.toISOString()}::timestamptz and own.actor_company_id = ${actor.companyId} and own.actor_id = ${actor.id}
      and not exists (select 1 from ${auditLog} as later where later.company_id = own.company_id and later.item_kind = own.item_kind
        and later.item_id = own.item_id and later.id > own.id and (own.after is null
          or jsonb_exists_any(later.after, array(select field from jsonb_object_keys(own.after) as field where field <> 'version'))))`);
  return new Map(rows.map(({ id, requestId }) => [id, requestId]));
}

/**
 * Finds, for these changes' items, the last later change that sets the same field, its author and
 * its value; the oldest first.
 */
export async function findLaterChanges(
  scope: Scope,
  tx: Tx,
  {
    itemKind,
    field,
    changes,
  }: { itemKind: string; field: string; changes: { auditId: number; itemId: number }[] },
) {
  const ids = sql.param(changes.map(({ itemId }) => String(itemId)));
  const audits = sql.param(changes.map(({ auditId }) => auditId));
  const { rows } = await tx.execute<{
    itemId: number;
    itemName: string | null;
    actorName: string;
    value: unknown;
  }>(sql`
    select * from (select distinct on (undone.item_id) undone.item_id::float8 as "itemId", ${auditLog.id} as id,
      ${auditLog.itemName} as "itemName", ${personalColumns.actorName} as "actorName", ${auditLog.after} -> ${field}::text as value
    from unnest(${ids}::text[], ${audits}::bigint[]) as undone (item_id, audit_id)
    join ${auditLog} on ${auditLog.companyId} = ${scope.companyId} and ${auditLog.itemKind} = ${itemKind}
      and ${auditLog.itemId} = undone.item_id and ${auditLog.id} > undone.audit_id
    where jsonb_exists(${auditLog.after}, ${field}) order by undone.item_id, ${auditLog.id} desc) as later order by later.id`);
  return rows;
}
