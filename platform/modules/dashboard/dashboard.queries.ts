import { and, desc, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { addDays } from "#contract/base/dates";
import type { Scope } from "../../access/scope.ts";
import { ofStoresWithin, storesWithin, usersWithin } from "../../access/scope-conditions.ts";
import {
  alert,
  appUser,
  company,
  companyLicence,
  groupPlaylist,
  masterRule,
  ofAllTypes,
  store,
  storeDay,
  storeDayPlays,
  storeLog,
  storeState,
  userUnit,
} from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import { hasStarted } from "../stores/index.ts";

type Totals = typeof storeDayPlays | typeof storeDay;

const between = (totals: Totals, scope: Scope, from: string, to: string) =>
  and(ofStoresWithin(totals, scope), sql`${totals.day} between ${from} and ${to}`);

/** Open minutes by day, and those of them with a heartbeat. */
export const sumMinutes = (scope: Scope, db: Db, from: string, to: string) =>
  db
    .select({
      day: storeDay.day,
      open: sql<number>`sum(${storeDay.open})::bigint`,
      online: sql<number>`sum(${storeDay.online})::bigint`,
    })
    .from(storeDay)
    .where(between(storeDay, scope, from, to))
    .groupBy(storeDay.day);

const totalOf = (figure: SQLWrapper) => sql<number>`sum(${figure})::bigint`;

/**
 * Days with their plays by type and in all, what players reported, seconds, and stores that played
 * anything.
 */
export const sumDays = (scope: Scope, db: Db, from: string, to: string) =>
  db
    .select({
      day: storeDayPlays.day,
      byType: {
        MUSIC: totalOf(storeDayPlays.musicPlays),
        AD: totalOf(storeDayPlays.adPlays),
        JINGLE: totalOf(storeDayPlays.jinglePlays),
        TOH: totalOf(storeDayPlays.tohPlays),
      },
      plays: totalOf(ofAllTypes("plays")),
      received: totalOf(ofAllTypes("received")),
      seconds: totalOf(ofAllTypes("seconds")),
      stores: sql<number>`count(*) filter (where ${ofAllTypes("plays")} > 0)`,
    })
    .from(storeDayPlays)
    .where(between(storeDayPlays, scope, from, to))
    .groupBy(storeDayPlays.day);

type Days = { from: string; to: string };
/**
 * Groups with active stores, the stores without one as a group of their own, and the days of them
 * without a published playlist.
 */
const unpublished = (stores: SQL | undefined, { from, to }: Days) => sql`
  from (select distinct ${store.companyId} as company_id, ${store.groupId} as group_id from ${store} where ${and(stores, eq(store.status, "active"))}) as of_store
    cross join generate_series(${from}::date, ${to}::date, interval '1 day') as days (day)
  where not exists (select 1 from ${groupPlaylist} where ${groupPlaylist.companyId} = of_store.company_id
    and coalesce(${groupPlaylist.groupId}, 0) = coalesce(of_store.group_id, 0) and ${groupPlaylist.day} = days.day::date and ${groupPlaylist.state} = 'published')`;

export async function countUnpublishedDays(scope: Scope, db: Db, days: Days): Promise<number> {
  const { rows } = await db.execute<{ days: number }>(
    sql`select count(*)::int as days ${unpublished(storesWithin(scope), days)}`,
  );
  return rows[0]?.days ?? 0;
}

/**
 * Licences that end until a day soon after today, or have ended, and that no longer one follows: at
 * once, or by today.
 */
const ending = ({
  today,
  licencesUntil,
}: LicenceDays) => sql`${companyLicence.validTo} <= ${licencesUntil}::date and not exists (
  select 1 from ${companyLicence} as other where other.company_id = ${companyLicence.companyId} and other.valid_to > ${companyLicence.validTo}
    and other.valid_from <= greatest(${companyLicence.validTo} + 1, ${today}::date))`;
type LicenceDays = { today: string; licencesUntil: string };

/** Counts the company's licences that end soon; 0 for a person who sees only a part of it. */
export async function countLicencesEnding(
  scope: Scope,
  db: Db,
  days: LicenceDays,
): Promise<number> {
  if (scope.reach !== "company") return 0;
  return db.$count(
    companyLicence,
    and(eq(companyLicence.companyId, scope.companyId), ending(days)),
  );
}

/**
 * Finds the problems and the plays of each client company, by its ID. It is the
 * provider's view: it reads every company.
 */
export async function findCompanyFigures(_provider: Scope, db: Db, days: CompanyDays) {
  const { from, to, weekFrom, today } = days;
  const { rows } = await db.execute<
    { companyId: number } & Record<
      "openAlerts" | "unpublishedDays" | "licencesEnding" | "plays" | "playsBefore",
      number
    >
  >(sql`
    with raised as (select ${alert.companyId} as company_id, count(*) as count from ${alert}
        where ${alert.raisedAt} is not null and ${alert.endedAt} is null group by 1),
      unpublished as (select of_store.company_id, count(*) as count ${unpublished(undefined, { from: today, to: addDays(today, 1) })} group by 1),
      ending as (select ${companyLicence.companyId} as company_id, count(*) as count from ${companyLicence} where ${ending(days)} group by 1),
      played as (select ${storeDayPlays.companyId} as company_id, sum(${ofAllTypes("plays")}) filter (where ${storeDayPlays.day} >= ${weekFrom}) as plays,
          sum(${ofAllTypes("plays")}) filter (where ${storeDayPlays.day} < ${weekFrom}) as before
        from ${storeDayPlays} where ${storeDayPlays.day} between ${from} and ${to} group by 1)
    select ${company.id}::int as "companyId", coalesce(raised.count, 0)::int as "openAlerts", coalesce(unpublished.count, 0)::int as "unpublishedDays",
      coalesce(ending.count, 0)::int as "licencesEnding", coalesce(played.plays, 0)::bigint as plays, coalesce(played.before, 0)::bigint as "playsBefore"
    from ${company} left join raised on raised.company_id = ${company.id} left join unpublished on unpublished.company_id = ${company.id}
      left join ending on ending.company_id = ${company.id} left join played on played.company_id = ${company.id}
    where ${company.kind} = 'client'`);
  return new Map(rows.map(({ companyId, ...figures }) => [companyId, figures]));
}
type CompanyDays = Days & LicenceDays & { weekFrom: string };

/**
 * Finds whether any store within the scope ever played, and how far the company has come on the way
 * to its first play.
 */
export async function findFirstSteps(scope: Scope, db: Db) {
  const exists = (
    table: typeof storeDayPlays | typeof storeLog | typeof storeState,
    condition?: SQL,
  ) =>
    sql<boolean>`exists (select 1 from ${table} where ${and(ofStoresWithin(table, scope), condition)})`;
  const [steps] = await db
    .select({
      hasPlayed: exists(storeDayPlays),
      hasStore: sql<boolean>`exists (select 1 from ${store} where ${storesWithin(scope)})`,
      hasRule: sql<boolean>`exists (select 1 from ${masterRule} where ${eq(masterRule.companyId, scope.companyId)})`,
      hasPublishedDay: exists(storeLog),
      hasSeenPlayer: exists(storeState, hasStarted),
    })
    .from(sql`(select 1) as one`);
  if (!steps) throw new Error("a select without a table has one row");
  return steps;
}

/** The newest player account within the scope that nobody has signed in with. */
export async function findUnusedPlayer(scope: Scope, db: Db) {
  const [row] = await db
    .select({ storeId: store.id, storeName: store.name, username: appUser.username })
    .from(appUser)
    .innerJoin(
      userUnit,
      and(eq(userUnit.companyId, appUser.companyId), eq(userUnit.userId, appUser.id)),
    )
    .innerJoin(store, and(eq(store.companyId, userUnit.companyId), eq(store.id, userUnit.storeId)))
    .where(
      and(
        storesWithin(scope),
        usersWithin(scope),
        eq(appUser.role, "ROLE_Store_Music_Manager"),
        isNull(appUser.lastSignedInAt),
      ),
    )
    .orderBy(desc(appUser.id))
    .limit(1);
  return row ?? null;
}
