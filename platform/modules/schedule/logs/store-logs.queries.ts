import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { and, eq, gte, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { addDays, lastBegun } from "#contract/base/dates";
import { daysAhead } from "#contract/player/limits";
import type { Scope } from "../../../access/scope.ts";
import { storesWithin } from "../../../access/scope-conditions.ts";
import { broadcastToPlayers } from "../../../db/changes.ts";
import {
  campaignRefusal,
  groupPlaylist,
  scheduledSong,
  song,
  store,
  storeLog,
} from "../../../db/schema/index.ts";
import { statement } from "../../../db/statement.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { type GroupId, isPlayable } from "../days/schedule-inputs.queries.ts";
import type { StoredPosition, StoredSummary } from "./playlist-record.ts";
import { hasGroup, noteSongs } from "./playlists.queries.ts";
import { type StoredLog, unfoldLog } from "./store-log-record.ts";

/**
 * Stores' logs: the one place that knows how their positions are stored
 * (docs/decisions/store-logs.md).
 */

const { midnight, fromPosition, toPosition, songs, spots, own } = storeLog;
const logColumns = {
  id: storeLog.id,
  storeId: storeLog.storeId,
  day: storeLog.day,
  playlistId: storeLog.playlistId,
  createdAt: storeLog.createdAt,
  supersededAt: storeLog.supersededAt,
  stored: { midnight, fromPosition, toPosition, songs, spots, own },
  group: { createdAt: groupPlaylist.createdAt, inputsDigest: groupPlaylist.inputsDigest },
};

/**
 * A store's log, as `packLog` made it: its songs refer to their traces in the group's day. Stores
 * that play the same share one array.
 */
export type StoreLogLines = {
  id: number;
  storeId: number;
  day: string;
  playlistId: number;
  /** In force from createdAt to supersededAt, which is null while it is in force. */
  createdAt: Date;
  supersededAt: Date | null;
  positions: readonly StoredPosition[];
};

const isCurrent = isNull(storeLog.supersededAt);
const isOfGroupsDay = and(
  eq(groupPlaylist.companyId, storeLog.companyId),
  eq(groupPlaylist.id, storeLog.playlistId),
);
const ofStores = (storeIds: readonly number[]) =>
  sql`${storeLog.storeId} = any(${sql.param(storeIds)}::bigint[])`;

const selectLogs = (scope: Scope, db: Db, which: SQL | undefined) =>
  db
    .select(logColumns)
    .from(storeLog)
    .innerJoin(store, and(eq(store.companyId, storeLog.companyId), eq(store.id, storeLog.storeId)))
    .innerJoin(groupPlaylist, isOfGroupsDay)
    .where(and(storesWithin(scope), eq(storeLog.companyId, scope.companyId), which));
type LogRow = Awaited<ReturnType<typeof selectLogs>>[number];

async function readLogs(scope: Scope, db: Db, rows: LogRow[]): Promise<StoreLogLines[]> {
  const groupsDayOf = ({ playlistId, group }: LogRow) =>
    `${scope.companyId} ${playlistId} ${group.createdAt.getTime()} ${group.inputsDigest}`;
  const recordOf = (row: LogRow) => {
    const { own, songs, midnight, fromPosition, toPosition } = row.stored;
    const record = own
      ? createHash("sha256").update(own).update(`${songs}`).digest("base64url")
      : `${fromPosition} ${toPosition}`;
    return `${groupsDayOf(row)} ${midnight?.getTime()} ${record}`;
  };
  const read = rows.map((row) => {
    const record = recordOf(row);
    return { row, record, positions: unfolded.get(record) };
  });
  const missing = new Map(
    read.flatMap(({ row, positions }) => (positions ? [] : [[row.playlistId, groupsDayOf(row)]])),
  );
  const groups = await findGroupLines(scope, db, missing);
  const logs: StoreLogLines[] = [];
  let count = 0;
  for (const { row, record, positions: ownPositions } of read) {
    const { stored, group: _, ...log } = row;
    let positions = ownPositions ?? unfolded.get(record);
    if (!positions) {
      positions = unfoldLog(stored as StoredLog, groups.get(row.playlistId) ?? []);
      unfolded.set(record, positions);
      if (++count % logsATurn === 0) await nextTurn(); // a player may ask for those of three months
    }
    logs.push({ ...log, positions });
  }
  return logs;
}

/** Logs after which other requests get their turn; each takes a millisecond or two. */
const logsATurn = 5;

/**
 * Cache of recently read positions of groups' days, and of logs made from them: a day with
 * logs never changes, all stores of its group ask for it, and many play the same. Its key is the
 * day's id with when and from what it was made.
 */
const groupLines = new LRUCache<string, readonly StoredPosition[]>({ max: 100 });
const unfolded = new LRUCache<string, readonly StoredPosition[]>({ max: 200 });

/**
 * Reads the positions of groups' days without the songs' traces, which are most of the stored data;
 * `days` has each day's cache key.
 */
async function findGroupLines(
  scope: Scope,
  db: Db,
  days: ReadonlyMap<number, string>,
): Promise<Map<number, readonly StoredPosition[]>> {
  const linesByPlaylist = new Map<number, readonly StoredPosition[]>();
  for (const [id, key] of days) {
    const cachedLines = groupLines.get(key);
    if (cachedLines) linesByPlaylist.set(id, cachedLines);
  }
  const missing = [...days.keys()].filter((id) => !linesByPlaylist.has(id));
  if (missing.length === 0) return linesByPlaylist;
  const { id } = groupPlaylist;
  const positions = sql<
    StoredPosition[]
  >`(select coalesce(jsonb_agg(case when line ->> 'kind' = 'MUSIC' then line - 'trace' else line end order by place), '[]')
    from jsonb_array_elements(${groupPlaylist.positions}) with ordinality as at(line, place))`;
  const isMissing = and(
    eq(groupPlaylist.companyId, scope.companyId),
    sql`${id} = any(${sql.param(missing)}::bigint[])`,
  );
  for (const row of await db.select({ id, positions }).from(groupPlaylist).where(isMissing)) {
    linesByPlaylist.set(row.id, row.positions);
    groupLines.set(days.get(row.id) ?? "", row.positions);
  }
  return linesByPlaylist;
}

/** The logs that stores of the scope play on the days named; a day without one is absent. */
export const findCurrentLogs = async (
  scope: Scope,
  db: Db,
  storeIds: readonly number[],
  days: readonly string[],
) =>
  readLogs(
    scope,
    db,
    await selectLogs(
      scope,
      db,
      and(ofStores(storeIds), inArray(storeLog.day, [...days]), isCurrent),
    ),
  );

/** Logs of stores of the scope by their ids. */
export const findLogs = async (scope: Scope, db: Db, ids: readonly number[]) =>
  readLogs(
    scope,
    db,
    await selectLogs(scope, db, sql`${storeLog.id} = any(${sql.param([...ids])}::bigint[])`),
  );

/**
 * The log that a store of the scope plays on a day with its group's whole day, to whose traces it
 * refers.
 */
export async function findCurrentLog(scope: Scope, db: Db, storeId: number, day: string) {
  const [row] = await selectLogs(
    scope,
    db,
    and(eq(storeLog.storeId, storeId), eq(storeLog.day, day), isCurrent),
  );
  if (!row) return undefined;
  const [group] = await db
    .select({ positions: groupPlaylist.positions, summary: groupPlaylist.summary })
    .from(groupPlaylist)
    .where(and(eq(groupPlaylist.companyId, scope.companyId), eq(groupPlaylist.id, row.playlistId)));
  if (!group) throw new Error("a log without its group's day");
  const playlist = group.positions as StoredPosition[];
  const { id, playlistId, stored } = row;
  return {
    id,
    playlistId,
    playlist,
    summary: group.summary as StoredSummary,
    positions: unfoldLog(stored as StoredLog, playlist),
  };
}

const logsInForce = statement<{
  company: number;
  storeIds: readonly number[];
  logIds: readonly number[];
  from: string;
  to: string;
}>(({ company, storeIds, logIds, from, to }) => {
  const isNamed = sql`log.store_id = any(${storeIds}::bigint[]) and log.id = any(${logIds}::bigint[])`;
  return sql`
      select log.id, log.store_id as "storeId", log.day, log.playlist_id as "playlistId", log.created_at as "createdAt", log.superseded_at as "supersededAt",
        log.midnight, log.from_position as "fromPosition", log.to_position as "toPosition", log.songs, log.spots, log.own,
        grp.created_at as "groupCreatedAt", grp.inputs_digest as "inputsDigest"
      from ${storeLog} as log join ${groupPlaylist} as grp on grp.company_id = log.company_id and grp.id = log.playlist_id
      where log.company_id = ${company} and (log.store_id, log.day) in (select log.store_id, log.day from ${storeLog} as log where log.company_id = ${company} and ${isNamed})
        and (${isNamed} or log.created_at <= ${to}::timestamptz and (log.superseded_at is null or log.superseded_at > ${from}::timestamptz))`;
});

/**
 * Finds the named logs of a company's stores, and those of the same days in force at any time of a
 * span. Finds all of them: the caller asks for stores that may be seen.
 */
export async function findLogsInForce(
  scope: Scope,
  db: Db,
  storeIds: readonly number[],
  { logIds, from, to }: { logIds: readonly number[]; from: Date; to: Date },
): Promise<StoreLogLines[]> {
  type Row = Omit<LogRow, "stored" | "group"> &
    LogRow["stored"] & { groupCreatedAt: Date; inputsDigest: LogRow["group"]["inputsDigest"] };
  const { rows } = await db.execute<Row>(
    logsInForce({
      company: scope.companyId,
      storeIds,
      logIds,
      from: from.toISOString(),
      to: to.toISOString(),
    }),
  );
  const asLogRow = ({
    midnight,
    fromPosition,
    toPosition,
    songs,
    spots,
    own,
    groupCreatedAt,
    inputsDigest,
    ...log
  }: Row): LogRow => ({
    ...log,
    stored: { midnight, fromPosition, toPosition, songs, spots, own },
    group: { createdAt: groupCreatedAt, inputsDigest },
  });
  return readLogs(scope, db, rows.map(asLogRow));
}

const largestInt = 2_147_483_647;

type Media = { songIds: readonly number[]; spotIds: readonly number[] };

/**
 * Finds which of the songs and spots are in a log of the store between two days, superseded or
 * not.
 */
export async function findHeldMedia(
  { companyId }: Scope,
  db: Db,
  { storeId, from, to }: { storeId: number; from: string; to: string },
  { songIds, spotIds }: Media,
): Promise<{ songs: Set<number>; spots: Set<number> }> {
  // logs store ids as 32-bit integers: no log has a larger id that a player may send
  const lists = { songs: intsOf(songIds), spots: intsOf(spotIds) };
  // read a group's day only if it contains one of them: its songs are in a column of their own, its
  // spots only in its positions
  const hasSpot = sql`${groupPlaylist.positions} @> any(${sql.param(spotIds.map((spotId) => JSON.stringify([{ spotId }])))}::jsonb[])`;
  const hasOne =
    spotIds.length > 0
      ? sql`(${groupPlaylist.songIds} && ${lists.songs} or ${hasSpot})`
      : sql`${groupPlaylist.songIds} && ${lists.songs}`;
  const { rows } = await db.execute<{ songId: number | null; spotId: number | null }>(sql`
    with log as (
      select ${storeLog.playlistId}, ${fromPosition}, ${toPosition}, ${songs}, ${spots} from ${storeLog}
      where ${storeLog.companyId} = ${companyId} and ${storeLog.storeId} = ${storeId} and ${storeLog.day} between ${from} and ${to}
    )
    select held.id::bigint as "songId", null::bigint as "spotId" from log, unnest(songs) as held(id) where held.id = any(${lists.songs})
    union select null, held.id::bigint from log, unnest(spots) as held(id) where held.id = any(${lists.spots})
    union select line."songId", line."spotId"
    from log join ${groupPlaylist} on ${groupPlaylist.companyId} = ${companyId} and ${groupPlaylist.id} = log.playlist_id
    cross join lateral ${linesOf(sql`"songId" bigint, "spotId" bigint`)}
    where log.from_position is not null and ${hasOne}
      and (line."songId" = any(${lists.songs}) or line."spotId" = any(${lists.spots})) and ${playsLine(sql`log`)}`);
  const requestedIds = { songs: new Set(songIds), spots: new Set(spotIds) };
  return {
    songs: new Set(
      rows.flatMap(({ songId }) =>
        songId !== null && requestedIds.songs.has(songId) ? [songId] : [],
      ),
    ),
    spots: new Set(
      rows.flatMap(({ spotId }) =>
        spotId !== null && requestedIds.spots.has(spotId) ? [spotId] : [],
      ),
    ),
  };
}

/**
 * The lines of a group's day with the columns given, and each one's `place`, which counts from 1.
 */
const linesOf = (columns: SQL) =>
  sql`rows from (jsonb_to_recordset(${groupPlaylist.positions}) as (${columns})) with ordinality as line`;

/** True if a log (a row with its columns) is a run that has the line of its group's day. */
const playsLine = (log: SQL) =>
  sql`line.ordinality > ${log}.from_position and line.ordinality <= ${log}.to_position`;

const intsOf = (ids: readonly number[]) =>
  sql`${sql.param(ids.filter((id) => id <= largestInt))}::int[]`;

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
      due: epochMs(sql`min(${midnight})`),
      storeIds: sql<number[]>`array_to_json(array_agg(${storeLog.storeId}))`,
    })
    .from(storeLog)
    .innerJoin(groupPlaylist, isOfGroupsDay)
    .where(
      and(
        ...[eq(storeLog.companyId, scope.companyId), isCurrent],
        ...[gte(storeLog.day, firstPlaying(now)), sql`${songs} && ${intsOf(ids)}`],
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

export type NewLog = { storeId: number; log: StoredLog<Uint8Array>; facts: string | null };

/**
 * By store, the facts that its current log of a version of its group's day was made from
 * (`storeFacts`).
 */
export async function findLogFacts(
  { companyId }: Scope,
  db: Db,
  playlistId: number,
): Promise<Map<number, string | null>> {
  const rows = await db
    .select({ storeId: storeLog.storeId, facts: storeLog.factsDigest })
    .from(storeLog)
    .where(and(eq(storeLog.companyId, companyId), eq(storeLog.playlistId, playlistId), isCurrent));
  return new Map(rows.map(({ storeId, facts }) => [storeId, facts]));
}

const logsAStatement = 1_000;

/**
 * New logs of a group's published day take the place of the stores' current ones for it; stores
 * that left the group lose theirs of its versions, all but those that `stay`. Stores that share a
 * log hand over the same one. Throws 422 as `noteSongs` does.
 */
export async function replaceLogs(
  scope: Scope,
  tx: Tx,
  {
    groupId,
    day,
    playlistId,
    stay,
  }: { groupId: GroupId; day: string; playlistId: number; stay: ReadonlySet<number> },
  { logs, at }: { logs: readonly NewLog[]; at: Date },
): Promise<void> {
  await noteSongs(tx, [
    { day, songIds: [...new Set(logs.map(({ log }) => log))].flatMap((log) => log.songs ?? []) },
  ]);
  const versions = tx
    .select({ id: groupPlaylist.id })
    .from(groupPlaylist)
    .where(
      and(
        eq(groupPlaylist.companyId, scope.companyId),
        hasGroup(groupId),
        eq(groupPlaylist.day, day),
      ),
    );
  const superseded = await tx
    .update(storeLog)
    .set({ supersededAt: at })
    .where(
      and(
        ...[eq(storeLog.companyId, scope.companyId), eq(storeLog.day, day), isCurrent],
        sql`(${ofStores(logs.map(({ storeId }) => storeId))} or ${inArray(storeLog.playlistId, versions)} and not ${ofStores([...stay])})`,
      ),
    )
    .returning({ storeId: storeLog.storeId });
  for (let i = 0; i < logs.length; i += logsAStatement)
    await insertLogs(
      scope,
      tx,
      { day, playlistId },
      { logs: logs.slice(i, i + logsAStatement), at },
    );
  if (isHeldByPlayers(day, at))
    broadcastToPlayers(tx, {
      signal: "schedule",
      storeIds: [...new Set([...superseded, ...logs].map(({ storeId }) => storeId))],
    });
}

/** Players hold two days beyond today's, on the clocks of their stores. */
const isHeldByPlayers = (day: string, at: Date) =>
  day <= addDays(at.toISOString().slice(0, 10), daysAhead + 1);

/** Inserts many stores' logs in one statement; their common data is sent once. */
async function insertLogs(
  scope: Scope,
  tx: Tx,
  { day, playlistId }: { day: string; playlistId: number },
  { logs, at }: { logs: readonly NewLog[]; at: Date },
) {
  const distinct = [...new Set(logs.map(({ log }) => log))];
  const numberOf = new Map(distinct.map((log, number) => [log, number]));
  const storeIds = logs.map(({ storeId }) => storeId);
  const numbers = logs.map(({ log }) => numberOf.get(log));
  const facts = logs.map((one) => one.facts);
  const records = JSON.stringify(
    distinct.map((log, number) => ({
      number,
      ...log,
      own: log.own && Buffer.from(log.own).toString("hex"),
    })),
  );
  await tx.execute(sql`
    insert into ${storeLog} (company_id, store_id, day, playlist_id, midnight, from_position, to_position, songs, spots, own, facts_digest, created_at)
    select ${scope.companyId}::bigint, shop.id, ${day}::date, ${playlistId}::bigint, log.midnight, log."fromPosition", log."toPosition",
      log.songs, log.spots, decode(log.own, 'hex'), shop.facts, ${at.toISOString()}::timestamptz
    from unnest(${sql.param(storeIds)}::bigint[], ${sql.param(numbers)}::int[], ${sql.param(facts)}::text[]) as shop(id, log, facts)
    join json_to_recordset(${records}::json) as log(number int, midnight timestamptz, "fromPosition" smallint, "toPosition" smallint,
      songs int[], spots int[], own text) on log.number = shop.log
    order by shop.id`);
}

/** Days that logs are kept, as proof of what was planned: a year and a month. */
const logDays = 400;

/**
 * For the daily job, over all companies: deletes logs past their time with their refusals, and
 * groups' days that no log refers to any longer.
 */
export async function forgetOldDays(db: Db, now: Date): Promise<void> {
  const before = sql`${now.toISOString().slice(0, 10)}::date - ${logDays}::int`;
  const slice = (table: typeof storeLog | typeof groupPlaylist, which: SQL) =>
    sql`with old as (select company_id, id from ${table} where ${which} limit ${rowsAtATime})
      delete from ${table} using old where ${table.companyId} = old.company_id and ${table.id} = old.id`;
  const isNamed = sql`exists (select 1 from ${storeLog} where ${storeLog.companyId} = ${groupPlaylist.companyId} and ${storeLog.playlistId} = ${groupPlaylist.id})`;
  const old = [
    slice(storeLog, sql`${storeLog.day} < ${before}`),
    slice(groupPlaylist, sql`${groupPlaylist.day} < ${before} and not ${isNamed}`),
  ];
  await db.execute(sql`delete from ${campaignRefusal} where ${campaignRefusal.logDay} < ${before}`);
  for (const statement of old)
    while (((await db.execute(statement)).rowCount ?? 0) === rowsAtATime);
}

const rowsAtATime = 5_000;
