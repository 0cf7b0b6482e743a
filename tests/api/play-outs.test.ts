import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type * as contract from "#contract/player/endpoints";
import { playingTurn } from "#platform/db/schema/index";
import { ensurePartitions } from "#platform/jobs/keep-house";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { anyEngine, type Engine } from "../support/database.ts";
import { cases } from "../support/drawn-cases.ts";
import { longestTurn } from "../support/longest-turn.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { makeSongs, makeSpot, makeStoreLog, playOut, totalsOfLog } from "../support/play-outs.ts";

const now = new Date("2026-11-20T06:00:00.000Z"); // 11:30 in the stores
const day = "2026-11-20";
const minutes = (n: number) => new Date(now.getTime() + n * 60_000);
const seconds = (n: number) => new Date(now.getTime() + n * 1000);

type TestPlayOut = ReturnType<typeof playOut> & { skipped?: boolean };

/**
 * A store whose log has a song of 180 s each three minutes from an hour ago on, and a spot of 10 s
 * at its end.
 */
async function openStore(engine: Engine) {
  const at = await openTestPlatform(engine, { now });
  const provider = await makeProvider(at.database);
  const company = await makeCompany(at.database);
  await ensurePartitions(at.database.db, now);
  const songs = await makeSongs(
    at.database,
    provider.companyId,
    Array.from({ length: 24 }, (_, n) => ({ title: `Song ${n}` })),
  );
  const adId = await makeSpot(at.database, company.companyId, "AD", "Ad");
  const store = { companyId: company.companyId, storeId: company.stores[0]?.id ?? 0 };
  const publish = (ids: number[], createdAt: Date) =>
    makeStoreLog(
      at.database,
      { ...store, groupId: company.north.groupIds[0] ?? 0, day, from: minutes(-60), createdAt },
      [
        ...ids.map((id) => ({ kind: "MUSIC" as const, id })),
        { kind: "AD", id: adId, campaignId: 7 },
      ],
    );
  const supersede = (logId: number, when: Date) =>
    at.database.db.execute(
      sql`update store_log set superseded_at = ${when.toISOString()}::timestamptz where id = ${logId}`,
    );
  const rows = async (query: ReturnType<typeof sql>) => (await at.database.db.execute(query)).rows;
  const send = async (batch: object[], headers: Record<string, string> = {}) => {
    const { status, body } = await at
      .as(company.users.manager)
      .reportPlayOuts({ body: batch as never, headers }).reply;
    return status === 200
      ? (body.data as contract.PlayOutReceipt)
      : Promise.reject(new Error(`${status} ${JSON.stringify(body)}`));
  };
  return {
    at,
    company,
    staff: provider.staff.Fever_Super_Admin_Major,
    songs,
    adId,
    storeId: store.storeId,
    publish,
    supersede,
    rows,
    send,
    /** Gives each play's reason for being unverified; null for verified. */
    async reasons(batch: object[], headers?: Record<string, string>) {
      const { unverified, verified, accepted } = await send(batch, headers);
      expect(verified + unverified.length).toBe(accepted);
      return batch.map((_, index) => unverified.find((one) => one.index === index)?.reason ?? null);
    },
    /** Makes a device the one that plays from an instant on; null: none. */
    giveTurn: (deviceId: string | null, since: Date) =>
      at.database.db.insert(playingTurn).values({ ...store, since, deviceId }),
    async forget() {
      for (const table of ["playing_turn", "play_log", "store_day_plays", "campaign_plays"])
        await at.database.db.execute(sql.raw(`delete from ${table}`));
    },
    /** Reads these figures of music for each store and day. */
    musicTotals: (...figures: string[]) =>
      rows(
        sql.raw(
          `select ${figures.map((figure) => `music_${figure} as ${figure}`).join(", ")} from store_day_plays`,
        ),
      ),
    async expectTotalsOfLog() {
      expect(await rows(sql`select * from store_day_plays order by 1, 2, 3`)).toEqual(
        await rows(sql`${totalsOfLog} order by 1, 2, 3`),
      );
      // of a campaign's spots what is verified counts, on the date on which it was due
      expect(
        await rows(sql`select campaign_id, day, store_id, spot_id, verified from campaign_plays`),
      ).toEqual(
        await rows(sql`select 7::bigint as campaign_id, (due_at at time zone 'Asia/Kolkata')::date as day, store_id, spot_id, count(*)::int as verified
          from play_log where reason is null and spot_id is not null group by 2, 3, 4`),
      );
    },
  };
}
type PlayOutStoreSetup = Awaited<ReturnType<typeof openStore>>;

