import { and, asc, eq, sql } from "drizzle-orm";
import type { Scope } from "../../access/scope.ts";
import { storesWithin } from "../../access/scope-conditions.ts";
import { playLog, song, spot, store, storeHour, storeHoursAdded } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import { isPlay } from "../player/index.ts";
import { beginningAt } from "../stores/index.ts";
import { minutesBetween, noMinutes, openHours } from "./store-minutes.queries.ts";

/** A store's clock, and from when to when a day lasts on it: today, where none is named. */
export async function findStoreClock(
  scope: Scope,
  db: Db,
  { storeId, day, now }: { storeId: number; day: string | undefined; now: Date },
) {
  const localDay = sql`coalesce(${day ?? null}::date, (${now.toISOString()}::timestamptz at time zone ${store.timeZone})::date)`;
  const [row] = await db
    .select({
      name: store.name,
      timeZone: store.timeZone,
      day: sql<string>`${localDay}`,
      from: sql<Date>`${beginningAt(sql`(${localDay})::timestamp`, sql`${store.timeZone}`)}`,
      to: sql<Date>`${beginningAt(sql`(${localDay} + 1)::timestamp`, sql`${store.timeZone}`)}`,
    })
    .from(store)
    .where(and(storesWithin(scope), eq(store.id, storeId)));
  return row;
}

/** Minutes as text, 60 of "0" and "1". */
export type HourOfDay = Record<"open" | "online" | "playing" | "quiet" | "paused", string> & {
  hourAt: Date;
  localHour: string;
  volumeLeast: number | null;
  volumeSum: number;
  volumeMost: number | null;
};

/**
 * The hours of a store's day in which it was open, up to now. In hours that are not added to their
 * days yet, open is by the hours of today. Call only after findStore.
 */
export async function findHoursOfDay(
  scope: Scope,
  db: Db,
  { storeId, day, now }: { storeId: number; day: string; now: Date },
): Promise<HourOfDay[]> {
  // in any time zone, the day is between these
  const after = new Date(Date.parse(day) - 16 * 3_600_000);
  const until = new Date(Date.parse(day) + 40 * 3_600_000);
  const ofStore = sql`${storeHour.companyId} = ${scope.companyId} and ${storeHour.storeId} = ${storeId}
    and ${storeHour.hourAt} between ${after.toISOString()}::timestamptz and ${until.toISOString()}::timestamptz and ${storeHour.localHour}::date = ${day}::date`;
  const past = minutesBetween(
    sql`0`,
    sql`floor(extract(epoch from ${now.toISOString()}::timestamptz - hour_at) / 60) + 1`,
  );
  const { rows } = await db.execute<HourOfDay>(sql`
    with ${openHours(scope, { after, until }, eq(store.id, storeId))}, planned_hours as (
      select hour_at, local_hour, open from open_hour where local_hour::date = ${day}::date and bit_count(open) > 0
        and hour_at > coalesce((select ${storeHoursAdded.until} from ${storeHoursAdded} where ${storeHoursAdded.companyId} = ${scope.companyId}), '-infinity') - interval '1 hour'
    ), stored_hours as (
      select hour_at, local_hour, open, online, playing, quiet, paused, volume_least, volume_sum, volume_most from ${storeHour} where ${ofStore}
    ), hour as (
      select hour_at, coalesce(stored_hours.local_hour, planned_hours.local_hour) as local_hour,
        coalesce(stored_hours.open, (coalesce(planned_hours.open, ${noMinutes}) | coalesce(stored_hours.online, ${noMinutes})) & ${past}) as open,
        coalesce(stored_hours.online, ${noMinutes}) as online, coalesce(stored_hours.playing, ${noMinutes}) as playing, coalesce(stored_hours.quiet, ${noMinutes}) as quiet,
        coalesce(stored_hours.paused, ${noMinutes}) as paused,
        volume_least, coalesce(volume_sum, 0) as volume_sum, volume_most
      from planned_hours full join stored_hours using (hour_at)
    )
    select hour_at as "hourAt", to_char(local_hour, 'HH24:MI') as "localHour", open::text, online::text, playing::text, quiet::text, paused::text,
      volume_least as "volumeLeast", volume_sum as "volumeSum", volume_most as "volumeMost"
    from hour where bit_count(open) > 0 order by hour_at`);
  return rows;
}

/**
 * Finds a store's plays on a day that count: verified plays and substitutes. Call only after the
 * store was found within the scope.
 */
export const findCountedPlays = (scope: Scope, db: Db, storeId: number, day: string) =>
  db
    .select({
      startedAt: playLog.startedAt,
      kind: playLog.kind,
      title: sql<string>`coalesce(${song.title}, ${spot.name}, '')`,
      artist: song.artist,
      seconds: playLog.seconds,
    })
    .from(playLog)
    .leftJoin(song, eq(song.id, playLog.songId))
    .leftJoin(spot, and(eq(spot.companyId, playLog.companyId), eq(spot.id, playLog.spotId)))
    .where(
      and(
        eq(playLog.companyId, scope.companyId),
        eq(playLog.storeId, storeId),
        eq(playLog.day, day),
        isPlay,
      ),
    )
    .orderBy(asc(playLog.startedAt));
