import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type SQL, sql } from "drizzle-orm";
import type { ItemKind } from "#contract/player/endpoints";
import type { Database } from "#platform/db/client";
import * as table from "#platform/db/schema/index";
import { foldLog } from "#platform/modules/schedule/store-log-record";
import { testFilesDir } from "./platform.ts";

/** Adds songs of three minutes to a provider's library; gives their ids. */
export async function makeSongs(
  { db }: Database,
  providerId: number,
  songs: { title: string; artist?: string; album?: string; isrc?: string; label?: string; audioFile?: string }[],
): Promise<number[]> {
  const rows = songs.map((song) => ({
    companyId: providerId,
    artist: "Artist",
    durationSeconds: 180,
    ...song,
  }));
  return (await db.insert(table.song).values(rows).returning({ id: table.song.id })).map(({ id }) => id);
}

export async function makeSpot({ db }: Database, companyId: number, kind: "AD" | "JINGLE" | "TOH", name: string, audioFile?: string) {
  const [spot] = await db
    .insert(table.spot)
    .values({ companyId, kind, name, durationSeconds: 10, audioFile })
    .returning({ id: table.spot.id });
  if (!spot) throw new Error("no spot");
  return spot.id;
}

/**
 * Publishes a store's log as the schedule would, a day before it begins: the items one after the other, 180 seconds a song and 10 a spot.
 * Gives the log's id.
 */
export async function makeStoreLog(
  { db }: Database,
  {
    companyId,
    storeId,
    groupId,
    day,
    from,
    createdAt = new Date(from.getTime() - 86_400_000),
  }: { companyId: number; storeId: number; groupId: number; day: string; from: Date; createdAt?: Date },
  items: { kind: ItemKind; id: number; campaignId?: number }[],
): Promise<number> {
  let startsAt = from.getTime();
  const positions = items.map(({ kind, id, campaignId }) => {
    const durationSeconds = kind === "MUSIC" ? 180 : 10;
    const position = {
      kind,
      durationSeconds,
      startsAt,
      startSeconds: 0,
      ...(kind === "MUSIC" ? { songId: id } : { spotId: id, name: "Spot", ...(campaignId && { bookingId: campaignId }) }),
    };
    startsAt += durationSeconds * 1000;
    return position;
  });
  const [playlist] = await db
    .insert(table.groupPlaylist)
    .values({ companyId, groupId, day, version: ++version, state: "superseded", inputsDigest: "", positions: [], summary: {} })
    .returning({ id: table.groupPlaylist.id });
  const [log] = await db
    .insert(table.storeLog)
    .values({ companyId, storeId, day, playlistId: playlist?.id ?? 0, ...foldLog(positions, []), createdAt })
    .returning({ id: table.storeLog.id });
  if (!log) throw new Error("no log");
  return log.id;
}
let version = 0;

const isPlay = sql`coalesce(reason, 'SUBSTITUTE') = 'SUBSTITUTE'`;
/** The totals that the play log adds up to, as store_plays has them. */
export const totalsOfLog: SQL = sql`
  select company_id, store_id, day, kind, count(*)::int as received, (count(*) filter (where reason is null))::int as verified,
    (count(*) filter (where ${isPlay}))::int as plays, coalesce(sum(seconds) filter (where ${isPlay}), 0)::int as seconds,
    min(started_at) filter (where ${isPlay}) as first_at, max(started_at) filter (where ${isPlay}) as last_at
  from play_log group by 1, 2, 3, 4`;

/** Writes the daily totals of a company's play log, for tests that write the log by hand. */
export async function addTotalsOfLog({ db }: Database, companyId: number): Promise<void> {
  await db.execute(sql`insert into store_plays (company_id, store_id, day, kind, received, verified, plays, seconds, first_at, last_at)
    select * from (${totalsOfLog}) as log where company_id = ${companyId}`);
}

export const playOut = (itemId: string, startedAt: Date, seconds = 180, eventId: string = randomUUID()) => ({
  eventId,
  itemId,
  startedAt: startedAt.toISOString(),
  seconds,
});

/** Writes a file of so many bytes, each its own position modulo 251, below the files' folder. */
export async function makeAudioFile(file: string, bytes: number): Promise<Buffer> {
  const content = Buffer.from(Array.from({ length: bytes }, (_, at) => at % 251));
  const path = `${testFilesDir}/${file}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return content;
}
