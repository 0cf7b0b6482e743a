import { and, eq, gte, isNotNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { addDays, lastBegun } from "#contract/base/dates";
import type { Scope } from "../../../access/scope.ts";
import { groupPlaylist, scheduledSong, song, store, storeLog } from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";
import { isLicensed } from "../../../engine/scheduling.ts";
import type { GroupId } from "../days/groups.queries.ts";
import { isPlayable } from "../days/songs.queries.ts";
import { findCurrentLogs, intsOf, isCurrent, isOfGroupsDay } from "./store-logs.queries.ts";

/**
 * A published day of a group that still plays a song which may no longer be played: when it is next
 * due (epoch milliseconds), and the stores whose own logs have one.
 */
export type UnplayableDay = { groupId: GroupId; day: string; due: number; storeIds: number[] };

/**
 * Finds the published days with songs that may no longer be played there, the next due first: songs
 * that were withdrawn, or whose licence has other dates or countries now. Only songs changed within
 * the days that are published ahead are searched: later days were made without them. With
 * `groupId`, searches the days of that group alone; with `songId`, for that song alone.
 */
export async function findUnplayableDays(
  scope: Scope,
  db: Db,
  now: Date,
  { groupId, songId }: { groupId?: GroupId | undefined; songId?: number | undefined } = {},
): Promise<UnplayableDay[]> {
  const barred = await findBarredSongs(scope, db, { now, groupId, songId });
  if (barred.length === 0) return [];
  const keyOf = ({ groupId, day }: Pick<UnplayableDay, "groupId" | "day">) => `${groupId} ${day}`;
  const unplayable = new Map<string, UnplayableDay>();
  for (const at of await findGroupDaysWith(scope, db, { barred, now, groupId }))
    unplayable.set(keyOf(at), { ...at, storeIds: [] });
  for (const { isRun, ...own } of await findLogsWith(scope, db, { barred, now, groupId })) {
    const ofGroup = unplayable.get(keyOf(own));
    if (ofGroup) {
      ofGroup.storeIds.push(...own.storeIds);
      continue;
    }
    // a run is a part of its group's day, perhaps one without the song
    const mayHaveNone = isRun || own.day <= lastBegun(now);
    const at = mayHaveNone ? await findUpcoming(scope, db, own, { barred, now }) : own;
    if (at.storeIds.length > 0) unplayable.set(keyOf(at), at);
  }
  return [...unplayable.values()].sort((one, other) => one.due - other.due);
}

/** Longer than days are published ahead. */
const withdrawalDays = 12;

/**
 * A song that may not play on a date in a country; null stands for groups with stores in several,
 * whose day has songs for any of them.
 */
type BarredSong = { day: string; country: string | null; songId: number };
/** Without a group's ID all groups are searched; null is the group of stores that are in none. */
type Search = { barred: readonly BarredSong[]; now: Date; groupId?: GroupId | undefined };

const isSearched = (groupColumn: SQLWrapper, { groupId }: Pick<Search, "groupId">) =>
  groupId === undefined ? sql`true` : sql`${groupColumn} is not distinct from ${groupId}`;

/** The earliest date that a store may still play: where it is yesterday, past midnight. */
const firstPlaying = (now: Date) => addDays(now.toISOString().slice(0, 10), -2);

async function findBarredSongs(
  scope: Scope,
  db: Db,
  { now, groupId, songId }: Omit<Search, "barred"> & { songId: number | undefined },
): Promise<BarredSong[]> {
  const since = new Date(now.getTime() - withdrawalDays * 86_400_000);
  const { licensedFrom, licensedTo, territories } = song;
  const isLimited = or(
    sql`not ${isPlayable(scope)}`,
    isNotNull(licensedFrom),
    isNotNull(licensedTo),
    sql`cardinality(${territories}) > 0`,
  );
  const changed = await db
    .select({ id: song.id, isPlayable: isPlayable(scope), licensedFrom, licensedTo, territories })
    .from(song)
    .innerJoin(scheduledSong, eq(scheduledSong.songId, song.id))
    .where(
      and(
        isLimited,
        sql`${song.updatedAt} >= ${since.toISOString()}::timestamptz`,
        songId === undefined ? undefined : eq(song.id, songId),
      ),
    );
  if (changed.length === 0) return [];
  const stores = await db
    .selectDistinct({ country: store.country })
    .from(store)
    .where(
      and(
        eq(store.companyId, scope.companyId),
        eq(store.status, "active"),
        isSearched(store.groupId, { groupId }),
      ),
    );
  const days = Array.from({ length: withdrawalDays + 3 }, (_, ahead) =>
    addDays(firstPlaying(now), ahead),
  );
  return [null, ...stores.map(({ country }) => country)].flatMap((country) =>
    days.flatMap((day) =>
      changed.flatMap(({ id, isPlayable, territories, ...dates }) => {
        const licence = { ...dates, territories: territories.length === 0 ? null : territories };
        return isPlayable && isLicensed(licence, day, country) ? [] : { day, country, songId: id };
      }),
    ),
  );
}

/** The barred songs as a relation (day, country, song). */
const unnestBarredSongs = (barred: readonly BarredSong[]) => sql`unnest(
    ${sql.param(barred.map(({ day }) => day))}::date[],
    ${sql.param(barred.map(({ country }) => country))}::text[],
    ${sql.param(barred.map(({ songId }) => songId))}::bigint[]) as barred(day, country, song)`;

/** The songs alone, by which the indexes of days and logs are searched. */
const songsOf = (barred: readonly BarredSong[]) =>
  intsOf([...new Set(barred.map(({ songId }) => songId))]);

/** The country of each group's active stores; null where they are in several. */
const groupCountries = ({ companyId }: Scope) =>
  sql`(select ${store.groupId} as group_id, case when count(distinct ${store.country}) = 1 then min(${store.country}) end as country
    from ${store} where ${store.companyId} = ${companyId} and ${store.status} = 'active' group by ${store.groupId})`;

/** The groups' days that have one of the songs ahead of them, and when it is first due there. */
async function findGroupDaysWith(scope: Scope, db: Db, { barred, now, groupId }: Search) {
  const { companyId } = scope;
  const { rows } = await db.execute<Omit<UnplayableDay, "storeIds">>(sql`
    select ${groupPlaylist.groupId} as "groupId", ${groupPlaylist.day}::text as day, ${epochMs(sql`min(at.due)`)} as due
    from ${groupPlaylist} cross join lateral unnest(${groupPlaylist.songIds}, ${groupPlaylist.songStarts}) as line(song, second)
    join ${groupCountries(scope)} as place on place.group_id is not distinct from ${groupPlaylist.groupId}
    join ${unnestBarredSongs(barred)} on barred.day = ${groupPlaylist.day} and barred.song = line.song and barred.country is not distinct from place.country
    join (select distinct ${store.groupId} as group_id, ${store.timeZone} as zone from ${store} where ${store.companyId} = ${companyId} and ${store.status} = 'active') as shops
      on shops.group_id is not distinct from ${groupPlaylist.groupId}
    cross join lateral (select (${groupPlaylist.day} + make_interval(secs => line.second)) at time zone shops.zone as due offset 0) as at
    where ${groupPlaylist.companyId} = ${companyId} and ${isSearched(groupPlaylist.groupId, { groupId })} and ${groupPlaylist.day} >= ${firstPlaying(now)} and ${groupPlaylist.state} = 'published'
      and ${groupPlaylist.songIds} && ${songsOf(barred)} and at.due > ${now.toISOString()}::timestamptz
    group by ${groupPlaylist.groupId}, ${groupPlaylist.day}`);
  return rows;
}

const epochMs = (at: SQL) => sql<number>`extract(epoch from ${at})::float8 * 1000`;

/**
 * By group and day the stores whose current logs have one of the songs: logs of their own, and runs
 * of a day for several countries.
 */
async function findLogsWith(scope: Scope, db: Db, { barred, now, groupId }: Search) {
  const isBarredHere = sql`exists (select from ${unnestBarredSongs(barred)} where barred.day = ${storeLog.day} and barred.country = ${store.country}
    and barred.song = any(coalesce(${storeLog.songs}, ${groupPlaylist.songIds})))`;
  const isOfSeveral = sql`exists (select from ${groupCountries(scope)} as place where place.group_id is not distinct from ${groupPlaylist.groupId} and place.country is null)`;
  const isRun = sql<boolean>`${storeLog.songs} is null`;
  const rows: (UnplayableDay & { isRun: boolean })[] = await db
    .select({
      groupId: groupPlaylist.groupId,
      day: storeLog.day,
      isRun,
      // of a day to come its beginning will do: reading all its logs takes long
      due: epochMs(sql`min(${storeLog.midnight})`),
      storeIds: sql<number[]>`array_to_json(array_agg(${storeLog.storeId}))`,
    })
    .from(storeLog)
    .innerJoin(store, and(eq(store.companyId, storeLog.companyId), eq(store.id, storeLog.storeId)))
    .innerJoin(groupPlaylist, isOfGroupsDay)
    .where(
      and(
        eq(storeLog.companyId, scope.companyId),
        isCurrent,
        isSearched(groupPlaylist.groupId, { groupId }),
        gte(storeLog.day, firstPlaying(now)),
        or(
          sql`${storeLog.songs} && ${songsOf(barred)}`,
          sql`${isRun} and ${isOfSeveral} and ${groupPlaylist.songIds} && ${songsOf(barred)}`,
        ),
        isBarredHere,
      ),
    )
    .groupBy(groupPlaylist.groupId, storeLog.day, isRun);
  return rows;
}

/** Narrows stores to those whose logs have one of the songs ahead of them. */
async function findUpcoming(
  scope: Scope,
  db: Db,
  { storeIds, ...at }: UnplayableDay,
  { barred, now }: Search,
): Promise<UnplayableDay> {
  const upcoming: UnplayableDay = { ...at, due: Number.POSITIVE_INFINITY, storeIds: [] };
  const countries = await findCountries(scope, db, storeIds);
  const barredIn = (country: string | undefined) =>
    new Set(
      barred.flatMap((one) => (one.day === at.day && one.country === country ? one.songId : [])),
    );
  for (let first = 0; first < storeIds.length; first += logsAtATime) {
    const someStores = storeIds.slice(first, first + logsAtATime);
    for (const { storeId, positions } of await findCurrentLogs(scope, db, someStores, [at.day])) {
      const songIds = barredIn(countries.get(storeId));
      const next = positions.find(
        ({ songId = 0, startsAt = 0 }) => songIds.has(songId) && startsAt > now.getTime(),
      );
      if (!next) continue;
      upcoming.storeIds.push(storeId);
      upcoming.due = Math.min(upcoming.due, next.startsAt ?? 0);
    }
  }
  return upcoming;
}

const logsAtATime = 500;

async function findCountries(
  { companyId }: Scope,
  db: Db,
  storeIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: store.id, country: store.country })
    .from(store)
    .where(
      and(
        eq(store.companyId, companyId),
        sql`${store.id} = any(${sql.param([...storeIds])}::bigint[])`,
      ),
    );
  return new Map(rows.map(({ id, country }) => [id, country]));
}
