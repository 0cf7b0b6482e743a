import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { playerCalls, signInDevice } from "#demo/player/player-calls";
import { type Run, runPlayer } from "#demo/player/run-player";
import { playingTurn, playLog } from "#platform/db/schema/index";
import { ensurePartitions } from "#platform/jobs/keep-house";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, password, type TestPlatform } from "../support/platform.ts";
import { makeAudioFile, makeSongs, makeSpot, makeStoreLog } from "../support/play-outs.ts";

const day = "2026-11-20";
/** An instant on the store's clock. */
const at = (clock: string) => Date.parse(`${day}T${clock}:00+05:30`);
const minute = 60_000;

describe("The command-line player", () => {
  let platform: TestPlatform;
  let company: TestCompany;
  /**
   * Twelve hours of twenty positions: a spot and nineteen songs. The sixth has no audio, the
   * seventh a file that is not there any more.
   */
  const positions = 12 * 20;

  beforeAll(async () => {
    platform = await openTestPlatform(anyEngine, { now: new Date(at("08:00")) });
    const { database } = platform;
    const provider = await makeProvider(database);
    company = await makeCompany(database);
    await ensurePartitions(database.db, new Date(at("08:00")));
    const audioFile = "audio/command-line.wav";
    await makeAudioFile(audioFile, 5_000);
    const songs = await makeSongs(
      database,
      provider.companyId,
      Array.from({ length: 40 }, (_, n) => ({
        title: `Song ${n}`,
        ...(n !== 5 && { audioFile: n === 6 ? "audio/command-line-gone.wav" : audioFile }),
      })),
    );
    const spot = await makeSpot(database, company.companyId, "TOH", "The hour", audioFile);
    await makeStoreLog(
      database,
      {
        companyId: company.companyId,
        storeId: storeId(),
        groupId: company.north.groupIds[0] ?? 0,
        day,
        from: new Date(at("08:00")),
      },
      Array.from({ length: positions }, (_, n) =>
        n % 20 === 0
          ? ({ kind: "TOH", id: spot } as const)
          : ({ kind: "MUSIC", id: songs[n % 40] ?? 0 } as const),
      ),
    );
  });
  afterAll(() => platform?.close());
  beforeEach(async () => {
    for (const table of [playingTurn, playLog]) await platform.database.db.delete(table);
  });

  const storeId = () => company.stores[0]?.id ?? 0;
  const run = async (deviceId: string, more: Pick<Run, "from" | "to"> & Partial<Run>) => {
    const url = await platform.url();
    platform.clock.now = more.from;
    const credential = await signInDevice(
      { url, deviceId },
      { username: company.users.manager, password },
    );
    const reach = (instant: number) => {
      platform.clock.now = instant;
    };
    return runPlayer({
      calls: playerCalls({ url, deviceId, credential }),
      every: 5 * minute,
      reach,
      ...more,
    });
  };
  const received = () =>
    platform.database.db
      .select()
      .from(playLog)
      .where(and(eq(playLog.companyId, company.companyId), eq(playLog.storeId, storeId())))
      .orderBy(playLog.startedAt);

  test("plays a day over the wire, and the log has what was received [PLY-2] [PLY-4]", async () => {
    const account = await run("till", {
      from: at("07:55"),
      to: at("20:30"),
      isOnline: (instant) => instant < at("11:00") || instant > at("14:30"),
    });
    const plays = await received();
    expect(
      plays.map(({ eventId, startedAt, seconds }) => ({
        eventId,
        startedAt: startedAt.toISOString(),
        seconds,
      })),
    ).toEqual(
      account.plays.map(({ eventId, startedAt, seconds }) => ({ eventId, startedAt, seconds })),
    );
    expect(account.receipt).toMatchObject({ accepted: plays.length, duplicates: 0, refused: [] });
    expect(plays.map(({ position }) => position)).toEqual(
      Array.from({ length: positions }, (_, n) => n),
    );
    const substitutes = plays.filter(({ reason }) => reason !== null);
    expect(substitutes.map(({ position }) => (position ?? 0) % 40)).toEqual(
      Array.from({ length: 6 }, () => [5, 6]).flat(),
    );
    expect(
      new Set(substitutes.map(({ reason, substituteReason }) => `${reason} ${substituteReason}`)),
    ).toEqual(new Set(["SUBSTITUTE NO_AUDIO", "SUBSTITUTE UNPLAYABLE"]));
    expect(account.receipt.verified).toBe(positions - substitutes.length);
  });

  test("names what it plays, which the store's page then shows [EAR-1]", async () => {
    await run("till", { from: at("08:00"), to: at("08:05") });
    const store = await platform.as(company.users.admin).findStore({ query: { id: storeId() } });
    expect(store.nowPlaying).toMatchObject({ isFromLog: false, item: { title: "Song 2" } });
  });

  test("goes on playing where the platform does not answer, and tells all once it does [PLY-2]", async () => {
    const { port } = new URL(await platform.url());
    let isDown = false;
    const line = createServer((socket) => {
      if (isDown) return socket.destroy();
      const onwards = connect(Number(port), "127.0.0.1");
      for (const [one, other] of [
        [socket, onwards],
        [onwards, socket],
      ] as const)
        one.on("error", () => other.destroy()).pipe(other);
    });
    await once(line.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
    const credential = await signInDevice(
      { url, deviceId: "till" },
      { username: company.users.manager, password },
    );
    const account = await runPlayer({
      calls: playerCalls({ url, deviceId: "till", credential }),
      from: at("08:00"),
      to: at("10:00"),
      every: 5 * minute,
      reach(instant) {
        platform.clock.now = instant;
        isDown = instant > at("08:30") && instant < at("09:30");
      },
    });
    line.close();
    expect(account.receipt).toMatchObject({
      accepted: account.plays.length,
      duplicates: 0,
      refused: [],
    });
    expect((await received()).map(({ eventId }) => eventId)).toEqual(
      account.plays.map(({ eventId }) => eventId),
    );
  });

  test("joins and skips are told as heard, and a takeover ends the run [PLY-3] [PLY-4]", async () => {
    const skipped = await run("till", {
      from: at("08:01"),
      to: at("08:20"),
      skipAfter: ({ itemId }) => (itemId.endsWith("-3") ? 60 : undefined),
    });
    expect(skipped.plays[0]).toMatchObject({
      startedAt: new Date(at("08:01")).toISOString(),
      seconds: 130,
    });
    expect(skipped.receipt.unverified.map(({ reason }) => reason)).toEqual([
      "TOO_SHORT",
      "TOO_SHORT",
      "SUBSTITUTE",
    ]);
    expect(skipped.plays.find((play) => play.skipped)).toMatchObject({ seconds: 60 });

    const first = await run("till", {
      from: at("09:00"),
      to: at("10:00"),
      reach: async (instant) => {
        platform.clock.now = instant;
        if (instant === at("09:20"))
          await signInDevice(
            { url: await platform.url(), deviceId: "tablet" },
            { username: company.users.manager, password },
          );
      },
    });
    expect(first.isReplaced).toBe(true);
    expect(Math.max(...first.plays.map(({ startedAt }) => Date.parse(startedAt)))).toBeLessThan(
      at("09:20"),
    );
  });
});
