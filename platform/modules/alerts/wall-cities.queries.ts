import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type AlertKind, alertKinds } from "#contract/alerts/words";
import type { Scope } from "../../access/scope.ts";
import { storesWithin } from "../../access/scope-conditions.ts";
import { alert, company, store } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import { path } from "../stores/index.ts";
import { isSnoozed, ofWall, place, severity, type Wall } from "./wall.queries.ts";

const mostCities = 500;

/** Selects the stores with alerts that wait on the wall, each with its most serious one. */
const selectTroubled = (scope: Scope, db: Db, wall: Wall, onlyCompanyId: number | undefined) =>
  db
    .select({
      companyId: alert.companyId,
      storeId: alert.storeId,
      worst: sql<number>`min(${severity})`.as("worst"),
    })
    .from(alert)
    .innerJoin(company, eq(company.id, alert.companyId))
    .where(
      and(
        ofWall(scope, wall),
        sql`not ${isSnoozed(wall.now)}`,
        onlyCompanyId ? eq(alert.companyId, onlyCompanyId) : undefined,
      ),
    )
    .groupBy(alert.companyId, alert.storeId)
    .as("troubled");

/** Gives the most frequent spelling of a name. */
const mostFrequent = <Name extends string | null>(name: SQLWrapper) =>
  sql<Name>`mode() within group (order by ${name})`;

/**
 * Counts a wall's active stores, and those in trouble, by city: the worst city first, then by
 * stores. Each row has the totals of all cities.
 */
export function findWallCities(
  scope: Scope,
  db: Db,
  wall: Wall,
  onlyCompanyId: number | undefined,
) {
  const troubled = selectTroubled(scope, db, wall, onlyCompanyId);
  const worst = sql`min(${troubled.worst})`;
  const stores = sql`count(*)`;
  const inTrouble = sql`count(${troubled.storeId})`;
  const total = (value: SQL) => sql<number>`(sum(${value}) over ())::int`;
  return db
    .select({
      place: mostFrequent<string>(place),
      city: mostFrequent<string | null>(store.city),
      state: mostFrequent<string | null>(store.state),
      country: sql<string>`min(${store.country})`,
      stores: sql<number>`${stores}::int`,
      troubled: sql<number>`${inTrouble}::int`,
      worst: sql<AlertKind | null>`(${sql.param([...alertKinds])}::text[])[${worst}]`,
      totals: {
        cities: sql<number>`(count(*) over ())::int`,
        troubledCities: total(sql`least(${inTrouble}, 1)`),
        stores: total(stores),
        troubled: total(inTrouble),
      },
    })
    .from(store)
    .innerJoin(company, path.company)
    .leftJoin(
      troubled,
      and(eq(troubled.companyId, store.companyId), eq(troubled.storeId, store.id)),
    )
    .where(
      and(
        eq(store.status, "active"),
        wall.isOfAll
          ? sql`${company.kind} = 'client' and ${company.status} = 'active'`
          : storesWithin(scope),
        onlyCompanyId ? eq(store.companyId, onlyCompanyId) : undefined,
      ),
    )
    .groupBy(sql`lower(${place})`)
    .orderBy(worst, sql`${inTrouble} desc`, sql`${stores} desc`, sql`lower(${place})`)
    .limit(mostCities);
}
