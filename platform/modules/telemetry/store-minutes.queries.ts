import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Heartbeat, PlayerCommand } from "#contract/player/endpoints";
import type { Scope } from "../../access/scope.ts";
import { songsWithin, storesWithin } from "../../access/scope-conditions.ts";
import { company, song, spot, store, storeHour, storeHoursAdded } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import { findTurnNow, giveCommands } from "../player/index.ts";
import { beginningAt, endAt, openingsBy } from "../stores/index.ts";
import { readSound } from "./heartbeat-sound.ts";

/** Minutes of an hour as bits (store_hour), the first on the left. */
export const noMinutes = sql`repeat('0', 60)::bit(60)`;
const allMinutes = sql`repeat('1', 60)::bit(60)`;
/** Gives the minutes of an hour from one up to another, exclusive; both may be outside the hour. */
export const minutesBetween = (from: SQL, to: SQL): SQL =>
  sql`((${allMinutes} >> greatest(0, least(60, ${from}))::int) & (${allMinutes} << 60 - greatest(0, least(60, ${to}))::int))`;
const hourOf = (minute: SQL, local: SQL): SQL =>
  sql`(date_trunc('minute', ${minute}) - extract(minute from ${local}) * interval '1 minute')`;

const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

const minutesSince = (hourAt: SQL, at: SQL): SQL => sql`extract(epoch from ${at} - ${hourAt}) / 60`;
/** The minutes of an hour in which an opening (begins, ends: instants) lasts. */
const minutesOpen = (hourAt: SQL): SQL =>
  minutesBetween(minutesSince(hourAt, sql`opened.begins`), minutesSince(hourAt, sql`opened.ends`));
/**
 * The openings of a store on a date and the day before as instants, opened.begins and opened.ends.
 */
const openedOn = (
  companyId: number,
  { storeId, day, zone }: { storeId: SQL; day: SQL; zone: SQL },
): SQL => sql`lateral (
  select ${beginningAt(sql`stretch.begins`, zone)} as begins, ${endAt(sql`stretch.ends`, zone)} as ends
  from ${openingsBy({ companyId: sql`${companyId}::bigint`, storeId, day })} as stretch) as opened`;

/**
 * A heartbeat of a store's player, and when it came. `minutes` says how many minutes in a row it
 * said the same, by default one; all of them are in one hour of the store's own clock, and no two
 * of one store are in the same minute.
 */
export type StoreBeat = Pick<
  Heartbeat,
  "volume" | "playing" | "version" | "storedUntil" | "sound" | "pause"
> & {
  storeId: number;
  at: Date;
  minutes?: number;
};

/**
 * WITH parts that store heartbeats, the rows of a part `heartbeats` (store_id, at, minutes, volume,
 * is_playing, player_version, stored_until, log_ids, song_id, spot_id, sound_since, pause_reason,
 * paused_until) of stores of the company: the last state of a store's player, and the minutes with
 * a heartbeat. These count while the store is active and open, only the first heartbeat of a
 * minute. While a pause lasts its end only comes nearer. Reported plays are stored elsewhere.
 */
