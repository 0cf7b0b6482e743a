import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { addDays } from "#contract/base/dates";
import { daysAhead } from "#contract/player/limits";
import type { Scope } from "../../../access/scope.ts";
import { broadcastToPlayers } from "../../../db/changes.ts";
import { campaignRefusal, groupPlaylist, storeLog } from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";
import type { GroupId } from "../days/groups.queries.ts";
import { hasGroup } from "./playlists.queries.ts";
import type { StoredLog } from "./store-log-record.ts";
import { isCurrent, ofStores } from "./store-logs.queries.ts";
import { recordSongs } from "./write-playlists.queries.ts";

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
 * Replaces the stores' current logs of a group's published day. Stores that left the group lose
 * their logs of its versions, except those in `stay`. Stores that share a log hand over the same
 * one. Throws 422 as `recordSongs` does.
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
  await recordSongs(tx, [
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
        eq(storeLog.companyId, scope.companyId),
        eq(storeLog.day, day),
        isCurrent,
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
export async function deleteOldDays(db: Db, now: Date): Promise<void> {
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
