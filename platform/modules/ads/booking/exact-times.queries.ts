import { sql } from "drizzle-orm";
import type { SpotKind } from "#contract/schedule/positions";
import type { Scope } from "../../../access/scope.ts";
import { adLedger, campaign, campaignLine, campaignTime } from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { isAskedFor } from "../availability/asked-hours.queries.ts";
import { campaignsWithin } from "../campaigns/campaigns.queries.ts";
import { mostNamed } from "./booking.queries.ts";

/**
 * Takes exact times for a campaign, in the order that everybody takes: each minute in an hour that
 * it asks for, of each date in each store, that no other campaign has. Gives how many it asks for
 * and how many it got. They must be taken before plays are, so that nobody waits for times who has
 * plays that others wait for.
 */
export async function takeTimes(
  scope: Scope,
  tx: Tx,
  { id, kind }: { id: number; kind: SpotKind },
  {
    storeIds,
    days,
    minutes,
  }: { storeIds: readonly number[]; days: readonly string[]; minutes: readonly number[] },
): Promise<{ asked: number; got: number }> {
  const { rows } = await tx.execute<{
    asked: number;
    got: number;
  }>(sql`with requested_times as (select stores.store_id, flight.day, minute
      from unnest(${sql.param([...storeIds])}::bigint[]) as stores(store_id) cross join unnest(${sql.param([...days])}::date[]) as flight(day)
        cross join unnest(${sql.param([...minutes])}::smallint[]) as minutes(minute)
        left join ${adLedger} on ${adLedger.companyId} = ${scope.companyId} and ${adLedger.kind} = ${kind}
          and ${adLedger.storeId} = stores.store_id and ${adLedger.day} = flight.day
      where ${isAskedFor(sql`minute / 60 + 1`)}),
    reserved_times as (insert into ${campaignTime} (company_id, store_id, day, minute, campaign_id)
      select ${scope.companyId}, store_id, day, minute, ${id} from requested_times order by store_id, day, minute on conflict do nothing returning 1)
    select (select count(*) from requested_times)::int as asked, (select count(*) from reserved_times)::int as got`);
  return rows[0] ?? { asked: 0, got: 0 };
}

/**
 * Gives up the exact times of a campaign that are more than its plays of their hour: the last ones
 * first.
 */
export async function trimTimes(scope: Scope, tx: Tx, campaignId: number): Promise<void> {
  await tx.execute(sql`delete from ${campaignTime} using (
      select times.store_id, times.day, times.minute, coalesce(line.plays[times.minute / 60 + 1], 0) as plays,
        row_number() over (partition by times.store_id, times.day, times.minute / 60 order by times.minute) as place
      from ${campaignTime} times left join ${campaignLine} line on line.company_id = times.company_id and line.campaign_id = times.campaign_id
        and line.store_id = times.store_id and line.day = times.day
      where times.company_id = ${scope.companyId} and times.campaign_id = ${campaignId}) ranked_times
    where ${campaignTime.companyId} = ${scope.companyId} and ${campaignTime.storeId} = ranked_times.store_id and ${campaignTime.day} = ranked_times.day
      and ${campaignTime.minute} = ranked_times.minute and ranked_times.place > ranked_times.plays`);
}

/**
 * The first exact times wanted that other campaigns have, with the name of each where the caller
 * sees it.
 */
export async function findTimesTaken(
  scope: Scope,
  db: Db,
  campaignId: number,
  {
    storeIds,
    days,
    minutes,
  }: { storeIds: readonly number[]; days: readonly string[]; minutes: readonly number[] },
) {
  const { rows } = await db.execute<{
    storeId: number;
    day: string;
    minute: number;
    holder: string | null;
  }>(sql`
    select ${campaignTime.storeId}::int as "storeId", ${campaignTime.day}::text as day, ${campaignTime.minute}::int as minute,
      case when ${campaignsWithin(scope)} then ${campaign.name} end as holder
    from ${campaignTime} join ${campaign} on ${campaign.companyId} = ${campaignTime.companyId} and ${campaign.id} = ${campaignTime.campaignId}
    where ${campaignTime.companyId} = ${scope.companyId} and ${campaignTime.campaignId} <> ${campaignId}
      and ${campaignTime.storeId} = any(${sql.param([...storeIds])}::bigint[]) and ${campaignTime.day} = any(${sql.param([...days])}::date[])
      and ${campaignTime.minute} = any(${sql.param([...minutes])}::smallint[])
    order by 1, 2, 3 limit ${mostNamed}`);
  return rows;
}

/** The minutes that other campaigns have in any of the stores, by date. */
export async function findBusyMinutes(
  scope: Scope,
  db: Db,
  campaignId: number,
  { storeIds, from, to }: { storeIds: readonly number[]; from: string; to: string },
): Promise<{ day: string; minutes: number[] }[]> {
  const { rows } = await db.execute<{
    day: string;
    minutes: number[];
  }>(sql`select ${campaignTime.day}::text as day,
      array_agg(distinct ${campaignTime.minute})::int[] as minutes from ${campaignTime}
    where ${campaignTime.companyId} = ${scope.companyId} and ${campaignTime.campaignId} <> ${campaignId}
      and ${campaignTime.storeId} = any(${sql.param([...storeIds])}::bigint[]) and ${campaignTime.day} between ${from} and ${to} group by 1`);
  return rows;
}
