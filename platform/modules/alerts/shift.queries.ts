import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { userSeesStore } from "../../access/scope-conditions.ts";
import { broadcastToWalls } from "../../db/changes.ts";
import { fullNameOf } from "../../db/full-name.ts";
import { alert, appUser, company, region, store, storeGroup, zone } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";
import { path } from "../stores/index.ts";
import { columns, hasIdIn, instant, isOfStore } from "./alerts.queries.ts";
import {
  isCalled,
  isMine,
  isRepeated,
  isSnoozed,
  mayOwn,
  ofStores,
  severity,
  type Wall,
} from "./wall.queries.ts";

/** A shift's wall, and when the shift began. */
export type Shift = Wall & { since: Date };

const mostAlerts = 300;
const mostStores = 10;
/** The days before now that count for repeated alerts and times to repair. */
const daysBack = 30;

/** Matches the alerts of a shift: open ones, and those that ended in it. */
const ofShift = (scope: Scope, { isOfAll, since }: Shift): SQL | undefined =>
  and(
    ofStores(scope, isOfAll),
    sql`(${alert.endedAt} is null or ${alert.endedAt} >= ${instant(since)})`,
    sql`not (${alert.endedAt} is null and ${isRepeated})`,
  );

const isOpened = (since: Date) => sql<boolean>`${alert.raisedAt} >= ${instant(since)}`;
const isTaken = (since: Date) =>
  sql<boolean>`coalesce(${alert.acknowledgedAt} >= ${instant(since)}, false)`;

const selectShiftAlerts = (db: Db | Tx, since: Date) =>
  db
    .select({
      ...columns,
      companyId: alert.companyId,
      companyName: company.name,
      city: store.city,
      opened: isOpened(since),
      taken: isTaken(since),
    })
    .from(alert)
    .innerJoin(store, isOfStore)
    .innerJoin(company, path.company)
    .leftJoin(region, path.region)
    .leftJoin(zone, path.zone)
    .leftJoin(storeGroup, path.group)
    .$dynamic();
export type FoundShiftAlert = Awaited<ReturnType<typeof findShiftAlerts>>[number];

/** Finds a shift's open alerts, the most serious first, then the ended ones, the latest first. */
export const findShiftAlerts = (scope: Scope, db: Db, shift: Shift) =>
  selectShiftAlerts(db, shift.since)
    .where(ofShift(scope, shift))
    .orderBy(
      sql`${alert.endedAt} desc nulls first`,
      severity,
      alert.beganAt,
      alert.companyId,
      alert.id,
    )
    .limit(mostAlerts);

const isOwn = (scope: Scope, { isOfAll, username }: Wall) =>
  and(ofStores(scope, isOfAll), isNull(alert.endedAt), isMine(username));

/** Finds the caller's own open alerts, the most serious first. */
export const findOwnAlerts = (scope: Scope, db: Db, shift: Shift, limit: number) =>
  selectShiftAlerts(db, shift.since)
    .where(isOwn(scope, shift))
    .orderBy(severity, alert.beganAt, alert.companyId, alert.id)
    .limit(limit);

/** Counts a shift's alerts by what happened to them. */
export async function countShift(scope: Scope, db: Db, shift: Shift) {
  const count = (where: SQL) => sql<number>`(count(*) filter (where ${where}))::int`;
  const { since, now } = shift;
  const ended = (how: "closed" | "recovered") => count(sql`${alert.ending} = ${how}`);
  const [counts] = await db
    .select({
      opened: count(isOpened(since)),
      taken: count(isTaken(since)),
      closed: ended("closed"),
      recovered: ended("recovered"),
      open: count(sql`${alert.endedAt} is null`),
      snoozed: count(sql`${alert.endedAt} is null and ${isSnoozed(now)}`),
    })
    .from(alert)
    .innerJoin(company, eq(company.id, alert.companyId))
    .where(ofShift(scope, shift));
  if (!counts) throw new Error("the count returned no row");
  return counts;
}

const isRecent = (column: typeof alert.beganAt | typeof alert.endedAt, now: Date) =>
  sql`${column} >= ${instant(now)} - ${daysBack} * interval '1 day'`;
const minutesUntil = (end: SQL) => sql`extract(epoch from ${end} - ${alert.beganAt}) / 60`;

/**
 * Finds the stores with several alerts in 30 days, those with the most first, and their minutes.
 */
