import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { and, eq, gte, isNull, sql } from "drizzle-orm";
import { SAMPLE_RATE } from "#demo/instruments";
import { encodeWav } from "#demo/wav";
import * as table from "#platform/db/schema/index";
import { makeMediaId } from "#platform/modules/player/media-id";
import type { StoredPosition } from "#platform/modules/schedule/logs/playlist-record";
import { foldLog } from "#platform/modules/schedule/logs/store-log-record";
import { expect, test as journey, type Page, signInByForm } from "./journey.ts";
import { openPlace, type Place } from "./server.ts";
import { type Recorder, startTimeLapse, type TimeLapse } from "./time-lapse.ts";

const timeZone = "Asia/Kolkata";
const day = new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());
/** An instant on the store's clock, today. */
export const at = (clock: string) => Date.parse(`${day}T${clock}+05:30`);

export type PlannedItem = {
  title: string;
  kind: "MUSIC" | "AD" | "TOH";
  from: string;
  seconds: number;
  isMissing?: boolean;
  recordedSeconds?: number;
  /** Where the recording begins and ends (s). */
  cues?: [cueIn: number, cueOut: number];
};
/** The store's day: around noon, then closed, then around three. */
export const planned: PlannedItem[] = [
  { title: "Opener", kind: "MUSIC", from: "11:58:40", seconds: 40 },
  { title: "Before noon", kind: "MUSIC", from: "11:59:20", seconds: 40, recordedSeconds: 65 },
  { title: "Noon", kind: "TOH", from: "12:00:00", seconds: 10 },
  { title: "Coffee offer", kind: "AD", from: "12:00:10", seconds: 20 },
  {
    title: "After noon",
    kind: "MUSIC",
    from: "12:00:30",
    seconds: 40,
    recordedSeconds: 70,
    cues: [15, 55],
  },
  // shorter than any song that may stand in for it, so that one does
  { title: "Lost recording", kind: "MUSIC", from: "12:01:10", seconds: 35, isMissing: true },
  { title: "Before closing", kind: "MUSIC", from: "12:01:45", seconds: 40 },
  { title: "Three", kind: "TOH", from: "15:00:00", seconds: 10 },
  { title: "Reopening", kind: "MUSIC", from: "15:00:10", seconds: 80 },
  {
    title: "Last song",
    kind: "MUSIC",
    from: "15:01:30",
    seconds: 40,
    recordedSeconds: 90,
    cues: [12, 52],
  },
];

export type World = TimeLapse & { logId: number; storeName: string };
export const test = journey.extend<{ world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is asked for here
    async ({}, use) => {
      let published = { logId: 0, storeName: "" };
      const lapse = await startTimeLapse(at("11:00:00"), async (place) => {
        published = await publish(place);
      });
      await use(Object.assign(lapse, published));
      await lapse.remove();
    },
    { timeout: 900_000 },
  ],
  baseURL: ({ world }, use) => use(world.url),
});

/**
 * Signs the store's player in and presses Start at a time of the store's clock, which stands still
 * until something sounds, and runs at most `fastest` times as fast as the real one.
 */
export async function startAt(clock: string, world: World, page: Page, fastest = 2) {
  world.runAtMost(fastest);
  await world.move(page.context());
  await signInByForm("store.manager", page);
  await expect(page.getByRole("button", { name: "Start playing" })).toBeEnabled();
  await world.hold(at(clock), page);
  await page.getByRole("button", { name: "Start playing" }).click();
  await expect.poll(() => page.evaluate(readSoundStarts)).not.toEqual([]);
  await world.go(page);
}

export const readSoundStarts = () => (window as never as Recorder).soundStarts;
export const readLongestStall = () => (window as never as Recorder).longestStall;

/** Waits until this page has begun to play an item. */
export const expectPlayed = (page: Page, title: string) =>
  expect
    .poll(async () => (await page.evaluate(readSoundStarts)).map(({ src }) => src), {
      message: title,
    })
    .toContain(mediaOf(title));

const ids = new Map<string, string>();
export const mediaOf = (title: string) => `/store-manager/media/${ids.get(title)}`;

/**
 * Publishes the day for the store manager's store as the only log from today on, with a recording
 * for each item but the lost one.
 */