const keepHeartbeats = (scope: Scope): SQL => {
  const { companyId } = scope;
  const heardBefore = sql`coalesce((select ${storeHour.online} from ${storeHour} where ${storeHour.companyId} = ${companyId}::bigint
    and ${storeHour.storeId} = heartbeats.store_id and ${storeHour.hourAt} = hour.hour_at), ${noMinutes})`;
  return sql`clock as (
      select heartbeats.store_id, heartbeats.at, heartbeats.volume, is_playing, paused_until is not null as is_paused, heartbeats.player_version, heartbeats.volume < ${company.thresholdVolume} as is_quiet,
        hour_at, local_hour, ${minutesBetween(sql`hour.minute`, sql`hour.minute + heartbeats.minutes`)} & opening.minutes & ~${heardBefore} as minutes
      from heartbeats join ${store} on ${store.id} = heartbeats.store_id join ${company} on ${company.id} = ${store.companyId}
        cross join lateral (select heartbeats.at at time zone ${store.timeZone} as local offset 0) as wall
        cross join lateral (select ${hourOf(sql`heartbeats.at`, sql`local`)} as hour_at, date_trunc('hour', local) as local_hour, local::date as day,
          extract(minute from local)::int as minute offset 0) as hour
        cross join lateral (select bit_or(${minutesOpen(sql`hour.hour_at`)}) as minutes
          from ${openedOn(companyId, { storeId: sql`heartbeats.store_id`, day: sql`hour.day`, zone: sql`${store.timeZone}` })}) as opening
      where ${storesWithin(scope)} and ${store.status} = 'active' and ${company.status} = 'active'
    ), beat as (
      select store_id, hour_at, local_hour, bit_or(minutes) as online,
        bit_or(case when is_playing then minutes else ${noMinutes} end) as playing, bit_or(case when is_quiet then minutes else ${noMinutes} end) as quiet,
        bit_or(case when is_paused then minutes else ${noMinutes} end) as paused, min(volume) as volume_least, sum(volume * bit_count(minutes))::int as volume_sum, max(volume) as volume_most,
        (array_agg(player_version order by at desc))[1] as player_version
      from clock where bit_count(minutes) > 0 group by 1, 2, 3
    ), state as (
      insert into store_state (company_id, store_id, started_at, volume, playing, player_version, stored_until, held_log_ids, held_since,
        sound_song_id, sound_spot_id, sound_since, pause_reason, paused_until, last_seen_at)
      select distinct on (store_id) ${companyId}::bigint, store_id, min(at) over (partition by store_id), volume, is_playing, player_version, stored_until, log_ids, case when log_ids is not null then at end,
        song_id, spot_id, sound_since, pause_reason, paused_until, at + (minutes - 1) * interval '1 minute'
      from heartbeats order by store_id, at desc
      on conflict (company_id, store_id) do update set started_at = least(store_state.started_at, excluded.started_at),
        volume = excluded.volume, playing = excluded.playing,
        player_version = excluded.player_version, stored_until = excluded.stored_until,
        held_since = case when store_state.held_log_ids is distinct from excluded.held_log_ids then excluded.held_since else store_state.held_since end,
        held_log_ids = excluded.held_log_ids, sound_song_id = excluded.sound_song_id, sound_spot_id = excluded.sound_spot_id,
        sound_since = excluded.sound_since, pause_reason = coalesce(excluded.pause_reason, store_state.pause_reason),
        paused_until = case when store_state.paused_until > excluded.last_seen_at
          then least(store_state.paused_until, coalesce(excluded.paused_until, excluded.last_seen_at))
          else coalesce(excluded.paused_until, store_state.paused_until) end,
        last_seen_at = excluded.last_seen_at
    ), ${addToHours(companyId)}`;
};

const songOf = (scope: Scope, id: SQL): SQL =>
  sql`(select ${song.id} from ${song} where ${song.id} = ${id} and ${songsWithin(scope)})`;
const spotOf = ({ companyId }: Scope, id: SQL): SQL =>
  sql`(select ${spot.id} from ${spot} where ${spot.companyId} = ${companyId}::bigint and ${spot.id} = ${id})`;