describe.each([anyEngine])("Received and verified plays on %s", (engine) => {
  let its: PlayOutStoreSetup;
  let at: TestPlatform;
  let company: TestCompany;
  let logId: number;
  beforeAll(async () => {
    its = await openStore(engine);
    ({ at, company } = its);
    logId = await its.publish(its.songs.slice(0, 20), minutes(-24 * 60));
  });
  afterAll(() => at?.close());
  beforeEach(() => its.forget());

  /** Position 0 starts an hour ago. */
  const due = (position: number) => minutes(-60 + position * 3);
  const item = (position: number) => `${logId}-${position}`;
  const late = (position: number, secondsLate: number) =>
    new Date(due(position).getTime() + secondsLate * 1000);

  test("a play is verified within ten minutes of its time and near its length [PLY-4]", async () => {
    const batch = [
      playOut(item(0), due(0)),
      playOut(item(1), late(1, -600), 171),
      playOut(item(2), late(2, 600), 182),
      playOut(item(3), late(3, -601)),
      playOut(item(4), late(4, 601)),
      playOut(item(5), due(5), 170),
      playOut(item(6), due(6), 183),
      playOut(item(7), due(7), 0),
      playOut(item(8), due(8), 3600),
    ];
    expect(await its.reasons(batch)).toEqual([
      null,
      null,
      null,
      "NOT_DUE",
      "NOT_DUE",
      "TOO_SHORT",
      "TOO_LONG",
      "TOO_SHORT",
      "FUTURE",
    ]);
    expect(await its.musicTotals("received", "verified", "plays", "seconds")).toEqual([
      { received: 9, verified: 3, plays: 3, seconds: 180 + 171 + 182 },
    ]);
    await its.expectTotalsOfLog();
  });

  test("the first play of a position is verified, and others are duplicates [PLY-4]", async () => {
    const first = playOut(item(0), due(0));
    const second = playOut(item(0), late(0, 200));
    const third = playOut(item(0), late(0, 400));
    expect(await its.reasons([third, first])).toEqual(["DUPLICATE", null]);
    expect(await its.reasons([second])).toEqual(["DUPLICATE"]);
    expect(
      await its.reasons([playOut(item(1), due(1), 20), playOut(item(1), late(1, 60))]),
    ).toEqual(["TOO_SHORT", null]);
    await its.expectTotalsOfLog();
  });

  test("a song that a person skipped counts from 30 seconds on, a spot never [PLY-4]", async () => {
    const skip = (position: number, length: number) => ({
      ...playOut(item(position), due(position), length),
      skipped: true,
    });
    const ad = { ...playOut(item(20), minutes(-1), 8), skipped: true };
    expect(await its.reasons([skip(0, 30), skip(1, 29), playOut(item(2), due(2), 30), ad])).toEqual(
      [null, "TOO_SHORT", "TOO_SHORT", "TOO_SHORT"],
    );
  });

  test("what has not ended or is not due yet is kept as of the future [PLY-4]", async () => {
    expect(
      await its.reasons([playOut(item(19), seconds(-100)), playOut(item(0), minutes(60))]),
    ).toEqual(["FUTURE", "FUTURE"]);
    expect(
      await its.rows(sql`select count(*)::int as n from play_log where reason = 'FUTURE'`),
    ).toEqual([{ n: 2 }]);
  });

  test("a wrong device clock is taken out of its plays, and the corrected time is kept [PLY-4]", async () => {
    const hourBehind = (date: Date) => new Date(date.getTime() - 3_600_000);
    const play = playOut(item(0), hourBehind(due(0)));
    expect(await its.reasons([{ ...play, eventId: crypto.randomUUID() }])).toEqual(["NOT_DUE"]);
    expect(await its.reasons([play], { "Device-Clock": hourBehind(now).toISOString() })).toEqual([
      null,
    ]);
    expect(await its.rows(sql`select started_at as at from play_log where reason is null`)).toEqual(
      [{ at: due(0) }],
    );
    expect(
      await at
        .as(company.users.manager)
        .reportPlayOuts({ body: [play], headers: { "Device-Clock": "noon" } as never }).wrongFields,
    ).toEqual(["device-clock"]);
  });

  test("once a store's playing device is known, only its plays are verified [PLY-4]", async () => {
    await its.giveTurn("till-1", minutes(-90));
    expect(await its.reasons([playOut(item(0), due(0))], { "Device-Id": "till-2" })).toEqual([
      "OTHER_DEVICE",
    ]);
    expect(await its.reasons([playOut(item(0), due(0))])).toEqual(["OTHER_DEVICE"]);
    expect(await its.reasons([playOut(item(0), due(0))], { "Device-Id": "till-1" })).toEqual([
      null,
    ]);
    await its.giveTurn(null, minutes(-58));
    expect(await its.reasons([playOut(item(1), due(1))], { "Device-Id": "till-2" })).toEqual([
      null,
    ]);
    expect(
      (await its.rows(sql`select device from play_log order by device`)).map(
        ({ device }) => device,
      ),
    ).toEqual(["till-1", "till-2", "till-2", null]);
  });

  test("what an inactive store plays is not verified, what it played before that is [PLY-4]", async () => {
    await at.database.db.execute(
      sql`update store set status = 'inactive', status_since = ${minutes(-30).toISOString()} where id = ${its.storeId}`,
    );
    expect(await its.reasons([playOut(item(9), due(9)), playOut(item(10), due(10))])).toEqual([
      null,
      "STORE_INACTIVE",
    ]);
    await at.database.db.execute(
      sql`update store set status = 'active', status_since = ${minutes(-20).toISOString()} where id = ${its.storeId}`,
    );
  });

  test("plays while store, company or user was inactive are not verified [PLY-4]", async () => {
    const { at, company, storeId, ...own } = await openStore(engine);
    const log = await own.publish(own.songs, minutes(-120));
    const { admin, manager } = company.users;
    const [player] = await own.rows(sql`select id from app_user where username = ${manager}`);
    /** Deactivates at one instant and activates at the next. */
    const pause = async (
      from: number,
      to: number,
      set: (status: "active" | "inactive") => Promise<{ status: number }>,
    ) => {
      for (const [after, status] of [
        [from, "inactive"],
        [to, "active"],
      ] as const) {
        at.clock.now = minutes(after).getTime();
        expect((await set(status)).status).toBe(200);
      }
    };
    await pause(
      -50,
      -45,
      (status) => at.as(admin).setStoreStatus({ body: { ids: [storeId], status } }).reply,
    );
    await pause(
      -40,
      -35,
      (status) =>
        at.as(admin).setUserStatus({ params: { id: Number(player?.id) }, query: { status } }).reply,
    );
    await pause(
      -30,
      -25,
      (status) =>
        at
          .as(own.staff)
          .setCompanyStatus({ query: { companyId: company.companyId }, body: { status } }).reply,
    );
    at.clock.now = now.getTime();
    // at -60, -57, … -18
    const plays = Array.from({ length: 15 }, (_, n) => playOut(`${log}-${n}`, due(n)));
    const off = "STORE_INACTIVE";
    expect(await own.reasons(plays)).toEqual([
      null,
      null,
      null,
      null,
      off,
      null,
      null,
      off,
      off,
      null,
      off,
      off,
      null,
      null,
      null,
    ]);
    await own.expectTotalsOfLog();
    await at.close();
  });

  test("before its log was made nothing was due; a replaced one counts until then [PLY-4]", async () => {
    const younger = await openStore(engine);
    const old = await younger.publish(younger.songs.slice(0, 20), minutes(-45));
    await younger.supersede(old, minutes(-30));
    // songs 0 to 9 were played; of the rest 15 to 19 keep their places
    const fresh = await younger.publish(
      [
        ...younger.songs.slice(0, 10),
        ...younger.songs.slice(20, 24),
        ...younger.songs.slice(14, 20),
      ],
      minutes(-30),
    );
    const plays = (from: number, ...positions: number[]) =>
      positions.map((position) => playOut(`${from}-${position}`, due(position)));
    expect(await younger.reasons(plays(old, 4, 5, 9))).toEqual(["NOT_DUE", null, null]);
    // already played, in the new log too; and what the new log no longer holds
    expect(await younger.reasons([...plays(fresh, 5, 9), ...plays(old, 10)])).toEqual([
      "DUPLICATE",
      "DUPLICATE",
      "NOT_DUE",
    ]);
    // a player that had no network goes by the old log: what both hold at that time is due, and once
    expect(await younger.reasons(plays(old, 15, 16))).toEqual([null, null]);
    expect(await younger.reasons(plays(fresh, 15, 10))).toEqual(["DUPLICATE", null]);
    await younger.expectTotalsOfLog();
    await younger.at.close();
  });

  test("a substitute is kept with its reason and counts as a play [PLY-4]", async () => {
    const { itemId: _, ...play } = playOut(item(0), due(0));
    const substitute = (more: object) => ({ ...play, eventId: crypto.randomUUID(), ...more });
    const mediaId = `song-${its.songs[3]}`;
    const good = substitute({ mediaId, insteadOf: item(0), reason: "NO_AUDIO" });
    const ended = substitute({
      mediaId: `${mediaId}-0123abcd`,
      reason: "NO_LOG",
      startedAt: due(1).toISOString(),
    });
    const short = substitute({ mediaId, insteadOf: item(1), reason: "UNPLAYABLE", seconds: 12 });
    expect(await its.reasons([good, ended, short])).toEqual([
      "SUBSTITUTE",
      "SUBSTITUTE",
      "TOO_SHORT",
    ]);
    expect(
      await its.rows(
        sql`select song_id, log_id, position, substitute_reason from play_log order by substitute_reason`,
      ),
    ).toEqual([
      { song_id: its.songs[3], log_id: logId, position: 0, substitute_reason: "NO_AUDIO" },
      { song_id: its.songs[3], log_id: null, position: null, substitute_reason: "NO_LOG" },
      { song_id: its.songs[3], log_id: logId, position: 1, substitute_reason: "UNPLAYABLE" },
    ]);
    expect(await its.musicTotals("received", "verified", "plays", "seconds")).toEqual([
      { received: 3, verified: 0, plays: 2, seconds: 360 },
    ]);
    // the position itself may still be verified
    expect(await its.reasons([playOut(item(0), late(0, 200))])).toEqual([null]);
    const { refused } = await its.send([
      substitute({ mediaId: `song-${its.songs[22]}`, reason: "NO_LOG" }),
      ...["song-999999", "song-2147483648", "spot-999999999999999"].map((id) =>
        substitute({ mediaId: id, reason: "NO_LOG" }),
      ),
      substitute({ mediaId, insteadOf: "999999-0", reason: "NO_AUDIO" }),
    ]);
    expect(refused.map(({ index, reason }) => [index, reason])).toEqual(
      [0, 1, 2, 3, 4].map((n) => [n, "This item is not in any log of this store."]),
    );
    await its.expectTotalsOfLog();
    const refusedOn = async (body: object) => {
      const { status, body: answer } = await at
        .as(company.users.manager)
        .reportPlayOuts({ body: [body] as never }).reply;
      return [status, answer.errors?.map(({ field }) => field)];
    };
    expect(await refusedOn(substitute({ mediaId }))).toEqual([422, ["0.reason"]]);
    expect(await refusedOn(substitute({}))).toEqual([422, ["0.itemId"]]);
    expect(await refusedOn(substitute({ mediaId, itemId: item(0), reason: "NO_LOG" }))).toEqual([
      422,
      ["0.itemId"],
    ]);
    expect(await refusedOn(substitute({ itemId: item(0), insteadOf: item(1) }))).toEqual([
      422,
      ["0.insteadOf"],
    ]);
    expect(await refusedOn(substitute({ mediaId, reason: "BORED" }))).toEqual([422, ["0.reason"]]);
  });

  test("a substitute is of the store's logs of the last 28 days to two ahead [PLY-4]", async () => {
    const playedAt = (startedAt: string, songId = its.songs[3]) => {
      const { itemId: _, ...play } = playOut(item(0), new Date(startedAt));
      return { ...play, mediaId: `song-${songId}`, reason: "NO_LOG" };
    };
    const refused = async (play: object) =>
      (await its.send([play])).refused.map(({ reason }) => reason);
    const none = ["This item is not in any log of this store."];
    // 00:30 on the 18th there, and the log is the 20th's
    expect(await refused(playedAt("2026-11-17T19:00:00.000Z"))).toEqual([]);
    expect(await refused(playedAt("2026-11-16T19:00:00.000Z"))).toEqual(none);
    const setZone = (zone: string) =>
      at.database.db.execute(sql`update store set time_zone = ${zone} where id = ${its.storeId}`);
    onTestFinished(async () => {
      await setZone("Asia/Kolkata");
      await at.database.db.execute(sql`delete from store_log where day < '2026-11-01'`);
    });
    const ofStore = {
      companyId: company.companyId,
      storeId: its.storeId,
      groupId: company.north.groupIds[0] ?? 0,
    };
    const publishOn = (date: string, id: number) =>
      makeStoreLog(at.database, { ...ofStore, day: date, from: new Date(`${date}T12:00:00Z`) }, [
        { kind: "MUSIC", id },
      ]);
    const [ago, tooLongAgo] = its.songs.slice(21) as [number, number];
    await publishOn("2026-10-22", ago);
    await publishOn("2026-10-21", tooLongAgo);
    await setZone("America/New_York"); // 20:00 on the 19th there
    expect(await refused(playedAt("2026-11-20T01:00:00.000Z", ago))).toEqual([]);
    expect(await refused(playedAt("2026-11-20T01:00:00.000Z", tooLongAgo))).toEqual(none);
  });

  test("of substitutes that sound at once the first counts, across batches too [PLY-4]", async () => {
    const substitute = (startedAt: Date, seconds = 180) => {
      const { itemId: _, ...play } = playOut("", startedAt, seconds);
      return { ...play, mediaId: `song-${its.songs[3]}`, insteadOf: item(0), reason: "NO_AUDIO" };
    };
    const twenty = Array.from({ length: 20 }, () => substitute(due(0)));
    expect(await its.reasons(twenty)).toEqual(["SUBSTITUTE", ...Array(19).fill("DUPLICATE")]);
    // one that began a minute before is later to come; the next may begin while the rounded last
    // seconds still run
    const inside = substitute(late(0, 60));
    const before = substitute(late(0, -60));
    const next = substitute(late(0, 178));
    expect(await its.reasons([next, inside, before])).toEqual([
      "SUBSTITUTE",
      "DUPLICATE",
      "DUPLICATE",
    ]);
    // one that does not count stands in nobody's way
    expect(await its.reasons([substitute(due(5), 20), substitute(late(5, 10))])).toEqual([
      "TOO_SHORT",
      "SUBSTITUTE",
    ]);
    // and none stands in the way of what was due
    expect(await its.reasons([playOut(item(0), due(0))])).toEqual([null]);
    expect(await its.musicTotals("received", "verified", "plays")).toEqual([
      { received: 26, verified: 1, plays: 4 },
    ]);
    await its.expectTotalsOfLog();
  });

  test("a refused event may follow in the same batch, put right [PLY-4]", async () => {
    const play = playOut(item(0), due(0));
    const unknown = { ...play, itemId: "999999-0" };
    const ancient = { ...play, startedAt: "2020-01-01T00:00:00.000Z" };
    const { accepted, verified, duplicates, refused } = await its.send([
      unknown,
      ancient,
      play,
      unknown,
      play,
    ]);
    expect([accepted, verified, duplicates, refused.map(({ index }) => index)]).toEqual([
      1,
      1,
      2,
      [0, 1],
    ]);
    expect((await its.send([unknown])).duplicates).toBe(1);
  });

  test("a batch about a month of full days holds nobody up [PLY-4] [LOAD-1]", async () => {
    const store = {
      companyId: company.companyId,
      storeId: its.storeId,
      groupId: company.north.groupIds[0] ?? 0,
    };
    const songs = Array.from({ length: 320 }, (_, n) => ({
      kind: "MUSIC" as const,
      id: its.songs[n % 20] ?? 0,
    }));
    const logs: { id: number; from: Date }[] = [];
    for (let day = 30; day < 60; day++) {
      const from = minutes(-1440 * day);
      logs.push({
        from,
        id: await makeStoreLog(
          at.database,
          { ...store, day: from.toISOString().slice(0, 10), from },
          songs,
        ),
      });
    }
    // each names a log, and began on another's day
    const batch = Array.from({ length: 500 }, (_, n) => {
      const log = logs[n % 30];
      const other = logs[(n + 15) % 30];
      return playOut(`${log?.id}-${n % 320}`, new Date((other?.from.getTime() ?? 0) + n * 180_000));
    });
    let reasons: (string | null)[] = [];
    const longest = await longestTurn(async () => {
      reasons = await its.reasons(batch);
    });
    expect(new Set(reasons)).toEqual(new Set(["NOT_DUE"]));
    expect(longest).toBeLessThan(250);
  });
});

