import { and, eq, gte, type SQL, sql } from "drizzle-orm";
import { addDays, lastBegun } from "#contract/base/dates";
import type { Scope } from "../../../access/scope.ts";
import { groupPlaylist, scheduledSong, song, store, storeLog } from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";
import type { GroupId } from "../days/groups.queries.ts";
import { isPlayable } from "../days/songs.queries.ts";
import { findCurrentLogs, intsOf, isCurrent, isOfGroupsDay } from "./store-logs.queries.ts";

/**
 * A published day of a group that still plays a song which may no longer be played: when it is next
 * due (epoch milliseconds), and the stores whose own logs have one.
 */
export type UnplayableDay = { groupId: GroupId; day: string; due: number; storeIds: number[] };

/**
 * Finds the published days with songs that may no longer be played, the next due first. Only songs
 * changed within the days that are published ahead are searched: later days were made without them.
 */
export async function findUnplayableDays(
  scope: Scope,
  db: Db,
  now: Date,
): Promise<UnplayableDay[]> {
  const since = new Date(now.getTime() - withdrawalDays * 86_400_000);
  const withdrawn = await db
    .select({ id: song.id })
    .from(song)
    .innerJoin(scheduledSong, eq(scheduledSong.songId, song.id))
    .where(
      and(
        sql`not ${isPlayable(scope)}`,
        sql`${song.updatedAt} >= ${since.toISOString()}::timestamptz`,
      ),
    );
  if (withdrawn.length === 0) return [];
  const songs = { ids: withdrawn.map(({ id }) => id), now };
  const keyOf = ({ groupId, day }: Pick<UnplayableDay, "groupId" | "day">) => `${groupId} ${day}`;
  const unplayable = new Map<string, UnplayableDay>();
  for (const at of await findGroupDaysWith(scope, db, songs))
    unplayable.set(keyOf(at), { ...at, storeIds: [] });
  for (const own of await findOwnLogsWith(scope, db, songs)) {
    const ofGroup = unplayable.get(keyOf(own));
    if (ofGroup) {
      ofGroup.storeIds.push(...own.storeIds);
      continue;
    }
    const hasBegun = own.day <= lastBegun(now);
    const at = hasBegun ? await findUpcoming(scope, db, own, songs) : own;
    if (at.storeIds.length > 0) unplayable.set(keyOf(at), at);
  }
  return [...unplayable.values()].sort((one, other) => one.due - other.due);
}

/** Longer than days are published ahead. */
const withdrawalDays = 12;

/** Songs that are sought in what plays after an instant. */
type SoughtSongs = { ids: readonly number[]; now: Date };

/** The earliest date that a store may still play: where it is yesterday, past midnight. */
const firstPlaying = (now: Date) => addDays(now.toISOString().slice(0, 10), -2);

/** The groups' days that have one of the songs ahead of them, and when it is first due there. */
async function findGroupDaysWith({ companyId }: Scope, db: Db, { ids, now }: SoughtSongs) {
  const { rows } = await db.execute<Omit<UnplayableDay, "storeIds">>(sql`
    select ${groupPlaylist.groupId} as "groupId", ${groupPlaylist.day}::text as day, ${epochMs(sql`min(at.due)`)} as due
    from ${groupPlaylist} cross join lateral unnest(${groupPlaylist.songIds}, ${groupPlaylist.songStarts}) as line(song, second)
    join (select distinct ${store.groupId} as group_id, ${store.timeZone} as zone from ${store} where ${store.companyId} = ${companyId} and ${store.status} = 'active') as shops
      on shops.group_id is not distinct from ${groupPlaylist.groupId}
    cross join lateral (select (${groupPlaylist.day} + make_interval(secs => line.second)) at time zone shops.zone as due offset 0) as at
    where ${groupPlaylist.companyId} = ${companyId} and ${groupPlaylist.day} >= ${firstPlaying(now)} and ${groupPlaylist.state} = 'published'
      and ${groupPlaylist.songIds} && ${intsOf(ids)} and line.song = any(${intsOf(ids)}) and at.due > ${now.toISOString()}::timestamptz
    group by ${groupPlaylist.groupId}, ${groupPlaylist.day}`);
  return rows;
}

const epochMs = (at: SQL) => sql<number>`extract(epoch from ${at})::float8 * 1000`;

/** By group and day the stores whose current logs are no runs and have one of the songs. */
async function findOwnLogsWith(scope: Scope, db: Db, { ids, now }: SoughtSongs) {
  const rows: UnplayableDay[] = await db
    .select({
      groupId: groupPlaylist.groupId,
      day: storeLog.day,
      // of a day to come its beginning will do: reading all its logs takes long
      due: epochMs(sql`min(${storeLog.midnight})`),
      storeIds: sql<number[]>`array_to_json(array_agg(${storeLog.storeId}))`,
    })
    .from(storeLog)
    .innerJoin(groupPlaylist, isOfGroupsDay)
    .where(
      and(
        eq(storeLog.companyId, scope.companyId),
        isCurrent,
        gte(storeLog.day, firstPlaying(now)),
        sql`${storeLog.songs} && ${intsOf(ids)}`,
      ),
    )
    .groupBy(groupPlaylist.groupId, storeLog.day);
  return rows;
}

/** Narrows stores to those whose logs have one of the songs ahead of them. */
async function findUpcoming(
  scope: Scope,
  db: Db,
  { storeIds, ...at }: UnplayableDay,
  { ids, now }: SoughtSongs,
): Promise<UnplayableDay> {
  const upcoming: UnplayableDay = { ...at, due: Number.POSITIVE_INFINITY, storeIds: [] };
  for (let first = 0; first < storeIds.length; first += logsAtATime) {
    const someStores = storeIds.slice(first, first + logsAtATime);
    for (const { storeId, positions } of await findCurrentLogs(scope, db, someStores, [at.day])) {
      const next = positions.find(
        ({ songId = 0, startsAt = 0 }) => ids.includes(songId) && startsAt > now.getTime(),
      );
      if (!next) continue;
      upcoming.storeIds.push(storeId);
      upcoming.due = Math.min(upcoming.due, next.startsAt ?? 0);
    }
  }
  return upcoming;
}

const logsAtATime = 500;