export const findRepeatingStores = (scope: Scope, db: Db, { isOfAll, now }: Wall) =>
  db
    .select({
      companyName: company.name,
      storeId: store.id,
      storeName: store.name,
      city: store.city,
      alerts: sql<number>`count(*)::int`,
      minutes: sql<number>`round(sum(${minutesUntil(sql`coalesce(${alert.endedAt}, ${instant(now)})`)}))::int`,
    })
    .from(alert)
    .innerJoin(store, isOfStore)
    .innerJoin(company, path.company)
    .where(
      and(
        ofStores(scope, isOfAll),
        sql`${alert.kind} <> 'not-playing'`,
        isRecent(alert.beganAt, now),
      ),
    )
    .groupBy(company.id, store.companyId, store.id)
    .having(sql`count(*) > 1`)
    .orderBy(desc(sql`count(*)`), store.nameKey, company.id, store.id)
    .limit(mostStores);

/** Counts by cause the alerts that ended in 30 days, with their mean minutes, most alerts first. */
export const measureRepairsByCause = (scope: Scope, db: Db, { isOfAll, now }: Wall) =>
  db
    .select({
      cause: alert.cause,
      alerts: sql<number>`count(*)::int`,
      minutes: sql<number>`round(avg(${minutesUntil(sql`${alert.endedAt}`)}))::int`,
    })
    .from(alert)
    .innerJoin(company, eq(company.id, alert.companyId))
    .where(
      and(
        ofStores(scope, isOfAll),
        sql`${alert.ending} <> 'deactivated'`,
        isRecent(alert.endedAt, now),
      ),
    )
    .groupBy(alert.cause)
    .orderBy(desc(sql`count(*)`), alert.cause);

/** A person, and how many of the given alerts they may own. */
export type Colleague = Awaited<ReturnType<typeof findColleagues>>[number];

/** Finds the people who may own some of the caller's own alerts; with `username`, only that one. */
export const findColleagues = (
  scope: Scope,
  db: Db | Tx,
  wall: Wall,
  {
    caller,
    ids,
    username,
  }: { caller: Parameters<typeof mayOwn>[0]; ids: readonly number[]; username?: string },
) =>
  db
    .select({
      userId: appUser.id,
      username: appUser.username,
      email: appUser.email,
      firstName: appUser.firstName,
      name: fullNameOf(appUser),
      alerts: sql<number>`count(*)::int`,
    })
    .from(alert)
    .innerJoin(store, isOfStore)
    .innerJoin(company, path.company)
    .innerJoin(appUser, mayOwn(caller) ?? sql`false`)
    .where(and(isOwn(scope, wall), hasIdIn(ids), username ? isCalled(username) : undefined))
    .groupBy(appUser.companyId, appUser.id)
    .orderBy(appUser.usernameKey, appUser.id);

/** Locks those of these alerts that are the caller's own until the transaction ends. */
export async function lockOwnAlerts(scope: Scope, tx: Tx, shift: Shift, ids: readonly number[]) {
  await tx
    .select({ id: alert.id })
    .from(alert)
    .innerJoin(company, eq(company.id, alert.companyId))
    .where(and(isOwn(scope, shift), hasIdIn(ids)))
    .orderBy(alert.companyId, alert.id)
    .for("update", { of: alert });
  return selectShiftAlerts(tx, shift.since)
    .where(and(isOwn(scope, shift), hasIdIn(ids)))
    .orderBy(severity, alert.beganAt, alert.companyId, alert.id);
}

/** Identifies an alert across companies. */
export type AlertKey = { companyId: number; id: number };
const isOneOf = (keys: readonly AlertKey[]) => {
  const list = (member: keyof AlertKey) =>
    sql`${sql.param(keys.map((key) => key[member]))}::bigint[]`;
  return sql`(${alert.companyId}, ${alert.id}) in (select * from unnest(${list("companyId")}, ${list("id")}))`;
};

/** Makes a person the owner of locked alerts; snoozed ones stay snoozed. */
export async function assignAlerts(
  _scope: Scope,
  tx: Tx,
  keys: readonly AlertKey[],
  { username, now }: { username: string; now: Date },
): Promise<void> {
  await tx
    .update(alert)
    .set({
      acknowledgedBy: username,
      acknowledgedAt: now,
      version: sql`${alert.version} + 1`,
    })
    .where(isOneOf(keys));
  broadcastToWalls(tx);
}

/**
 * Finds those of the alerts handed over to a person that are still open and theirs, while they are
 * active. Client staff need to see the stores; provider staff, who are of another company, see all.
 */
export const findHandedAlerts = (db: Db, keys: readonly AlertKey[], username: string) =>
  selectShiftAlerts(db, new Date(0))
    .innerJoin(
      appUser,
      and(
        eq(appUser.username, username),
        eq(appUser.status, "active"),
        sql`(${appUser.companyId} <> ${alert.companyId} or ${userSeesStore()})`,
      ),
    )
    .where(and(isOneOf(keys), isNull(alert.endedAt), isMine(username)))
    .orderBy(severity, alert.beganAt, alert.companyId, alert.id);