/** Keeps heartbeats of many stores and minutes, whichever device they are of. */
export function saveHeartbeats(scope: Scope, db: Db, beats: readonly StoreBeat[]) {
  const list = (of: (beat: StoreBeat) => unknown): SQL => sql`${sql.param(beats.map(of))}`;
  const sounds = beats.map(readSound);
  const soundList = (of: (sound: ReturnType<typeof readSound>) => unknown): SQL =>
    sql`${sql.param(sounds.map(of))}`;
  return db.execute(sql`
    with heartbeats as materialized (
      select store_id, at, minutes, volume, is_playing, player_version, stored_until, null::bigint[] as log_ids,
        ${songOf(scope, sql`named_song`)} as song_id, ${spotOf(scope, sql`named_spot`)} as spot_id, sound_since, pause_reason, paused_until
      from unnest(${list(({ storeId }) => storeId)}::bigint[], ${list(({ at }) => at.toISOString())}::timestamptz[],
        ${list(({ minutes = 1 }) => minutes)}::int[], ${list(({ volume }) => volume)}::int[], ${list(({ playing }) => playing)}::boolean[],
        ${list(({ version }) => version)}::text[], ${list(({ storedUntil }) => storedUntil ?? null)}::timestamptz[],
        ${soundList(({ songId }) => songId)}::bigint[], ${soundList(({ spotId }) => spotId)}::bigint[], ${soundList(({ soundSince }) => soundSince)}::timestamptz[],
        ${soundList(({ pauseReason }) => pauseReason)}::text[], ${soundList(({ pausedUntil }) => pausedUntil)}::timestamptz[])
        as heartbeats(store_id, at, minutes, volume, is_playing, player_version, stored_until, named_song, named_spot, sound_since, pause_reason, paused_until)
    ), ${keepHeartbeats(scope)}
    select 1`);
}

/** A store's settings, its playing device and since when it plays, and this device's commands. */
export type StorePlayerState = {
  volume: number;
  since: Date | null;
  deviceId: string | null;
  userAgent: string | null;
  lastSeenAt: Date | null;
  commands: PlayerCommand[];
};

/**
 * Saves the heartbeat of a device, unless another one plays the store. Gives what the device must
 * know; nothing for a store outside the scope. All in one statement, since ten thousand of these
 * may come each minute.
 */
export async function saveHeartbeat(
  scope: Scope,
  db: Db,
  {
    storeId,
    at,
    volume,
    playing,
    version,
    storedUntil,
    logIds,
    sound,
    pause,
    ...from
  }: StoreBeat & Pick<Heartbeat, "logIds"> & { deviceId: string | undefined },
): Promise<StorePlayerState | undefined> {
  const deviceId = sql`${from.deviceId ?? null}::text`;
  const { songId, spotId, soundSince, pauseReason, pausedUntil } = readSound({
    at,
    playing,
    sound,
    pause,
  });
  const plays = sql`exists (select 1 from player, turn where device_id = ${deviceId})`;
  const { rows } = await db.execute<StorePlayerState>(sql`
    with player as (
      select ${store.id} as id, ${store.volume} as volume from ${store} where ${and(storesWithin(scope), eq(store.id, storeId))}
    ), ${findTurnNow(scope, storeId, deviceId, at)}, heartbeats as materialized (
      select id as store_id, ${instant(at)} as at, 1 as minutes, ${volume}::int as volume, ${playing}::boolean as is_playing, ${version}::text as player_version,
        ${storedUntil ?? null}::timestamptz as stored_until, ${logIds ? sql.param(logIds) : null}::bigint[] as log_ids,
        ${songOf(scope, sql`${songId}::bigint`)} as song_id, ${spotOf(scope, sql`${spotId}::bigint`)} as spot_id, ${soundSince}::timestamptz as sound_since,
        ${pauseReason}::text as pause_reason, ${pausedUntil}::timestamptz as paused_until
      from player where ${plays} or not exists (select 1 from turn)
    ), ${keepHeartbeats(scope)}, given_commands as (${giveCommands(scope, storeId, { deviceId, plays, now: at })})
    select player.volume, turn.since, turn.device_id as "deviceId", turn.user_agent as "userAgent",
      case when turn.device_id = ${deviceId} then ${instant(at)} else turn.last_seen_at end as "lastSeenAt",
      coalesce((select json_agg(given_commands order by id) from given_commands), '[]') as commands
    from player left join turn on true`);
  return rows[0];
}

/**
 * A WITH part that adds the rows of a part `beat` (store_id, hour_at, local_hour, the minutes
 * online, playing, quiet and paused, the volume_least, volume_sum and volume_most of these,
 * player_version)
 * to the hours of a company's stores. Minutes that an hour has already are not added again, nor is
 * anything to an hour that was added to its day.
 */