async function publish(place: Place): Promise<Pick<World, "logId" | "storeName">> {
  const database = await openPlace(place);
  const { db } = database;
  const [store] = await db
    .select({ companyId: table.store.companyId, id: table.store.id, name: table.store.name })
    .from(table.userUnit)
    .innerJoin(
      table.store,
      and(
        eq(table.store.companyId, table.userUnit.companyId),
        eq(table.store.id, table.userUnit.storeId),
      ),
    )
    .innerJoin(
      table.appUser,
      and(
        eq(table.appUser.companyId, table.userUnit.companyId),
        eq(table.appUser.id, table.userUnit.userId),
      ),
    )
    .where(eq(table.appUser.username, "store.manager"));
  if (!store) throw new Error("store.manager has no store");
  const { companyId, id: storeId } = store;
  const ofStore = and(eq(table.storeLog.companyId, companyId), eq(table.storeLog.storeId, storeId));
  const current = and(ofStore, isNull(table.storeLog.supersededAt));
  const [before] = await db
    .select({ playlistId: table.storeLog.playlistId })
    .from(table.storeLog)
    .where(current);
  await db
    .update(table.storeLog)
    .set({ supersededAt: sql`now()` })
    .where(and(current, gte(table.storeLog.day, day)));
  // in the evening the demo's store has played today, maybe at an instant at which this log plays too
  await db
    .delete(table.playLog)
    .where(
      and(
        eq(table.playLog.companyId, companyId),
        eq(table.playLog.storeId, storeId),
        gte(table.playLog.day, day),
      ),
    );
  const [provider] = await db.select({ id: table.song.companyId }).from(table.song).limit(1);
  const positions: StoredPosition[] = [];
  for (const [
    index,
    { title, kind, from, seconds, recordedSeconds = seconds, cues, isMissing },
  ] of planned.entries()) {
    const cueColumns = {
      cueInMs: (cues?.[0] ?? 0) * 1000,
      cueOutMs: cues ? cues[1] * 1000 : null,
      audioMs: recordedSeconds * 1000,
    };
    const audioFile = recordingOf(title);
    if (!isMissing)
      await writeTone(join(place.folder, "files", audioFile), recordedSeconds, 200 + 50 * index);
    const position = { kind, durationSeconds: seconds, startsAt: at(from), startSeconds: 0 };
    if (kind === "MUSIC") {
      const song = {
        companyId: provider?.id ?? 0,
        title,
        artist: "Artist",
        durationSeconds: seconds,
        ...cueColumns,
        audioFile,
      };
      const [{ id } = { id: 0 }] = await db
        .insert(table.song)
        .values(song)
        .returning({ id: table.song.id });
      ids.set(title, makeMediaId({ kind: "song", id }, audioFile));
      positions.push({ ...position, songId: id });
    } else {
      const spot = { companyId, kind, name: title, durationSeconds: seconds, audioFile };
      const [{ id } = { id: 0 }] = await db
        .insert(table.spot)
        .values(spot)
        .returning({ id: table.spot.id });
      ids.set(title, makeMediaId({ kind: "spot", id }, audioFile));
      positions.push({ ...position, spotId: id, name: title });
    }
  }
  const [log] = await db
    .insert(table.storeLog)
    .values({
      companyId,
      storeId,
      day,
      playlistId: before?.playlistId ?? 0,
      createdAt: new Date(at("00:00:00")),
      ...foldLog(positions, []),
    })
    .returning({ id: table.storeLog.id });
  await database.close();
  return { logId: log?.id ?? 0, storeName: store.name };
}

export const recordingOf = (title: string) =>
  `audio/time-lapse-${planned.findIndex((item) => item.title === title)}.wav`;

export async function writeTone(path: string, seconds: number, hertz: number) {
  const tone = Float32Array.from(
    { length: seconds * SAMPLE_RATE },
    (_, n) => 0.2 * Math.sin((2 * Math.PI * hertz * n) / SAMPLE_RATE),
  );
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, encodeWav(tone));
}

/** Reads what the platform has received of a log, in the order it was played. */
export async function readPlays(place: Place, ofLog: number) {
  const database = await openPlace(place);
  const rows = await database.db
    .select({
      position: table.playLog.position,
      startedAt: table.playLog.startedAt,
      seconds: table.playLog.seconds,
      reason: table.playLog.reason,
      substituteReason: table.playLog.substituteReason,
    })
    .from(table.playLog)
    .where(eq(table.playLog.logId, ofLog))
    .orderBy(table.playLog.startedAt);
  await database.close();
  return rows.map(({ position, startedAt, ...row }) => ({
    ...row,
    position: position ?? -1,
    startedAt: new Date(startedAt).getTime(),
  }));
}
