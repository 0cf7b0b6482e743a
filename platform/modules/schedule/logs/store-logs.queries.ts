import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Scope } from "../../../access/scope.ts";
import { storesWithin } from "../../../access/scope-conditions.ts";
import { groupPlaylist, store, storeLog } from "../../../db/schema/index.ts";
import { statement } from "../../../db/statement.ts";
import type { Db } from "../../../db/types.ts";
import type { StoredPosition, StoredSummary } from "./playlist-record.ts";
import { type StoredLog, unfoldLog } from "./store-log-record.ts";

/**
 * Stores' logs: this file and the three beside it that import from it are the one place that knows
 * how their positions are stored (docs/decisions/store-logs.md).
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

export const isCurrent = isNull(storeLog.supersededAt);
export const isOfGroupsDay = and(
  eq(groupPlaylist.companyId, storeLog.companyId),
  eq(groupPlaylist.id, storeLog.playlistId),
);
export const ofStores = (storeIds: readonly number[]) =>
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
  const toLogRow = ({
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
  return readLogs(scope, db, rows.map(toLogRow));
}

const largestInt = 2_147_483_647;

export const intsOf = (ids: readonly number[]) =>
  sql`${sql.param(ids.filter((id) => id <= largestInt))}::int[]`;
