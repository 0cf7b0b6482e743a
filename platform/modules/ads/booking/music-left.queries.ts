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
 * `music` has the seconds of the hour that are not sold, and `least` the minimum to be kept, both
 * for the `part` of the hour in which the store is open. A paused campaign keeps its seconds, as it
 * keeps its plays. Hours that have begun, and those in which the store is closed, are left
 * out.
 */
function musicOfHours(
  { companyId }: Scope,
  { plays, open: { stores, days }, leastMinutes, now }: HoursWithPlays,
): SQL {
  const asJson = (rows: object) => sql`${JSON.stringify(rows)}::jsonb`;
  return sql`asked as materialized (
      select (place - 1) / 24 as weekday, ((place - 1) % 24 + 1)::int as hour, plays
      from unnest(${sql.param(playsOfWeek(plays))}::int[]) with ordinality as at(plays, place) where plays > 0
    ), open as materialized (
      select stores."storeId" as store_id, days.day, days.minutes from jsonb_to_recordset(${asJson(stores)}) as stores("storeId" bigint, pattern int)
        join jsonb_to_recordset(${asJson(days)}) as days(pattern int, day date, minutes smallint[]) using (pattern)
    ), lines as materialized (
      select ${campaignLine.campaignId}, ${campaignLine.storeId}, ${campaignLine.day}, ${campaignLine.plays} from ${campaignLine}
      where ${campaignLine.companyId} = ${companyId} and ${campaignLine.storeId} = any(${sql.param(stores.map(({ storeId }) => storeId))}::bigint[])
        and ${campaignLine.day} = any(${sql.param([...new Set(days.map(({ day }) => day))])}::date[])
    ), sounding as materialized (
      select ${campaignSpot.campaignId}, sum(${spot.durationSeconds} * ${campaignSpot.weight})::float / sum(${campaignSpot.weight}) as seconds
      from ${campaignSpot} join ${spot} on ${spot.companyId} = ${campaignSpot.companyId} and ${spot.id} = ${campaignSpot.spotId}
      where ${campaignSpot.companyId} = ${companyId} and ${campaignSpot.droppedAt} is null and ${campaignSpot.campaignId} in (select campaign_id from lines)
      group by 1
    ), sold as (
      select lines.store_id, lines.day, asked.hour, sum(lines.plays[asked.hour] * sounding.seconds) as seconds
      from lines join sounding using (campaign_id) join asked on asked.weekday = extract(dow from lines.day) group by 1, 2, 3
    ), music as materialized (
      select open.store_id, open.day, asked.hour, asked.plays, open.minutes[asked.hour] / 60.0::float as part,
        60 * open.minutes[asked.hour] - coalesce(sold.seconds, 0) as seconds, ${leastMinutes}::float * open.minutes[asked.hour] as least
      from open join asked on asked.weekday = extract(dow from open.day) join ${store} on ${store.companyId} = ${companyId} and ${store.id} = open.store_id
        left join sold on sold.store_id = open.store_id and sold.day = open.day and sold.hour = asked.hour
      where open.minutes[asked.hour] > 0
        and open.day + make_interval(hours => asked.hour - 1) > (${now.toISOString()}::timestamptz at time zone ${store.timeZone})
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
      ? sql`exists (select 1 from lines where lines.campaign_id = ${ofPlays.takenBy} and lines.store_id = music.store_id and lines.day = music.day
          and lines.plays[music.hour] > 0)`
      : sql`exists (select 1 from ${adLedger} where ${adLedger.companyId} = ${scope.companyId} and ${adLedger.kind} = ${ofPlays.kind}
          and ${adLedger.storeId} = music.store_id and ${adLedger.day} = music.day and ${adLedger.capacity}[music.hour] > 0)`;
  const toCome = "takenBy" in ofPlays ? sql`0` : sql`music.plays * ${ofPlays.seconds}::float`;
  const { rows } = await db.execute<ThinnestHour>(sql`with ${musicOfHours(scope, hours)},
    rounded as (select music.*, round(greatest(0, seconds)) as before, round(greatest(0, seconds - ${toCome})) as after, round(music.least) as whole_least
      from music where ${isOwn})
    select rounded.store_id::int as "storeId", ${store.name} as "storeName", rounded.day::text as day, rounded.hour - 1 as hour, part as "openPart",
      before::int as "secondsBefore", after::int as "secondsAfter", whole_least::int as "leastSeconds",
      (count(*) filter (where after < whole_least) over ())::int as "hoursBelow"
    from rounded join ${store} on ${store.companyId} = ${scope.companyId} and ${store.id} = rounded.store_id
    order by after / part, rounded.store_id, rounded.day, rounded.hour limit 1`);
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
    from open cross join generate_series(1, 24) as at(hour) left join music using (store_id, day, hour) group by 1, 2`);
  return rows;
}