describe.each([anyEngine])("Batches of many stores at once on %s", (engine) => {
  let its: PlayOutStoreSetup;
  beforeAll(async () => {
    its = await openStore(engine);
  });
  afterAll(() => its?.at.close());

  test("are written together, and each store has what it has alone [PLY-4] [PLY-2] [CTX-4]", async () => {
    const { at, company, songs, adId } = its;
    const { companyId, stores } = company;
    const set = (statement: ReturnType<typeof sql>) => at.database.db.execute(statement);
    // the day before, there
    await set(sql`update store set time_zone = 'America/New_York' where id = ${stores[2]?.id}`);
    const logIds: number[] = [];
    const managers: { id: number; username: string }[] = [];
    for (const { id: storeId, groupId } of stores) {
      const log = {
        companyId,
        storeId,
        groupId: groupId ?? company.north.groupIds[0] ?? 0,
        day,
        from: minutes(-60),
      };
      const items = songs.slice(0, 18).map((id) => ({ kind: "MUSIC" as const, id }));
      logIds.push(
        await makeStoreLog(at.database, log, [...items, { kind: "AD", id: adId, campaignId: 7 }]),
      );
      managers.push(
        await makeUser(at.database, companyId, {
          role: "ROLE_Store_Music_Manager",
          level: "store",
          units: [{ storeId }],
        }),
      );
    }
    // one store was inactive for a while, the user of another too, and a third is played by one device
    await set(sql`insert into inactive_span (company_id, store_id, since, until)
      values (${companyId}, ${stores[1]?.id}, ${minutes(-58).toISOString()}, ${minutes(-50).toISOString()})`);
    await set(sql`insert into inactive_span (company_id, user_id, since, until)
      values (${companyId}, ${managers[3]?.id}, ${minutes(-40).toISOString()}, ${minutes(-30).toISOString()})`);
    await set(sql`insert into playing_turn (company_id, store_id, since, device_id)
      values (${companyId}, ${stores[4]?.id}, ${minutes(-45).toISOString()}, 'till')`);
    const due = (position: number) => minutes(-60 + position * 3);
    const batchesOf = (place: number) => {
      const own = (position: number) =>
        playOut(`${logIds[place]}-${position}`, due(position), position === 18 ? 10 : 180);
      const all = Array.from({ length: 19 }, (_, position) => own(position));
      const ofOthers = [0, 5].map((position) =>
        playOut(`${logIds[(place + 1) % stores.length]}-${position}`, due(position)),
      );
      const standIn = (startedAt: Date) => {
        const { itemId: _, ...play } = playOut("", startedAt, 175);
        return {
          ...play,
          mediaId: `song-${songs[7]}`,
          insteadOf: `${logIds[place]}-3`,
          reason: "NO_AUDIO",
        };
      };
      return [
        [...all.slice(0, 9), ...ofOthers, standIn(due(3))],
        [
          ...all.slice(6, 9),
          own(2),
          standIn(new Date(due(3).getTime() + 20_000)),
          standIn(due(12)),
        ],
        all.slice(9),
      ];
    };
    const batches = stores.map((_, place) => batchesOf(place));
    const tell = async (place: number) => {
      const receipts: contract.PlayOutReceipt[] = [];
      for (const body of batches[place] ?? []) {
        const headers = {
          "device-id": place % 2 ? "till" : "tablet",
          "device-clock": now.toISOString(),
        };
        receipts.push(
          await at.as(managers[place]?.username ?? "").reportPlayOuts({ body, headers }),
        );
      }
      return receipts;
    };
    const outcome = async () => ({
      plays:
        await its.rows(sql`select store_id, event_id, started_at, day, kind, song_id, spot_id, log_id, position, seconds, reason, due_at, campaign_id,
        device, substitute_reason from play_log order by store_id, event_id`),
      states: await its.rows(
        sql`select store_id, last_played_at from store_state order by store_id`,
      ),
    });
    const transactions = async () =>
      (await its.rows(sql`select count(distinct xmin::text)::int as number from play_log`))[0]
        ?.number;

    const alone: contract.PlayOutReceipt[][] = [];
    for (const place of stores.keys()) alone.push(await tell(place));
    const before = await outcome();
    expect(await transactions()).toBe(3 * stores.length);
    expect(new Set(before.plays.map(({ reason }) => reason))).toEqual(
      new Set([null, "DUPLICATE", "OTHER_DEVICE", "STORE_INACTIVE", "SUBSTITUTE"]),
    );
    expect(alone.flat().reduce((sum, { refused }) => sum + refused.length, 0)).toBe(
      2 * stores.length,
    );
    await its.expectTotalsOfLog();

    await its.forget();
    await set(sql`update store_state set last_played_at = null`);
    await set(sql`insert into playing_turn (company_id, store_id, since, device_id)
      values (${companyId}, ${stores[4]?.id}, ${minutes(-45).toISOString()}, 'till')`);
    expect(await Promise.all([...stores.keys()].map(tell))).toEqual(alone);
    expect(await transactions()).toBeLessThan(3 * stores.length);
    expect(await outcome()).toEqual(before);
  });
});

