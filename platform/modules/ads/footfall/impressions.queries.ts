import { type SQL, sql } from "drizzle-orm";
import type { EstimatedImpressions } from "#contract/ads/words";
import type { Scope } from "../../../access/scope.ts";
import { footfall, playLog } from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";
import { countedPlays, dueAt, placesOf } from "../delivery/delivery-parts.queries.ts";

/**
 * Selects, by store and date, the hours in which a campaign was heard, those of them with footfall,
 * and their visitors (null without footfall). Needs the WITH part `place`; `days` limits the plays.
 */
export const impressionsByDay = (
  scope: Scope,
  campaignId: number,
  now: Date,
  days: SQL = sql``,
): SQL => sql`
  select heard.store_id, heard.day, count(*)::int as hours, count(${footfall.visitors})::int as hours_with_footfall, sum(${footfall.visitors})::int as visitors
  from (select distinct store_id, ${dueAt}::date as day, extract(hour from ${dueAt})::smallint as hour from ${countedPlays(scope, campaignId, now)} ${days}) heard
    left join ${footfall} on ${footfall.companyId} = ${scope.companyId} and ${footfall.storeId} = heard.store_id
      and ${footfall.day} = heard.day and ${footfall.hour} = heard.hour
  group by 1, 2`;

/** Estimates a campaign's impressions in the stores of the scope. */
export async function findImpressions(
  scope: Scope,
  db: Db,
  campaignId: number,
  now: Date,
): Promise<EstimatedImpressions> {
  const { rows } = await db.execute<EstimatedImpressions>(sql`
    with place as (${placesOf(scope, undefined, now)}), visit as (${impressionsByDay(scope, campaignId, now)})
    select sum(visitors)::float8 as estimated, coalesce(sum(hours), 0)::int as hours,
      coalesce(sum(hours_with_footfall), 0)::int as "hoursWithFootfall" from visit`);
  return rows[0] ?? { estimated: null, hours: 0, hoursWithFootfall: 0 };
}

/** Limits plays to those due on some days, with a day more at each end as stores' clocks differ. */
export const dueWithin = (from: string, to: string): SQL =>
  sql`and ${playLog.dueAt} >= ${from}::date - 1 and ${playLog.dueAt} < ${to}::date + 2`;
