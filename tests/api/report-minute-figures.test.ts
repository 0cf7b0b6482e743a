import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ReportGraph,
  type ReportRow,
  type ReportSummary,
  reportEndpoints,
} from "#contract/reports/endpoints";
import { summaryReport, topPerformingStores } from "#contract/reports/performance";
import { musicPlayOutTime } from "#contract/reports/play-out-times";
import type { Report } from "#contract/reports/report";
import { storeOnlineStatus, storeVolumeReport } from "#contract/reports/store-minutes";
import { adLedger, playLog, store, storeHours } from "#platform/db/schema/index";
import { ensurePartitions } from "#platform/jobs/keep-house";
import { keepStoreHours } from "#platform/modules/telemetry/index";
import { makeCompany, makeProvider, makeUser, type TestCompany } from "../support/companies.ts";
import { readCsv } from "../support/csv.ts";
import { engines } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { addTotalsOfLog, makeSongs, makeSpot } from "../support/play-outs.ts";
import { addCampaignsAndTurns } from "../support/report-campaigns.ts";

const friday = { from: "2026-11-20", to: "2026-11-20" };
const north = 0;
const south = 4;

/** Reports of what heartbeats told and of when music played, against numbers worked out by hand. */
describe.each(engines)("Figures of stores' minutes on %s", (engine) => {
  let at: TestPlatform;
  let company: TestCompany;

  /**
   * North 1.1 is open from 09:00 to 12:00 in India, South 1.1 from 22:00 to 02:00 in Nepal
   * (UTC+5:45); nobody hears of the others.
   */
  beforeAll(async () => {
    at = await openTestPlatform(engine, { now: new Date("2026-11-19T18:00:00Z") });
    const provider = await makeProvider(at.database);
    company = await makeCompany(at.database);
    const { db } = at.database;
    const { companyId, stores } = company;
    const idOf = (index: number) => stores[index]?.id ?? 0;
    await db.delete(storeHours).where(eq(storeHours.companyId, companyId));
    await db
      .update(store)
      .set({ statusSince: new Date("2026-11-01T00:00:00Z") })
      .where(eq(store.companyId, companyId));
    await db
      .update(store)
      .set({ timeZone: "Asia/Kathmandu" })
      .where(eq(store.id, idOf(south)));
    const open = (index: number, opens: number, closes: number) =>
      db.insert(storeHours).values(
        [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
          companyId,
          storeId: idOf(index),
          weekday,
          opens,
          closes,
        })),
      );
    await open(north, 540, 720);
    await open(south, 1320, 1560);
    const { username: southern } = await makeUser(at.database, companyId, {
      role: "ROLE_Store_Music_Manager",
      level: "store",
      units: [{ storeId: idOf(south) }],
    });
    await ensurePartitions(db, new Date(at.clock.now));
    await keepStoreHours({ database: at.database, now: new Date(at.clock.now) });
    const beat = async (as: string, instant: string, volume: number, playing = true) => {
      at.clock.now = Date.parse(instant);
      const pause = playing ? {} : { pause: { reason: "customer" as const, secondsLeft: 60 } };
      const body = { volume, playing, version: "2.0", at: instant, ...pause };
      await at.as(as).playerHeartbeat({ body });
    };
    const manager = company.users.manager;
    await beat(southern, "2026-11-19T18:20:00Z", 90); // 00:05 on Friday
    await beat(manager, "2026-11-20T03:29:00Z", 10); // closed
    await beat(manager, "2026-11-20T03:30:00Z", 60); // 09:00
    await beat(manager, "2026-11-20T03:31:00Z", 20);
    await beat(manager, "2026-11-20T03:31:30Z", 100);
    await beat(manager, "2026-11-20T03:32:00Z", 24, false);
    await beat(manager, "2026-11-20T05:45:00Z", 25); // 11:15
    await beat(southern, "2026-11-20T16:14:00Z", 70); // 21:59, closed
    await beat(southern, "2026-11-20T16:15:00Z", 71); // 22:00
    await beat(southern, "2026-11-20T18:15:00Z", 72); // 00:00 on Saturday

    const [song = 0] = await makeSongs(at.database, provider.companyId, [{ title: "Song" }]);
    const spot = await makeSpot(at.database, companyId, "AD", "Ad");
    const play = (
      index: number,
      startedAt: string,
      day: string,
      seconds: number,
      what: Partial<typeof playLog.$inferInsert> = {},
    ) =>
      db.insert(playLog).values({
        companyId,
        storeId: idOf(index),
        eventId: crypto.randomUUID(),
        startedAt: new Date(startedAt),
        day,
        seconds,
        kind: "MUSIC" as const,
        songId: song,
        ...what,
      });
    await play(north, "2026-11-20T03:30:10Z", "2026-11-20", 200, { reason: "NOT_DUE" });
    await play(north, "2026-11-20T03:40:00Z", "2026-11-20", 180);
    await play(north, "2026-11-20T06:20:30Z", "2026-11-20", 100, { reason: "SUBSTITUTE" });
    await play(north, "2026-11-20T05:00:00Z", "2026-11-20", 30, {
      kind: "AD",
      songId: null,
      spotId: spot,
    });
    await play(south, "2026-11-20T18:14:00Z", "2026-11-20", 60); // 23:59
    await play(south, "2026-11-20T18:16:00Z", "2026-11-21", 60); // 00:01
    await addTotalsOfLog(at.database, companyId);
    at.clock.now = Date.parse("2026-11-21T12:00:00Z");
    await keepStoreHours({ database: at.database, now: new Date(at.clock.now) });
  });
  afterAll(() => at.close());

  const get = async <T>(
    report: Report,
    part: "table" | "summary" | "graph",
    query: object,
    as = company.users.admin,
  ) => (await at.as(as).call(reportEndpoints(report)[part], { query })) as T;
  const rowsOf = async (report: Report, query: object, keys: string[], as?: string) =>
    (await get<ReportRow[]>(report, "table", query, as)).map((row) => keys.map((key) => row[key]));

  test("StoreOnlineStatus counts heartbeats in open minutes by the store's days [REP-1] [TRU-1]", async () => {
    const keys = ["store", "open", "online", "uptime", "lastSeen", "playerVersion", "paused"];
    expect(await rowsOf(storeOnlineStatus, { ...friday, sort: "store" }, keys)).toEqual([
      ["North store 1.1", 180, 4, 2.2, "2026-11-20T05:45:00.000Z", "2.0", 1],
      ["South store 1.1", 240, 2, 0.8, "2026-11-20T16:15:00.000Z", "2.0", 0],
    ]);
    expect(await get<ReportSummary>(storeOnlineStatus, "summary", friday)).toEqual({
      rows: 2,
      totals: {
        open: 420,
        online: 6,
        uptime: 1.4,
        lastSeen: "2026-11-20T16:15:00.000Z",
        paused: 1,
      },
    });
    expect(
      (await get<ReportGraph>(storeOnlineStatus, "graph", { from: "2026-11-19", to: "2026-11-21" }))
        .points,
    ).toEqual([
      { day: "2026-11-19", open: 60, online: 0 },
      { day: "2026-11-20", open: 420, online: 6 },
      { day: "2026-11-21", open: 300, online: 1 },
    ]);
    expect(await rowsOf(storeOnlineStatus, friday, ["store"], company.users.regional)).toEqual([
      ["North store 1.1"],
    ]);
  });

  test("a whole page names the store in scope whose share is worst, of several [LOOK-1]", async () => {
    const worstOf = async (report: Report, query: object, as = company.users.admin) => {
      const whole = { ...friday, ...query, whole: "true" };
      const { table } = reportEndpoints(report);
      return (await at.as(as).call(table, { query: whole }).answer).page.worst;
    };
    const { regional } = company.users;
    const south = { store: "South store 1.1", percent: 0.8 };
    expect(await worstOf(storeOnlineStatus, {})).toEqual(south);
    expect(await worstOf(storeOnlineStatus, {}, regional)).toEqual({
      store: "North store 1.1",
      percent: 2.2,
    });
    expect(await worstOf(storeVolumeReport, {})).toEqual({ store: "North store 1.1", percent: 50 });
    const one = { storeId: company.stores[0]?.id };
    expect(await worstOf(storeOnlineStatus, one)).toBeUndefined();
  });

  test("StoreVolumeReport gives least, average and most of the open minutes [REP-1] [TRU-1]", async () => {
    const keys = ["store", "day", "hour", "least", "average", "most", "quiet", "online"];
    expect(await rowsOf(storeVolumeReport, { ...friday, sort: "hour" }, keys)).toEqual([
      ["South store 1.1", "2026-11-20", "00:00:00", 90, 90, 90, 0, 1],
      ["North store 1.1", "2026-11-20", "09:00:00", 20, 35, 60, 2, 3],
      ["North store 1.1", "2026-11-20", "11:00:00", 25, 25, 25, 0, 1],
      ["South store 1.1", "2026-11-20", "22:00:00", 71, 71, 71, 0, 1],
    ]);
    expect(await get<ReportSummary>(storeVolumeReport, "summary", friday)).toEqual({
      rows: 4,
      totals: { most: 90, quiet: 2, online: 6 },
    });
    expect(
      readCsv(
        await at
          .as(company.users.regional)
          .call(reportEndpoints(storeVolumeReport).export, { query: friday }).text,
      ).map((row) => row.slice(6)),
    ).toEqual([
      [
        "Day",
        "Hour",
        "Minimum volume",
        "Average volume",
        "Maximum volume",
        "Minutes below threshold",
        "Online minutes",
      ],
      ["20/11/26", "11:00", "25", "25", "25", "0", "1"],
      ["20/11/26", "09:00", "20", "35", "60", "2", "3"],
    ]);
  });

  test("StoreMusicPlayOutTime gives first and last song on the store's clock [REP-1] [TRU-1]", async () => {
    const keys = ["store", "first", "last", "seconds", "expected"];
    expect(await rowsOf(musicPlayOutTime, { ...friday, sort: "store" }, keys)).toEqual([
      ["North store 1.1", "09:10:00", "11:50:30", 280, 180 * 60 - 30],
      ["South store 1.1", "23:59:00", "23:59:00", 60, 240 * 60],
    ]);
    const saturday = { from: "2026-11-21", to: "2026-11-21", sort: "store" };
    expect(await rowsOf(musicPlayOutTime, saturday, keys)).toEqual([
      ["North store 1.1", null, null, 0, 180 * 60],
      ["South store 1.1", "00:01:00", "00:01:00", 60, 120 * 60],
    ]);
    expect(await get<ReportSummary>(musicPlayOutTime, "summary", friday)).toEqual({
      rows: 2,
      totals: { seconds: 340, expected: 420 * 60 - 30 },
    });
  });

  test("TopPerformingStores ranks within scope, each share by its own sums [REP-1] [ROL-4] [TRU-1]", async () => {
    const { companyId, stores } = company;
    await addCampaignsAndTurns(at.database.db, companyId, "Own", ["2026-11-20"]);
    const sell = (index: number, booked: number) => ({
      companyId,
      kind: "AD" as const,
      storeId: stores[index]?.id ?? 0,
      day: "2026-11-20",
      capacity: Array(24).fill(600),
      booked: Array(24).fill(booked),
      held: Array(24).fill(0),
    });
    await at.database.db
      .insert(adLedger)
      .values([sell(north, 150), sell(south, 0), sell(south + 1, 60)]);
    // both campaigns have three plays due in each store; what was heard of them depends on the store's
    // id (report-campaigns.ts)
    const countVerified = (index: number) => {
      const id = stores[index]?.id ?? 0;
      return (id + 20) % 3 > 0 ? 2 * (1 + (id % 3)) : 0;
    };
    const percent = (part: number, whole: number) => Math.round((1000 * part) / whole) / 10;
    const keys = ["rank", "store", "played", "uptime", "delivery"];
    const first = percent(countVerified(north), 6);
    const second = percent(countVerified(south), 6);
    const one = ["North store 1.1", percent(280, 10_770), 2.2, first];
    expect(await rowsOf(topPerformingStores, friday, keys)).toEqual([
      [1, ...one],
      [2, "South store 1.1", percent(60, 14_400), 0.8, second],
    ]);
    expect(await rowsOf(topPerformingStores, friday, keys, company.users.regional)).toEqual([
      [1, ...one],
    ]);
    expect((await get<ReportSummary>(topPerformingStores, "summary", friday)).totals).toEqual({
      played: percent(340, 25_170),
      uptime: 1.4,
      delivery: percent(countVerified(north) + countVerified(south), 12),
    });
    const days = { from: "2026-11-20", to: "2026-11-21" };
    expect((await get<ReportGraph>(topPerformingStores, "graph", days)).points).toEqual([
      { day: "2026-11-20", played: percent(340, 25_170), uptime: 1.4 },
      { day: "2026-11-21", played: percent(60, 300 * 60), uptime: 0.3 },
    ]);

    const of = (indexes: number[]) =>
      percent(
        indexes.map(countVerified).reduce((sum, plays) => sum + plays),
        6 * indexes.length,
      );
    const columns = [
      "name",
      "stores",
      "uptime",
      "music",
      "ads",
      "promos",
      "toh",
      "utilisation",
      "delivery",
    ];
    expect(await rowsOf(summaryReport, friday, columns)).toEqual([
      ["No region", 1, null, 0, 0, 0, 0, null, of([8])],
      ["North", 4, 2.2, 2, 1, 0, 0, 25, of([0, 1, 2, 3])],
      ["South", 4, 0.8, 1, 0, 0, 0, 5, of([4, 5, 6, 7])],
    ]);
    const regions = await get<ReportSummary>(summaryReport, "summary", friday);
    expect(regions.totals).toEqual({
      stores: 9,
      uptime: 1.4,
      music: 3,
      ads: 1,
      promos: 0,
      toh: 0,
      utilisation: 11.7,
      delivery: of([0, 1, 2, 3, 4, 5, 6, 7, 8]),
    });
    for (const by of ["zone", "group", "store"])
      expect(
        (await get<ReportSummary>(summaryReport, "summary", { ...friday, by })).totals,
        by,
      ).toEqual(regions.totals);
    const below = { ...friday, regionId: company.south.regionId, by: "zone" };
    expect(await rowsOf(summaryReport, below, ["region", "name", "stores", "music"])).toEqual([
      ["South", "South › South zone 1", 2, 1],
      ["South", "South › South zone 2", 2, 0],
    ]);
  });
});
