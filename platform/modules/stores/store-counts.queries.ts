import { and, eq, type SQLWrapper, sql } from "drizzle-orm";
import type { Condition } from "#contract/stores/conditions";
import type { StoreFilters } from "#contract/stores/endpoints";
import { type Trouble, troubles } from "#contract/stores/store-counts";
import type { Scope } from "../../access/scope.ts";
import { company, store, storeState } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import { openingAt } from "./opening-times.queries.ts";
import { storeFacts } from "./store-condition.queries.ts";
import { matching, path } from "./stores.queries.ts";

/**
 * Counts the matching stores by status, each judged once, and those that are not
 * playing.
 */
export async function countConditions(
  scope: Scope,
  db: Db,
  filters: Omit<StoreFilters, "companyId" | "condition">,
  now: Date,
) {
  const conditions = db
    .select(judgedBy(now))
    .from(store)
    .innerJoin(company, path.company)
    .leftJoin(storeState, path.state)
    .innerJoin(openingAt(now), sql`true`)
    .where(matching(scope, filters, now))
    .as("judged");
  const [counts] = await db.select(countsOf(conditions)).from(conditions);
  return counts;
}

function judgedBy(now: Date) {
  const { condition, notPlaying, licenceEnding } = storeFacts(now);
  return {
    condition: condition.as("condition"),
    notPlaying: notPlaying.as("not_playing"),
    licenceEnding: licenceEnding.as("licence_ending"),
  };
}

function countsOf(conditions: Record<keyof ReturnType<typeof judgedBy>, SQLWrapper>) {
  const count = (condition: Condition) =>
    sql<number>`(count(*) filter (where ${conditions.condition} = ${condition}))::int`;
  return {
    total: sql<number>`count(*)::int`,
    online: count("online"),
    offline: count("offline"),
    silent: count("silent"),
    lowVolume: count("low-volume"),
    neverSeen: count("never-seen"),
    closed: count("closed"),
    inactive: count("inactive"),
    notPlaying: sql<number>`(count(*) filter (where ${conditions.notPlaying}))::int`,
    licenceEnding: sql<number>`(count(*) filter (where ${conditions.licenceEnding}))::int`,
  };
}

/**
 * Counts the same for each active client company with stores, by its id. It is the provider's view:
 * it reads every company.
 */
export async function countConditionsByCompany(_provider: Scope, db: Db, now: Date) {
  const conditions = db
    .select({ companyId: sql<number>`${company.id}`.as("company_id"), ...judgedBy(now) })
    .from(store)
    .innerJoin(company, path.company)
    .leftJoin(storeState, path.state)
    .innerJoin(openingAt(now), sql`true`)
    .where(and(eq(company.kind, "client"), eq(company.status, "active")))
    .as("judged");
  const rows = await db
    .select({ companyId: conditions.companyId, ...countsOf(conditions) })
    .from(conditions)
    .groupBy(conditions.companyId);
  return new Map(rows.map(({ companyId, ...counts }) => [companyId, counts]));
}

/**
 * The active companies of the provider's that have stores in trouble, those with most first: how
 * many of their active stores have which trouble, each store judged once, and how many companies
 * there are in all. It is the provider's view: it goes over every company.
 */
export async function countTroubles(_provider: Scope, db: Db, now: Date, limit: number) {
  const facts = storeFacts(now);
  const conditions = db
    .select({
      companyId: sql<number>`${company.id}`.as("company_id"),
      companyName: sql<string>`${company.name}`.as("company_name"),
      condition: facts.condition.as("condition"),
      notPlaying: facts.notPlaying.as("not_playing"),
    })
    .from(store)
    .innerJoin(company, path.company)
    .leftJoin(storeState, path.state)
    .innerJoin(openingAt(now), sql`true`)
    .where(
      and(eq(company.kind, "client"), eq(company.status, "active"), eq(store.status, "active")),
    )
    .as("judged");
  const isTrouble = (trouble: Trouble) =>
    trouble === "not-playing" ? conditions.notPlaying : sql`${conditions.condition} = ${trouble}`;
  const count = (trouble: Trouble) =>
    sql<number>`(count(*) filter (where ${isTrouble(trouble)}))::int`;
  const troubled = sql<number>`(count(*) filter (where ${sql.join(troubles.map(isTrouble), sql` or `)}))::int`;
  return db
    .select({
      companyId: conditions.companyId,
      companyName: conditions.companyName,
      stores: sql<number>`count(*)::int`,
      troubled,
      offline: count("offline"),
      silent: count("silent"),
      notPlaying: count("not-playing"),
      lowVolume: count("low-volume"),
      neverSeen: count("never-seen"),
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(conditions)
    .groupBy(conditions.companyId, conditions.companyName)
    .having(sql`${troubled} > 0`)
    .orderBy(
      sql`${troubled} desc`,
      sql`fold_text(${conditions.companyName}) collate "C"`,
      conditions.companyId,
    )
    .limit(limit);
}
