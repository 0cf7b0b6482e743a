import { and, sql } from "drizzle-orm";
import type { Scope } from "../../../access/scope.ts";
import { storesWithin } from "../../../access/scope-conditions.ts";
import type { UnitPath } from "../../../access/units.ts";
import { campaign, campaignLine, campaignMakeGood, store } from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";
import { liesIn } from "../booking/booking.queries.ts";
import type { PlaysOfWeekday } from "../booking/price.ts";
import { type CampaignListQuery, matching } from "../campaigns/list-campaigns.queries.ts";
import { hours } from "../ledger/ledger-parts.queries.ts";

/** Finds the campaigns that match with what their plays cost. */
export const findPricedCampaigns = (
  scope: Scope,
  db: Db,
  filters: Omit<CampaignListQuery, "sort" | "limit" | "cursor">,
) =>
  db
    .select({
      id: campaign.id,
      kind: campaign.kind,
      rate: campaign.rate,
      primeRate: campaign.primeRate,
      price: campaign.price,
    })
    .from(campaign)
    .where(matching(scope, filters))
    .orderBy(campaign.id);
export type PricedCampaign = Awaited<ReturnType<typeof findPricedCampaigns>>[number];

type MonthFilters = {
  from: string;
  to: string;
  path: UnitPath | undefined;
  /** For each store one with the same prime hours, to which its plays are added. */
  alike: ReadonlyMap<number, number>;
};
/**
 * Finds all plays of campaigns in stores within the scope, by month and by weekday (0 is Sunday).
 * `isShown` marks those in the time and location asked for. `plays` leaves out make-goods, which
 * `booked` counts.
 */
export async function findPlaysByMonth(
  scope: Scope,
  db: Db,
  campaignIds: readonly number[],
  { from, to, path, alike }: MonthFilters,
) {
  const of = (table: typeof campaignLine | typeof campaignMakeGood, sign: 1 | -1) => sql`
    select campaign_id, store_id, day, plays, plays_in_all, ${sql.raw(String(sign))} as sign from ${table}
    where ${table.companyId} = ${scope.companyId} and ${table.campaignId} = any(${sql.param([...campaignIds])}::bigint[])`;
  const isShown = and(sql`day between ${from}::date and ${to}::date`, path && liesIn(path));
  const { rows } = await db.execute<
    PlaysOfWeekday & { campaignId: number; month: string; isShown: boolean; booked: number }
  >(sql`select campaign_id::int as "campaignId", to_char(day, 'YYYY-MM') as month, ${isShown} as "isShown",
      alike.as_id::int as "storeId", extract(dow from day)::int as weekday,
      array[${sql.raw(hours.map((hour) => `sum(plays[${hour}] * sign)`).join())}]::int[] as plays,
      coalesce(sum(plays_in_all) filter (where sign = 1), 0)::int as booked
    from (${of(campaignLine, 1)} union all ${of(campaignMakeGood, -1)}) sold join ${store} on ${store.id} = sold.store_id
      join unnest(${sql.param([...alike.keys()])}::bigint[], ${sql.param([...alike.values()])}::bigint[]) as alike(id, as_id) on alike.id = sold.store_id
    where ${storesWithin(scope)} group by 1, 2, 3, 4, 5 order by 1, 2, 3`);
  return rows;
}
export type PlaysOfMonth = Awaited<ReturnType<typeof findPlaysByMonth>>[number];
