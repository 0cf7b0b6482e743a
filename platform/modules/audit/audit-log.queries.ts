import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { type AuditFilters, type AuditQuery, wordsReach } from "#contract/audit/endpoints";
import type { Scope } from "../../access/scope.ts";
import {
  type ExportColumn,
  type ExportRows,
  instantCell,
  textCell,
} from "../../db/export-cells.ts";
import { idKey, keyset } from "../../db/keyset.ts";
import { auditLog, company, placeOfEntry } from "../../db/schema/index.ts";
import { containsText } from "../../db/text-search.ts";
import type { Db } from "../../db/types.ts";
import { isActorErased, isItemErased, personalColumns } from "./erased-items.queries.ts";

/** Reading the audit log. Nothing here or elsewhere changes or removes a row (AUD-1). */

/** Midnight at the beginning of a day on the company's own clock. */
const midnight = (scope: Scope, day: string | SQL) =>
  sql`((${day})::timestamp at time zone (select ${company.timeZone} from ${company} where ${company.id} = ${scope.companyId}))`;

/** The location and time slot that master rules are of, whichever rule stood there. */
export type RulePlace = { level: string; unitId: number; timeSlotId: number };
/** `id` names one entry. */
type Filters = Omit<AuditFilters, "companyId"> & { id?: number; rulesOf?: RulePlace };

function matching(
  scope: Scope,
  { who, action, item, itemKind, id, itemId, rulesOf, from, to }: Filters,
): SQL | undefined {
  return and(
    eq(auditLog.companyId, scope.companyId),
    id === undefined ? undefined : eq(auditLog.id, id),
    rulesOf && areRulesOf(rulesOf),
    who ? and(containsText(who, auditLog.actorName), sql`not ${isActorErased}`) : undefined,
    containsText(action, auditLog.action),
    item
      ? or(
          and(containsText(item, auditLog.itemName), sql`not ${isItemErased}`),
          eq(auditLog.itemId, item),
        )
      : undefined,
    itemKind ? eq(auditLog.itemKind, itemKind) : undefined,
    itemId === undefined ? undefined : eq(auditLog.itemId, String(itemId)),
    from ? sql`${auditLog.at} >= ${midnight(scope, sql`${from}::date`)}` : undefined,
    to ? sql`${auditLog.at} < ${midnight(scope, sql`${to}::date + 1`)}` : undefined,
  );
}

function areRulesOf({ level, unitId, timeSlotId }: RulePlace): SQL | undefined {
  const place = placeOfEntry(auditLog);
  return and(
    sql`${auditLog.itemKind} = 'master rule'`,
    sql`${place.timeSlotId} = ${String(timeSlotId)}`,
    sql`${place.level} = ${level}`,
    sql`${place.unitId} = ${String(unitId)}`,
  );
}

/**
 * Words have no index: a page looks for them only in the last `wordsReach` entries up to its last
 * day, so that no search reads a whole log.
 */
function searched(scope: Scope, { who, action, item, to }: Filters): SQL | undefined {
  if (!who && !action && !item) return undefined;
  return sql`${auditLog.at} >= coalesce((select at from ${auditLog} where ${matching(scope, { to })}
    order by ${auditLog.at} desc, ${auditLog.id} desc offset ${wordsReach - 1} limit 1), '-infinity')`;
}

const byTime = (cursor: string | undefined, sort: AuditQuery["sort"] = "-at") =>
  keyset([{ value: auditLog.at, type: "instant" }, idKey(auditLog.id)], {
    descending: sort === "-at",
    cursor,
  });

export type AuditPage = Filters &
  Pick<AuditQuery, "cursor" | "limit"> &
  Partial<Pick<AuditQuery, "sort">>;

/**
 * A page of entries, the newest first where no order is asked for. Throws 422 for a cursor that is
 * not ours.
 */
export async function findAuditPage(scope: Scope, db: Db, query: AuditPage) {
  const order = byTime(query.cursor, query.sort);
  const rows = await db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      who: personalColumns.actorName,
      address: personalColumns.address,
      action: auditLog.action,
      itemKind: auditLog.itemKind,
      itemId: auditLog.itemId,
      itemName: personalColumns.itemName,
      before: personalColumns.before,
      after: personalColumns.after,
      rowKey: order.select,
    })
    .from(auditLog)
    .where(and(matching(scope, query), searched(scope, query), order.where))
    .orderBy(order.orderBy)
    .limit(query.limit + 1);
  return order.page(rows, query.limit);
}

/** Finds the kinds that occur, with one index step each: the log may have millions of rows. */
export async function findAuditKinds(scope: Scope, db: Db): Promise<string[]> {
  const first = (after: SQL | undefined) => sql`(select ${auditLog.itemKind} from ${auditLog}
    where ${and(eq(auditLog.companyId, scope.companyId), after)} order by ${auditLog.itemKind} limit 1)`;
  const { rows } = await db.execute<{ kind: string }>(sql`with recursive seen(kind) as (
    select ${first(undefined)} union all select ${first(sql`${auditLog.itemKind} > seen.kind`)} from seen where seen.kind is not null
  ) select kind from seen where kind is not null`);
  return rows.map(({ kind }) => kind);
}

const exportColumns: ExportColumn[] = [
  ["When", instantCell(auditLog.at, company.timeZone, "second")],
  ["Who", textCell(personalColumns.actorName)],
  ["From", textCell(personalColumns.address)],
  ["Action", textCell(auditLog.action)],
  ["Kind", textCell(auditLog.itemKind)],
  ["Item", textCell(personalColumns.itemName)],
  ["Item ID", textCell(auditLog.itemId)],
  ["Before", textCell(personalColumns.before)],
  ["After", textCell(personalColumns.after)],
  ["Request", textCell(auditLog.requestId)],
];

/**
 * The entries that match as rows of a file, newest first; on the embedded engine in slices along the
 * index.
 */
export function exportAudit(scope: Scope, db: Db, filters: AuditFilters): ExportRows {
  const order = byTime(undefined);
  return {
    columns: exportColumns,
    async *slices(cells, sliceRows) {
      for await (const slice of order.slices(db, sliceRows, {
        from: auditLog,
        where: eq(auditLog.companyId, scope.companyId),
      }))
        yield sql`select ${cells} from ${auditLog} join ${company} on ${eq(company.id, auditLog.companyId)}
          where ${and(matching(scope, filters), slice)} order by ${order.orderBy}`;
    },
  };
}
