import { sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { adLedger, campaign, campaignLine, campaignSpot, spot, store } from "../../db/schema/index.ts";

/** Where a campaign would leave the least music: seconds of an hour that spots leave, by the part of the hour in which the store is open. */
export type ThinnestHour = {
  storeId: number;
  day: string;
  hour: number;
  /** Of the hour, 0 to 1. */
  openPart: number;
  secondsBefore: number;
  secondsAfter: number;
  /** In how many hours of its stores less than the least would be left. */
  hoursBelow: number;
};

type Asking = { id: number; plays: readonly number[] };

/**
 * The hour of stores and days in which a campaign's plays, which take `seconds` each, leave the least music beside all that is held or booked;
 * undefined where none of them is on sale. Hours that have begun are left out, as nothing is sold in them. The hour's open part is told by what the store may sell of ads in it.
 */
export async function findThinnestHour(
  scope: Scope,
  db: Db,
  { id, plays }: Asking,
  wanted: { storeIds: readonly number[]; days: readonly string[]; seconds: number; leastMinutes: number; now: Date },
): Promise<ThinnestHour | undefined> {
  const { storeIds, days, seconds, leastMinutes, now } = wanted;
  const isWanted = (table: typeof adLedger | typeof campaignLine) => sql`${table.companyId} = ${scope.companyId}
    and ${table.storeId} = any(${sql.param([...storeIds])}::bigint[]) and ${table.day} = any(${sql.param([...days])}::date[])`;
  const { rows } = await db.execute<ThinnestHour>(sql`
    with asked as (select hour, plays from unnest(${sql.param([...plays])}::int[]) with ordinality as at(plays, hour) where plays > 0),
    sounding as (
      select ${campaign.id} as id, (select sum(${spot.durationSeconds} * ${campaignSpot.weight})::float / sum(${campaignSpot.weight})
        from ${campaignSpot} join ${spot} on ${spot.companyId} = ${campaignSpot.companyId} and ${spot.id} = ${campaignSpot.spotId}
        where ${campaignSpot.companyId} = ${campaign.companyId} and ${campaignSpot.campaignId} = ${campaign.id} and ${campaignSpot.droppedAt} is null) as seconds
      from ${campaign} where ${campaign.companyId} = ${scope.companyId} and ${campaign.id} <> ${id} and ${campaign.state} not in ('DRAFT', 'EXPIRED', 'PAUSED')
    ), sold as (
      select ${campaignLine.storeId}, ${campaignLine.day}, asked.hour, sum(${campaignLine.plays}[asked.hour] * sounding.seconds) as seconds
      from ${campaignLine} join sounding on sounding.id = ${campaignLine.campaignId} cross join asked
      where ${isWanted(campaignLine)} group by 1, 2, 3
    ), hours as (
      select ledger.store_id, ledger.day, asked.hour, ledger.capacity[asked.hour]::float / most.capacity as part, coalesce(sold.seconds, 0) as sold,
        asked.plays * ${seconds}::float as own
      from (select * from ${adLedger} where ${isWanted(adLedger)} and ${adLedger.kind} = 'AD') as ledger
        cross join lateral (select max(hourly) as capacity from unnest(ledger.capacity) as hourly) as most
        cross join asked left join sold on sold.store_id = ledger.store_id and sold.day = ledger.day and sold.hour = asked.hour
        join ${store} on ${store.companyId} = ledger.company_id and ${store.id} = ledger.store_id
      where ledger.capacity[asked.hour] > 0
        and ledger.day + make_interval(hours => asked.hour::int - 1) > (${now.toISOString()}::timestamptz at time zone ${store.timeZone})
    ), music as (select *, greatest(0, 3600 * part - sold) as before, greatest(0, 3600 * part - sold - own) as after from hours)
    select store_id::int as "storeId", day::text as day, hour::int - 1 as hour, part as "openPart", round(before)::int as "secondsBefore",
      round(after)::int as "secondsAfter", (count(*) filter (where after < ${leastMinutes}::float * 60 * part) over ())::int as "hoursBelow"
    from music order by after / part, store_id, day, hour limit 1`);
  return rows[0];
}