export const addToHours = (companyId: number): SQL => sql`hour_changes as (
  insert into store_hour (company_id, store_id, hour_at, local_hour, online, playing, quiet, paused, volume_least, volume_sum, volume_most, player_version)
  select ${companyId}::bigint, store_id, hour_at, local_hour, online, playing, quiet, paused, volume_least, volume_sum, volume_most, player_version
  from beat order by store_id, hour_at
  on conflict (company_id, store_id, hour_at) do update set online = store_hour.online | excluded.online,
    playing = store_hour.playing | excluded.playing, quiet = store_hour.quiet | excluded.quiet,
    paused = store_hour.paused | excluded.paused, volume_least = least(store_hour.volume_least, excluded.volume_least), volume_sum = store_hour.volume_sum + excluded.volume_sum,
    volume_most = greatest(store_hour.volume_most, excluded.volume_most), player_version = excluded.player_version
  where store_hour.open is null and bit_count(store_hour.online & excluded.online) = 0)`;

/** Hours that end after `after` and not after `until`, both on a minute. */
export type Hours = { after: Date; until: Date };

/**
 * WITH parts up to `open_hour` (store_id, hour_at, local_hour, open): the minutes in which stores
 * were open in these hours, by their current opening hours, time zones and statuses. Like
 * openingAt, for whole hours. `stores` is a condition on store.
 */
export const openHours = ({ companyId }: Scope, { after, until }: Hours, stores: SQL): SQL => {
  const sinceStatus = sql`extract(epoch from store_zones.status_since - hours.hour_at) / 60`;
  return sql`store_zones as materialized (
    select ${store.id} as id, ${store.timeZone} as time_zone, ${store.status} as status, ${store.statusSince} as status_since
    from ${store} where ${store.companyId} = ${companyId}::bigint and ${stores}
  ), hours as materialized (
    select time_zone, ${hourOf(sql`minute`, sql`local`)} as hour_at, date_trunc('hour', local) as local_hour, local::date as day,
      bit_or(set_bit(${noMinutes}, extract(minute from local)::int, 1)) as minutes
    from (select distinct time_zone from store_zones) as zones,
      generate_series(${instant(after)} - interval '1 hour', ${instant(until)}, interval '1 minute') as minute,
      lateral (select minute at time zone time_zone as local) as clock
    group by 1, 2, 3, 4
    having ${hourOf(sql`minute`, sql`local`)} > ${instant(after)} - interval '1 hour'
      and ${hourOf(sql`minute`, sql`local`)} <= ${instant(until)} - interval '1 hour'
  ), opened as materialized (
    select distinct store_zones.id as store_id, opened.begins, opened.ends
    from (select distinct time_zone, day from hours) as dates join store_zones using (time_zone)
      cross join ${openedOn(companyId, { storeId: sql`store_zones.id`, day: sql`dates.day`, zone: sql`dates.time_zone` })}
  ), open_hour as (
    select store_zones.id as store_id, hours.hour_at, hours.local_hour, hours.minutes & bit_or(${minutesOpen(sql`hours.hour_at`)})
      & case store_zones.status when 'active' then ${minutesBetween(sql`floor(${sinceStatus})`, sql`60`)} else ${minutesBetween(sql`0`, sql`ceil(${sinceStatus})`)} end as open
    from opened join store_zones on store_zones.id = opened.store_id join hours using (time_zone)
    where opened.begins < hours.hour_at + interval '1 hour' and opened.ends > hours.hour_at
    group by store_zones.id, hours.hour_at, hours.local_hour, hours.minutes, store_zones.status, store_zones.status_since
  )`;
};

/**
 * Closes hours that are over and adds them to their days: sets the minutes in which each store was
 * open, with or without a heartbeat. An hour is added only once. Hours with heartbeats counted
 * by an earlier time zone or earlier opening hours are closed unchanged.
 */
