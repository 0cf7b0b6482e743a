import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { AlertQuery } from "#contract/alerts/endpoints";
import type { Scope } from "../../access/scope.ts";
import { ofStoresWithin } from "../../access/scope-conditions.ts";
import { broadcastToWalls } from "../../db/changes.ts";
import { columnOf, idKey, type KeyPart, keyset, textKey } from "../../db/keyset.ts";
import { alert, region, store, storeGroup, zone } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import { path, storeNames } from "../stores/index.ts";

export const columns = {
  id: alert.id,
  kind: alert.kind,
  storeId: alert.storeId,
  ...storeNames,
  timeZone: store.timeZone,
  beganAt: alert.beganAt,
  toldAt: alert.toldAt,
  endedAt: alert.endedAt,
  ending: alert.ending,
  acknowledgedBy: alert.acknowledgedBy,
  acknowledgedAt: alert.acknowledgedAt,
  note: alert.note,
  notedBy: alert.notedBy,
  snoozedUntil: alert.snoozedUntil,
  cause: alert.cause,
  closedBy: alert.closedBy,
  reason: alert.reason,
  details: alert.details,
  hasVoiceNote: sql<boolean>`${alert.voiceNoteId} is not null`,
  version: alert.version,
};
export type FoundAlert = Awaited<ReturnType<typeof findAlerts>>[number];

/** The raised alerts of stores within the scope. */
export const within = (scope: Scope, filter?: SQL) =>
  and(isNotNull(alert.raisedAt), ofStoresWithin(alert, scope, filter));

export const isOfStore = and(eq(store.companyId, alert.companyId), eq(store.id, alert.storeId));
export const selectAlerts = <Extra extends Record<string, SQL>>(db: Db, extra: Extra) =>
  db
    .select({ ...columns, ...extra })
    .from(alert)
    .innerJoin(store, isOfStore)
    .leftJoin(region, path.region)
    .leftJoin(zone, path.zone)
    .leftJoin(storeGroup, path.group)
    .$dynamic();

type AlertFilters = Pick<
  AlertQuery,
  "state" | "kind" | "acknowledged" | "regionId" | "zoneId" | "groupId" | "storeId"
>;

function matching(scope: Scope, filters: AlertFilters): SQL | undefined {
  const { state, kind, acknowledged, regionId, zoneId, groupId, storeId } = filters;
  const ofUnit = and(
    regionId ? eq(store.regionId, regionId) : undefined,
    zoneId ? eq(store.zoneId, zoneId) : undefined,
    groupId ? eq(store.groupId, groupId) : undefined,
    storeId ? eq(store.id, storeId) : undefined,
  );
  return and(
    within(scope, ofUnit),
    state === "open" ? isNull(alert.endedAt) : isNotNull(alert.endedAt),
    kind ? eq(alert.kind, kind) : undefined,
    acknowledged
      ? sql`(${alert.acknowledgedAt} is not null) = ${acknowledged === "yes"}`
      : undefined,
  );
}

const sortKeys = {
  began: { value: alert.beganAt, type: "instant" },
  store: textKey(store.nameKey),
} satisfies Record<string, KeyPart>;

/** A page of alerts in the order asked for. Throws 422 for a cursor that is not ours. */
export async function findAlertPage(
  scope: Scope,
  db: Db,
  query: AlertFilters & Pick<AlertQuery, "sort" | "cursor" | "limit">,
) {
  const { sort, cursor, limit } = query;
  const order = keyset([sortKeys[columnOf(sort)], idKey(alert.id)], {
    descending: sort.startsWith("-"),
    cursor,
  });
  const rows = await selectAlerts(db, { rowKey: order.select })
    .where(and(matching(scope, query), order.where))
    .orderBy(order.orderBy)
    .limit(limit + 1);
  return order.page(rows as ((typeof rows)[number] & { rowKey: string[] })[], limit);
}

export const countAlerts = (scope: Scope, db: Db, filters: AlertFilters): Promise<number> =>
  db.$count(alert, matching(scope, filters));

/** Alerts that last, for the dashboard. */
export const countOpenAlerts = (scope: Scope, db: Db): Promise<number> =>
  db.$count(alert, matching(scope, { state: "open" }));

export const hasIdIn = (ids: readonly number[]) =>
  sql`${alert.id} = any(${sql.param([...ids])}::bigint[])`;

export const findAlerts = (scope: Scope, db: Db, ids: readonly number[]) =>
  selectAlerts(db, {})
    .where(and(within(scope), hasIdIn(ids)))
    .orderBy(alert.id);

/** The alerts of those ids within the scope, under locks that hold until the transaction ends. */
export async function lockAlerts(
  scope: Scope,
  tx: Tx,
  ids: readonly number[],
): Promise<FoundAlert[]> {
  await tx
    .select({ id: alert.id })
    .from(alert)
    .where(and(within(scope), hasIdIn(ids)))
    .orderBy(alert.id)
    .for("update");
  return findAlerts(scope, tx, ids);
}

/** Writes an instant for SQL. */
export const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

export type AlertChange = PgUpdateSetSource<typeof alert>;

/** Makes a person the owner of alerts that nobody has. */
export const takenBy = (username: string, now: Date): AlertChange => ({
  acknowledgedBy: sql`coalesce(${alert.acknowledgedBy}, ${username})`,
  acknowledgedAt: sql`coalesce(${alert.acknowledgedAt}, ${instant(now)})`,
});

export async function storeAlertChange(
  scope: Scope,
  tx: Tx,
  ids: readonly number[],
  change: AlertChange,
): Promise<void> {
  await tx
    .update(alert)
    .set({ ...change, version: sql`${alert.version} + 1` })
    .where(and(within(scope), hasIdIn(ids)));
  broadcastToWalls(tx);
}
