import { type SQL, sql } from "drizzle-orm";
import { playsOfWeek } from "#contract/ads/plays";
import type { SpotKind } from "#contract/schedule/positions";
import type { Scope } from "../../../access/scope.ts";
import { adLedger, campaignLine, campaignSpot, spot, store } from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";
import type { OpenMinutes } from "../ledger/capacity-plan.ts";

/**
 * The hours of stores and dates in which a campaign has plays, and the minutes of music that the
 * company keeps in an hour.
 */
export type HoursWithPlays = {
  plays: readonly number[];
  open: OpenMinutes;
  leastMinutes: number;
  now: Date;
};

/**
 * The one rule for how much music spots leave in an hour (docs/decisions/campaigns-in-the-day.md):
 * `music_hours` has the seconds of the hour that are not sold, and `least` the minimum to be kept,
 * both for the `part` of the hour in which the store is open. A paused campaign keeps its seconds,
 * as it keeps its plays. Hours that have begun, and those in which the store is closed, are left
 * out.
 */
function musicOfHours(
  { companyId }: Scope,
  { plays, open: { stores, days }, leastMinutes, now }: HoursWithPlays,
): SQL {
  const toJson = (rows: object) => sql`${JSON.stringify(rows)}::jsonb`;
  return sql`campaign_hours as materialized (
      select (place - 1) / 24 as weekday, ((place - 1) % 24 + 1)::int as hour, plays
      from unnest(${sql.param(playsOfWeek(plays))}::int[]) with ordinality as at(plays, place) where plays > 0
    ), open_days as materialized (
      select stores."storeId" as store_id, days.day, days.minutes from jsonb_to_recordset(${toJson(stores)}) as stores("storeId" bigint, pattern int)
        join jsonb_to_recordset(${toJson(days)}) as days(pattern int, day date, minutes smallint[]) using (pattern)
    ), lines as materialized (
      select ${campaignLine.campaignId}, ${campaignLine.storeId}, ${campaignLine.day}, ${campaignLine.plays} from ${campaignLine}
      where ${campaignLine.companyId} = ${companyId} and ${campaignLine.storeId} = any(${sql.param(stores.map(({ storeId }) => storeId))}::bigint[])
        and ${campaignLine.day} = any(${sql.param([...new Set(days.map(({ day }) => day))])}::date[])
    ), spot_lengths as materialized (
      select ${campaignSpot.campaignId}, sum(${spot.durationSeconds} * ${campaignSpot.weight})::float / sum(${campaignSpot.weight}) as seconds
      from ${campaignSpot} join ${spot} on ${spot.companyId} = ${campaignSpot.companyId} and ${spot.id} = ${campaignSpot.spotId}
      where ${campaignSpot.companyId} = ${companyId} and ${campaignSpot.droppedAt} is null and ${campaignSpot.campaignId} in (select campaign_id from lines)
      group by 1
    ), sold_seconds as (
      select lines.store_id, lines.day, campaign_hours.hour, sum(lines.plays[campaign_hours.hour] * spot_lengths.seconds) as seconds
      from lines join spot_lengths using (campaign_id) join campaign_hours on campaign_hours.weekday = extract(dow from lines.day) group by 1, 2, 3
    ), music_hours as materialized (
      select open_days.store_id, open_days.day, campaign_hours.hour, campaign_hours.plays, open_days.minutes[campaign_hours.hour] / 60.0::float as part,
        60 * open_days.minutes[campaign_hours.hour] - coalesce(sold_seconds.seconds, 0) as seconds, ${leastMinutes}::float * open_days.minutes[campaign_hours.hour] as least
      from open_days join campaign_hours on campaign_hours.weekday = extract(dow from open_days.day) join ${store} on ${store.companyId} = ${companyId} and ${store.id} = open_days.store_id
        left join sold_seconds on sold_seconds.store_id = open_days.store_id and sold_seconds.day = open_days.day and sold_seconds.hour = campaign_hours.hour
      where open_days.minutes[campaign_hours.hour] > 0
        and open_days.day + make_interval(hours => campaign_hours.hour - 1) > (${now.toISOString()}::timestamptz at time zone ${store.timeZone})
    )`;
}

/**
 * The hour in which a campaign leaves the least music, measured against the part of the hour in
 * which the store is open. All times in seconds.
 */
export type ThinnestHour = {
  storeId: number;
  storeName: string;
  day: string;
  hour: number;
  /** The part of the hour that is open, 0 to 1. */
  openPart: number;
  secondsBefore: number;
  secondsAfter: number;
  leastSeconds: number;
  /** The number of hours in its stores with less music than the least. */
  hoursBelow: number;
};

/** A campaign's plays: those that it would take, each of `seconds`, or those that it has taken. */
export type PlaysInHours = { kind: SpotKind; seconds: number } | { takenBy: number };

/**
 * Finds the hour of stores and dates in which a campaign's plays leave the least music after all
 * held and booked plays; undefined if it has no plays.
 */
export async function findThinnestHour(
  scope: Scope,
  db: Db,
  ofPlays: PlaysInHours,
  hours: HoursWithPlays,
): Promise<ThinnestHour | undefined> {
  const isOwn =
    "takenBy" in ofPlays
      ? sql`exists (select 1 from lines where lines.campaign_id = ${ofPlays.takenBy} and lines.store_id = music_hours.store_id and lines.day = music_hours.day
          and lines.plays[music_hours.hour] > 0)`
      : sql`exists (select 1 from ${adLedger} where ${adLedger.companyId} = ${scope.companyId} and ${adLedger.kind} = ${ofPlays.kind}
          and ${adLedger.storeId} = music_hours.store_id and ${adLedger.day} = music_hours.day and ${adLedger.capacity}[music_hours.hour] > 0)`;
  const toCome = "takenBy" in ofPlays ? sql`0` : sql`music_hours.plays * ${ofPlays.seconds}::float`;
  const { rows } = await db.execute<ThinnestHour>(sql`with ${musicOfHours(scope, hours)},
    rounded_hours as (select music_hours.*, round(greatest(0, seconds)) as before, round(greatest(0, seconds - ${toCome})) as after, round(music_hours.least) as whole_least
      from music_hours where ${isOwn})
    select rounded_hours.store_id::int as "storeId", ${store.name} as "storeName", rounded_hours.day::text as day, rounded_hours.hour - 1 as hour, part as "openPart",
      before::int as "secondsBefore", after::int as "secondsAfter", whole_least::int as "leastSeconds",
      (count(*) filter (where after < whole_least) over ())::int as "hoursBelow"
    from rounded_hours join ${store} on ${store.companyId} = ${scope.companyId} and ${store.id} = rounded_hours.store_id
    order by after / part, rounded_hours.store_id, rounded_hours.day, rounded_hours.hour limit 1`);
  return rows[0];
}

/**
 * Counts how many plays of this length (s) fit into each hour of stores and dates with the least
 * music kept; hours left out have no room.
 */
export async function findRoomBesideMusic(
  scope: Scope,
  db: Db,
  seconds: number,
  hours: HoursWithPlays,
): Promise<{ storeId: number; day: string; plays: number[] }[]> {
  const { rows } = await db.execute<{
    storeId: number;
    day: string;
    plays: number[];
  }>(sql`with ${musicOfHours(scope, hours)}
    select store_id::int as "storeId", day::text as day,
      array_agg(coalesce(least(3600, greatest(0, floor((seconds - least) / ${seconds}::float))), 0)::int order by at.hour) as plays
    from open_days cross join generate_series(1, 24) as at(hour) left join music_hours using (store_id, day, hour) group by 1, 2`);
  return rows;
}
