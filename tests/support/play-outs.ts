import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type SQL, sql } from "drizzle-orm";
import { type ItemKind, itemKinds } from "#contract/player/endpoints";
import type { Database } from "#platform/db/database";
import * as table from "#platform/db/schema/index";
import { foldLog } from "#platform/modules/schedule/logs/store-log-record";
import { testFilesDir } from "./platform.ts";

/** Adds songs of three minutes to a provider's library; gives their ids. */
export async function makeSongs(
  { db }: Database,
  providerId: number,
  songs: {
    title: string;
    artist?: string;
    album?: string;
    isrc?: string;
    label?: string;
    audioFile?: string;
  }[],
): Promise<number[]> {
  const rows = songs.map((song) => ({
    companyId: providerId,
    artist: "Artist",
    durationSeconds: 180,
    ...song,
  }));
  return (await db.insert(table.song).values(rows).returning({ id: table.song.id })).map(
    ({ id }) => id,
  );
}

export async function makeSpot(
  { db }: Database,
  companyId: number,
  kind: "AD" | "JINGLE" | "TOH",
  name: string,
  audioFile?: string,
) {
  const [spot] = await db
    .insert(table.spot)
    .values({ companyId, kind, name, durationSeconds: 10, audioFile })
    .returning({ id: table.spot.id });
  if (!spot) throw new Error("no spot");
  return spot.id;
}

/**
 * Publishes a store's log as the schedule would, a day before it begins: the items one after
 * another, 180 seconds per song and 10 per spot. Gives the log's id.
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
  }: {
    companyId: number;
    storeId: number;
    groupId: number;
    day: string;
    from: Date;
    createdAt?: Date;
  },
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
      ...(kind === "MUSIC"
        ? { songId: id }
        : { spotId: id, name: "Spot", ...(campaignId && { bookingId: campaignId }) }),
    };
    startsAt += durationSeconds * 1000;
    return position;
  });
  const [playlist] = await db
    .insert(table.groupPlaylist)
    .values({
      companyId,
      groupId,
      day,
      version: ++version,
      state: "superseded",
      inputsDigest: "",
      positions: [],
      summary: {},
    })
    .returning({ id: table.groupPlaylist.id });
  const [log] = await db
    .insert(table.storeLog)
    .values({
      companyId,
      storeId,
      day,
      playlistId: playlist?.id ?? 0,
      ...foldLog(positions, []),
      createdAt,
    })
    .returning({ id: table.storeLog.id });
  if (!log) throw new Error("no log");
  return log.id;
}
let version = 0;

const isPlay = "coalesce(reason, 'SUBSTITUTE') = 'SUBSTITUTE'";
const figures = itemKinds.map((kind) => {
  const of = (figure: string, value: string, condition = isPlay) =>
    `coalesce(${value} filter (where kind = '${kind}' and ${condition}), 0)::int as ${kind.toLowerCase()}_${figure}`;
  return [
    of("received", "count(*)", "true"),
    of("verified", "count(*)", "reason is null"),
    of("plays", "count(*)"),
    of("seconds", "sum(seconds)"),
  ];
});
/** The totals of the play log, in the columns of store_day_plays. */
export const totalsOfLog: SQL = sql.raw(`
  select company_id, day, store_id, ${figures.flat().join(", ")},
    min(started_at) filter (where kind = 'MUSIC' and ${isPlay}) as music_first_at, max(started_at) filter (where kind = 'MUSIC' and ${isPlay}) as music_last_at
  from play_log group by 1, 2, 3`);

/** Gives a type's figures in a row of store_day_plays. */
export const totalsOf = (
  kind: "music" | "ad" | "jingle" | "toh",
  plays: number,
  seconds: number,
  received = plays,
) =>
  ({
    [`${kind}Received`]: received,
    [`${kind}Verified`]: plays,
    [`${kind}Plays`]: plays,
    [`${kind}Seconds`]: seconds,
  }) as Partial<typeof table.storeDayPlays.$inferInsert>;

/** Writes the daily totals of a company's play log, for tests that write the log themselves. */
export async function addTotalsOfLog({ db }: Database, companyId: number): Promise<void> {
  await db.execute(
    sql`insert into store_day_plays select * from (${totalsOfLog}) as log where company_id = ${companyId}`,
  );
}

export const playOut = (
  itemId: string,
  startedAt: Date,
  seconds = 180,
  eventId: string = randomUUID(),
) => ({
  eventId,
  itemId,
  startedAt: startedAt.toISOString(),
  seconds,
});

/** Writes a file of this many bytes, each its position modulo 251, in the files' folder. */
export async function makeAudioFile(file: string, bytes: number): Promise<Buffer> {
  const content = Buffer.from(Array.from({ length: bytes }, (_, at) => at % 251));
  const path = `${testFilesDir}/${file}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return content;
}
