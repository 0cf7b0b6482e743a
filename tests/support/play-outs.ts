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

/** Makes the stores' totals of the songs' and spots' totals, for tests that write the latter by hand. */
export async function addStorePlays({ db }: Database): Promise<void> {
  await db.execute(sql`insert into store_plays (company_id, store_id, day, kind, received, verified, plays, seconds)
    select company_id, store_id, day, kind, sum(received), sum(verified), sum(plays), sum(seconds) from play_daily group by 1, 2, 3, 4
    on conflict (company_id, day, store_id, kind) do update
    set received = excluded.received, verified = excluded.verified, plays = excluded.plays, seconds = excluded.seconds`);
}

/** The totals that the play log adds up to, as play_daily has them, by item or (`item` false) as store_plays has them. */
export const totalsOfLog = ({ item = true } = {}): SQL => {
  const isPlay = sql`coalesce(reason, 'SUBSTITUTE') = 'SUBSTITUTE'`;
  const keys = item ? sql`company_id, store_id, day, kind, coalesce(song_id, spot_id)` : sql`company_id, store_id, day, kind`;
  return sql`select ${keys}${item ? sql` as item_id` : sql``}, count(*)::int as received, (count(*) filter (where reason is null))::int as verified,
    (count(*) filter (where ${isPlay}))::int as plays, coalesce(sum(seconds) filter (where ${isPlay}), 0)::int as seconds
    ${item ? sql`` : sql`, min(started_at) filter (where ${isPlay}) as first_at, max(started_at) filter (where ${isPlay}) as last_at`}
    from play_log group by ${keys}`;
};

/** Writes the daily totals of a company's play log, for tests that write the log by hand. */
export async function addTotalsOfLog(database: Database, companyId: number): Promise<void> {
  await database.db.execute(sql`insert into play_daily (company_id, store_id, day, kind, item_id, received, verified, plays, seconds)
    select * from (${totalsOfLog()}) as log where company_id = ${companyId}`);
  await addStorePlays(database);
  await database.db.execute(sql`update store_plays set first_at = log.first_at, last_at = log.last_at
    from (${totalsOfLog({ item: false })}) as log where store_plays.company_id = log.company_id and store_plays.store_id = log.store_id
      and store_plays.day = log.day and store_plays.kind = log.kind and log.company_id = ${companyId}`);
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