describe("Drawn batches", () => {
  let its: PlayOutStoreSetup;
  let logs: { id: number; songs: number[] }[];
  const replacedAt = minutes(-30);
  beforeAll(async () => {
    its = await openStore(anyEngine);
    const songs = its.songs.slice(0, 20);
    const later = [...songs.slice(0, 10), ...its.songs.slice(20, 24), ...songs.slice(14)];
    const old = await its.publish(songs, minutes(-24 * 60));
    await its.supersede(old, replacedAt);
    logs = [
      { id: old, songs },
      { id: await its.publish(later, replacedAt), songs: later },
    ];
  });
  afterAll(() => its?.at.close());

  const plays = fc.uniqueArray(
    fc.record({
      eventId: fc.uuid(),
      version: fc.nat(1),
      position: fc.nat(19),
      secondsLate: fc.constantFrom(-900, -600, -120, 0, 0, 0, 3, 180, 600, 601),
      seconds: fc.constantFrom(0, 29, 30, 171, 180, 180, 180, 182, 183, 3600),
      skipped: fc.boolean(),
    }),
    { selector: ({ eventId }) => eventId, minLength: 1, maxLength: 40 },
  );
  type RandomPlay = {
    eventId: string;
    version: number;
    position: number;
    secondsLate: number;
    seconds: number;
    skipped: boolean;
  };
  const startOf = ({ position, secondsLate }: RandomPlay) =>
    minutes(-60 + position * 3).getTime() + secondsLate * 1000;
  const asSent = (play: RandomPlay): TestPlayOut => ({
    ...playOut(
      `${logs[play.version]?.id}-${play.position}`,
      new Date(startOf(play)),
      play.seconds,
      play.eventId,
    ),
    skipped: play.skipped,
  });

  /**
   * By the words of docs/domain.md section 4: when a play's position was due, or undefined for a
   * play that cannot be verified.
   */
  function dueOf(play: RandomPlay): number | undefined {
    const start = startOf(play);
    const inForce = start < replacedAt.getTime() ? 0 : 1;
    const position = minutes(-60 + play.position * 3).getTime();
    const sameSong = logs[0]?.songs[play.position] === logs[1]?.songs[play.position];
    const isInForce = play.version === inForce || sameSong;
    const longEnough = play.seconds >= (play.skipped ? 30 : 171);
    const hasEnded = start + play.seconds * 1000 <= now.getTime() + 60_000;
    const isDue = Math.abs(start - position) <= 600_000;
    return isInForce && isDue && longEnough && play.seconds <= 182 && hasEnded
      ? position
      : undefined;
  }

  test("however plays are batched, each is received once and verified at most once [PLY-4]", async () => {
    const deliveries = fc.record({
      plays,
      order: fc.infiniteStream(fc.nat(10_000)),
      cut: fc.integer({ min: 1, max: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(deliveries, async ({ plays: drawn, order, cut }) => {
        await its.forget();
        const keys = [...order.take(drawn.length * 2)];
        // each play is told twice, in any order
        const queue = [...drawn, ...drawn]
          .map((play, n) => ({ play, key: keys[n] ?? 0 }))
          .sort((a, b) => a.key - b.key);
        let accepted = 0;
        let duplicates = 0;
        let verified = 0;
        for (let from = 0; from < queue.length; from += cut) {
          const receipt = await its.send(
            queue.slice(from, from + cut).map(({ play }) => asSent(play)),
          );
          accepted += receipt.accepted;
          duplicates += receipt.duplicates;
          verified += receipt.verified;
        }
        expect([accepted, duplicates]).toEqual([drawn.length, drawn.length]);
        expect(await its.rows(sql`select count(*)::int as n from play_log`)).toEqual([
          { n: drawn.length },
        ]);
        const due = [...new Set(drawn.flatMap((play) => dueOf(play) ?? []))].sort((a, b) => a - b);
        const verifiedRows = await its.rows(
          sql`select due_at as at from play_log where reason is null order by due_at`,
        );
        expect(verifiedRows.map(({ at }) => (at as Date).getTime())).toEqual(due);
        expect(verified).toBe(due.length);
        const judgedEligible = await its.rows(
          sql`select count(*)::int as n from play_log where reason is null or reason = 'DUPLICATE'`,
        );
        expect(judgedEligible).toEqual([
          { n: drawn.filter((play) => dueOf(play) !== undefined).length },
        ]);
        await its.expectTotalsOfLog();
      }),
      { numRuns: cases(25) },
    );
  });
});