export const addHoursToDays = (scope: Scope, tx: Db, hours: Hours, stores: SQL) =>
  tx.execute(sql`
    with ${openHours(scope, hours, stores)}, ended_hours as (
      select store_id, hour_at, local_hour, bit_or(open) as open from (
        select store_id, hour_at, local_hour, open from open_hour where bit_count(open) > 0
        union all
        select ${storeHour.storeId}, ${storeHour.hourAt}, ${storeHour.localHour}, ${noMinutes} from ${storeHour}
        where ${storeHour.companyId} = ${scope.companyId} and ${storeHour.open} is null
          and ${storeHour.hourAt} > ${instant(hours.after)} - interval '1 day' and ${storeHour.hourAt} <= ${instant(hours.until)} - interval '1 hour'
      ) as hour group by 1, 2, 3
    ), closed_hours as (
      insert into store_hour (company_id, store_id, hour_at, local_hour, open)
      select ${scope.companyId}::bigint, store_id, hour_at, local_hour, open from ended_hours order by store_id, hour_at
      on conflict (company_id, store_id, hour_at) do update set open = excluded.open | store_hour.online where store_hour.open is null
      returning store_id, hour_at, local_hour, open, online, playing, quiet, paused, volume_least, volume_sum, volume_most, player_version
    )
    insert into store_day (company_id, day, store_id, open, online, playing, quiet, paused, volume_least, volume_sum, volume_most, last_seen_at, player_version)
    select ${scope.companyId}::bigint, local_hour::date as day, store_id, sum(bit_count(open)), sum(bit_count(online)), sum(bit_count(playing)),
      sum(bit_count(quiet)), sum(bit_count(paused)), min(volume_least), sum(volume_sum), max(volume_most),
      max(hour_at + (60 - position('1' in reverse(online::text))) * interval '1 minute') filter (where bit_count(online) > 0),
      (array_agg(player_version order by hour_at desc) filter (where bit_count(online) > 0))[1]
    from closed_hours where bit_count(open) > 0 group by day, store_id order by day, store_id
    on conflict (company_id, day, store_id) do update set open = store_day.open + excluded.open, online = store_day.online + excluded.online,
      playing = store_day.playing + excluded.playing, quiet = store_day.quiet + excluded.quiet, paused = store_day.paused + excluded.paused,
      volume_least = least(store_day.volume_least, excluded.volume_least), volume_sum = store_day.volume_sum + excluded.volume_sum,
      volume_most = greatest(store_day.volume_most, excluded.volume_most),
      last_seen_at = greatest(store_day.last_seen_at, excluded.last_seen_at),
      player_version = coalesce(excluded.player_version, store_day.player_version)`);

/** Every client company, for the job that no person asks for. */
export const findCompanies = (db: Db) =>
  db
    .select({ companyId: company.id, isActive: sql<boolean>`${company.status} = 'active'` })
    .from(company)
    .where(eq(company.kind, "client"))
    .orderBy(company.id);

/**
 * Reads and locks the time up to which a company's hours were added to their days; undefined
 * while another process adds them. At first it is before the first hour with a heartbeat and
 * the day of the first play, or `first` if there is none: players may report plays and
 * send no heartbeat.
 */
export async function lockHoursAdded(
  { companyId }: Scope,
  tx: Db,
  first: Date,
): Promise<Date | undefined> {
  await tx.execute(sql`insert into store_hours_added (company_id, until)
    select ${companyId}::bigint, least(${instant(first)}, (select min(hour_at) from store_hour where company_id = ${companyId}::bigint),
      (select min(day::timestamp at time zone ${store.timeZone}) from store_day_plays join ${store} on ${store.companyId} = store_day_plays.company_id
        and ${store.id} = store_day_plays.store_id where store_day_plays.company_id = ${companyId}::bigint))
    where not exists (select from store_hours_added where company_id = ${companyId}::bigint)
    on conflict do nothing`);
  const [row] = await tx
    .select({ until: storeHoursAdded.until })
    .from(storeHoursAdded)
    .where(eq(storeHoursAdded.companyId, companyId))
    .for("update", { skipLocked: true });
  return row?.until;
}

export const setHoursAdded = ({ companyId }: Scope, tx: Db, until: Date) =>
  tx.update(storeHoursAdded).set({ until }).where(eq(storeHoursAdded.companyId, companyId));
