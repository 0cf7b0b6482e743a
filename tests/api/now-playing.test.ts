import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Heartbeat } from "#contract/player/endpoints";
import { wholeCompany } from "#platform/access/scope";
import { alert, song, store, storeState } from "#platform/db/schema/index";
import { ensurePartitions } from "#platform/jobs/keep-house";
import { watchStores } from "#platform/modules/alerts/index";
import { saveHeartbeats } from "#platform/modules/telemetry/store-minutes.queries";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { makeSongs, makeSpot, makeStoreLog } from "../support/play-outs.ts";

/** 11:30 in the stores, which are open from 09:00 to 21:00. */
const begin = Date.parse("2026-11-20T06:00:00.000Z");
const minute = 60_000;
const second = (seconds: number) => new Date(begin + seconds * 1000).toISOString();

describe.each([anyEngine])("What plays now, on %s", (engine) => {
  let at: TestPlatform;
  let staff: Awaited<ReturnType<typeof makeProvider>>["staff"];
  let company: TestCompany;
  let other: TestCompany;
  let songs: number[];
  beforeAll(async () => {
    at = await openTestPlatform(engine, { now: new Date(begin) });
    const provider = await makeProvider(at.database);
    staff = provider.staff;
    await ensurePartitions(at.database.db, new Date(begin));
    songs = await makeSongs(at.database, provider.companyId, [
      { title: "Sounding" },
      { title: "Due", audioFile: "audio/any.wav" },
      { title: "Later" },
      { title: "Reserved" },
    ]);
  });
  afterAll(() => at?.close());
  beforeEach(async () => {
    at.clock.now = begin;
    [company, other] = [await makeCompany(at.database), await makeCompany(at.database)];
    await at.database.db
      .update(store)
      .set({ statusSince: new Date(begin - 30 * 24 * 60 * minute) })
      .where(eq(store.companyId, company.companyId));
  });

  const storeId = (index = 0) => company.stores[index]?.id ?? 0;
  const beat = (more: Partial<Heartbeat> = {}) => {
    const body = { volume: 50, playing: true, version: "1.0.0", at: second(0), ...more };
    return at.as(company.users.manager).playerHeartbeat({ body });
  };
  const sound = (id: number | undefined, seconds = 30) => ({
    sound: { mediaId: `song-${id}-9f3a01bc`, seconds },
  });
  const pause = (secondsLeft: number) => ({
    playing: false,
    pause: { reason: "customer" as const, secondsLeft },
  });
  const nowPlaying = async (as = company.users.admin) =>
    (await at.as(as).findStore({ query: { id: storeId() } })).nowPlaying;
  const makeLog = (ids: (number | undefined)[]) =>
    makeStoreLog(
      at.database,
      {
        companyId: company.companyId,
        storeId: storeId(),
        groupId: company.north.groupIds[0] ?? 0,
        day: "2026-11-20",
        from: new Date(begin - minute),
      },
      ids.map((id = 0) => ({ kind: "MUSIC", id })),
    );

  test("a heartbeat names the song, since when, and the log what comes next [EAR-1]", async () => {
    await makeLog([songs[1], songs[2]]);
    await beat(sound(songs[0]));
    expect(await nowPlaying(company.users.regional)).toEqual({
      state: "playing",
      asOf: second(0),
      pause: null,
      item: {
        kind: "MUSIC",
        title: "Sounding",
        artist: "Artist",
        cover: expect.objectContaining({ pictureFileId: null }),
        audio: null,
        startsAt: second(-30),
        endsAt: second(150),
      },
      isFromLog: false,
      next: expect.objectContaining({ title: "Later", startsAt: second(120) }),
    });
  });

  test("a heartbeat names a spot with its kind", async () => {
    const { companyId } = company;
    const spotId = await makeSpot(at.database, companyId, "JINGLE", "Welcome", "audio/any.wav");
    await beat({ sound: { mediaId: `spot-${spotId}`, seconds: 2 } });
    expect((await nowPlaying()).item).toMatchObject({
      kind: "JINGLE",
      title: "Welcome",
      cover: null,
      audio: { kind: "spot", id: spotId },
      endsAt: second(8),
    });
  });

  test("heartbeats of many stores at once name items and pauses too", async () => {
    const now = new Date(at.clock.now);
    const beatOf = (store: number) => ({
      storeId: storeId(store),
      at: now,
      volume: 50,
      version: "1",
    });
    await saveHeartbeats(wholeCompany(company.companyId), at.database.db, [
      { ...beatOf(0), playing: true, ...sound(songs[0]) },
      { ...beatOf(1), ...pause(600) },
    ]);
    expect(await nowPlaying()).toMatchObject({
      state: "playing",
      item: { title: "Sounding", startsAt: second(-30) },
    });
    const paused = await at.as(company.users.admin).findStore({ query: { id: storeId(1) } });
    expect(paused.nowPlaying).toMatchObject({ state: "paused", pause: { until: second(600) } });
  });

  test("another company's spot or song is ignored, and the store still plays [CTX-4]", async () => {
    const foreign = await makeSpot(at.database, other.companyId, "AD", "Foreign");
    await at.database.db
      .update(song)
      .set({ reservedForId: other.companyId })
      .where(eq(song.id, songs[3] ?? 0));
    for (const mediaId of [`spot-${foreign}`, `song-${songs[3]}`, "song-999999999999999"]) {
      await beat({ sound: { mediaId, seconds: 5 } });
      expect(await nowPlaying(), mediaId).toMatchObject({ state: "playing", item: null });
    }
    const [stored] = await at.database.db
      .select({ songId: storeState.soundSongId, spotId: storeState.soundSpotId })
      .from(storeState)
      .where(eq(storeState.storeId, storeId()));
    expect(stored).toEqual({ songId: null, spotId: null });
  });

  test("an older player's item, and the one after the named one, are the log's", async () => {
    await makeLog([songs[1], songs[2]]);
    await beat();
    const due = { title: "Due", startsAt: second(-60), endsAt: second(120) };
    expect(await nowPlaying()).toMatchObject({ state: "playing", isFromLog: true, item: due });
    await beat(sound(songs[0], 100));
    at.clock.now = begin + 81_000;
    expect(await nowPlaying()).toMatchObject({ asOf: second(0), isFromLog: true, item: due });
  });

  test("a store that is open past midnight first plays what is left of the day before", async () => {
    const log = {
      companyId: company.companyId,
      storeId: storeId(),
      groupId: company.north.groupIds[0] ?? 0,
    };
    for (const [day, minutes, id = 0] of [
      ["2026-11-20", 300, songs[2]],
      ["2026-11-19", 1, songs[1]],
    ] as const)
      await makeStoreLog(at.database, { ...log, day, from: new Date(begin + minutes * minute) }, [
        { kind: "MUSIC", id },
      ]);
    await beat(sound(songs[0]));
    const audio = { kind: "song", id: songs[1] };
    expect((await nowPlaying()).next).toMatchObject({ title: "Due", startsAt: second(60), audio });
  });

  test("five minutes after the last heartbeat nobody knows what plays", async () => {
    await makeLog([songs[1], songs[2]]);
    expect(await nowPlaying()).toMatchObject({ state: "unheard", asOf: null, item: null });
    await beat(sound(songs[0]));
    at.clock.now = begin + 5 * minute + 1;
    expect(await nowPlaying()).toEqual({
      state: "unheard",
      asOf: second(0),
      pause: null,
      item: null,
      isFromLog: false,
      next: null,
    });
  });

  test("a pause has a reason and an end, which only comes nearer while it lasts [PLY-1]", async () => {
    await beat(pause(600));
    const paused = { state: "paused", pause: { reason: "customer", until: second(600) } };
    expect(await nowPlaying()).toMatchObject(paused);
    at.clock.now += minute;
    await beat(pause(1_800));
    expect(await nowPlaying()).toMatchObject(paused);
    await beat();
    expect(await nowPlaying()).toMatchObject({ state: "playing", pause: null });
    await beat(pause(1_800));
    at.clock.now += minute;
    expect(await nowPlaying()).toMatchObject({ pause: { until: second(1_860) } });
    await beat({ playing: false });
    expect(await nowPlaying()).toMatchObject({ state: "silent", pause: null });
    for (const secondsLeft of [0, 1_801, 1.5])
      expect(await beat(pause(secondsLeft)).status).toBe(422);
    const wrong = { pause: { reason: "lunch", secondsLeft: 60 } } as never;
    expect(await beat(wrong).status).toBe(422);
  });

  test("the wall says what its stores play, in scope, and staff read it of all [OPS-2] [CTX-4]", async () => {
    const began = new Date(begin - 60 * minute);
    const times = { beganAt: began, watchedFrom: began, watchedAt: began, raisedAt: began };
    await at.database.db.insert(alert).values(
      [company, other].map(({ companyId, stores }) => ({
        companyId,
        storeId: stores[0]?.id ?? 0,
        kind: "low-volume" as const,
        ...times,
      })),
    );
    await beat(sound(songs[0]));
    const playing = { state: "playing", asOf: second(0), item: { title: "Sounding" } };
    const own = await at.as(company.users.admin).showWall({ query: {} });
    expect(own.map((row) => row.nowPlaying)).toMatchObject([playing]);
    const all = await at.as(staff.Fever_Super_Admin_Ops).showWallOfAll({ query: { limit: 100 } });
    const of = ({ companyId }: TestCompany) => all.find((row) => row.companyId === companyId);
    expect(of(company)?.nowPlaying).toMatchObject(playing);
    expect(of(other)?.nowPlaying).toMatchObject({ state: "unheard", asOf: null, item: null });
  });

  test("a store that a person paused raises no silence alert until it is silent after that [ALR-1]", async () => {
    const scope = wholeCompany(company.companyId);
    const silentOf = async () =>
      (
        await at.database.db
          .select({ storeId: alert.storeId })
          .from(alert)
          .where(
            sql`${alert.companyId} = ${company.companyId} and ${alert.kind} = 'silent' and ${alert.raisedAt} is not null`,
          )
      ).map((row) => row.storeId);
    const runTo = async (end: number, more: (minutes: number) => Partial<Heartbeat>) => {
      for (; at.clock.now <= begin + end * minute; at.clock.now += minute) {
        const now = new Date(at.clock.now);
        await beat(more((at.clock.now - begin) / minute));
        const unpaused = { storeId: storeId(1), at: now, volume: 50, playing: false, version: "1" };
        await saveHeartbeats(scope, at.database.db, [unpaused]);
        await watchStores(at.database, company.companyId, now);
      }
    };
    // both are silent for an hour, one of them because people pause it twice
    await runTo(60, (minutes) =>
      minutes === 30 ? { playing: false } : pause(1_800 - (minutes % 30) * 60),
    );
    expect(await silentOf()).toEqual([storeId(1)]);
    const ids = [storeId(0), storeId(1)];
    const days = await at.as(company.users.admin).showStoresToday({ query: { ids } });
    const statesOf = (id: number) =>
      days.find((day) => day.storeId === id)?.runs.map(({ state }) => state);
    expect(statesOf(storeId(0))).not.toContain("silent");
    expect(statesOf(storeId(1))).toContain("silent");
    await runTo(110, () => ({ playing: false }));
    expect((await silentOf()).sort()).toEqual([storeId(0), storeId(1)].sort());
  });

  test("a store that is paused for longer than the limit raises an alert, once a day [ALR-1]", async () => {
    const { companyId, users, stores } = company;
    const admin = at.as(users.admin);
    await admin.changeAlertSettings({ body: { pausedMinutes: 20 } });
    const alerts = () =>
      at.database.db
        .select()
        .from(alert)
        .where(
          sql`${alert.companyId} = ${companyId} and ${alert.kind} = 'paused' and ${alert.raisedAt} is not null`,
        )
        .orderBy(alert.id);
    const run = async (from: number, to: number, more: Partial<Heartbeat> = {}) => {
      for (let time = begin + from * minute; time <= begin + to * minute; time += minute) {
        at.clock.now = time;
        await beat({ at: new Date(time).toISOString(), ...more });
        await watchStores(at.database, companyId, new Date(time));
      }
    };
    // twenty minutes in all are not more than the limit
    await run(0, 9, pause(600));
    await run(10, 19);
    await run(20, 29, pause(600));
    await run(30, 39);
    expect(await alerts()).toEqual([]);
    // the first minute more is watched for four, whatever the store does then
    await run(40, 40, pause(60));
    await run(41, 43);
    expect(await alerts()).toEqual([]);
    await run(44, 60);
    const raisedAt = new Date(begin + 44 * minute);
    expect(await alerts()).toMatchObject([
      { storeId: storeId(), raisedAt, toldAt: raisedAt, endedAt: null },
    ]);
    expect((await admin.showWall({ query: { kind: "paused" } })).map((row) => row.storeId)).toEqual(
      [storeId()],
    );

    const day = 24 * 60;
    await run(day, day + 10);
    const endedAt = new Date(begin + day * minute);
    expect(await alerts()).toMatchObject([{ endedAt, ending: "recovered", recoveryToldAt: null }]);
    await run(day + 11, day + 40, pause(1_800));
    const [, second] = await alerts();
    expect(second).toMatchObject({ raisedAt: new Date(begin + (day + 35) * minute) });
    await admin.changeAlerts({
      body: { alerts: [{ id: second?.id ?? 0 }], act: "close", cause: "other" },
    });
    await run(day + 41, day + 60, pause(1_800));
    expect((await alerts()).map(({ ending }) => ending)).toEqual(["recovered", "closed"]);
    const { rows } = await at.database.db.execute(
      sql`select distinct title from notification where company_id = ${companyId} and title like '%paused%'`,
    );
    expect(rows).toEqual([{ title: `${stores[0]?.name} has paused its music for long today` }]);
  });
});
