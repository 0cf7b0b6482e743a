import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { listAlerts } from "#contract/alerts/endpoints";
import type { Endpoint } from "#contract/base/endpoint";
import { type Dashboard, showDashboard } from "#contract/dashboard/endpoints";
import { campaignReport, storeCampaignReport } from "#contract/reports/campaigns";
import { type ReportRow, type ReportSummary, reportEndpoints } from "#contract/reports/endpoints";
import { averagePlayOut, playOutTypes } from "#contract/reports/play-out-times";
import type { Report } from "#contract/reports/report";
import { songPlayOutReport } from "#contract/reports/song-play-out";
import { totalStores } from "#contract/reports/store-status";
import { listStores, type StoreRow } from "#contract/stores/endpoints";
import { isTroubled } from "#demo/behaviour";
import { companies } from "#demo/companies";
import { createHistory } from "#demo/history";
import { openDemo, seedDemo } from "#demo/seed";
import { createSimulation } from "#demo/simulator";
import { appUser } from "#platform/db/schema/index";
import { countDelivery, makeGoods } from "#platform/modules/ads/index";
import { watchAllStores } from "#platform/modules/alerts/index";
import { keepStoreHours } from "#platform/modules/telemetry/index";
import { engines, openTestDatabase } from "../support/database.ts";
import { withRecordings } from "../support/demo-recordings.ts";
import { openTestPlatform, passwordHash, type TestPlatform } from "../support/platform.ts";

/** Noon in India, when every shop is open. */
const now = new Date("2026-11-20T06:30:00Z");
const day = 86_400_000;
const logger = { info() {}, warn() {}, error() {} };
const admin = "client.admin";

describe.each(engines)("The demo on %s", (engine) => {
  let at: TestPlatform;
  let filesDir: string;

  beforeAll(async () => {
    filesDir = await mkdtemp(join(tmpdir(), "fever-demo-"));
    at = await openTestPlatform(engine, { now });
    const { database } = at;
    await withRecordings(filesDir, () =>
      seedDemo({ database, filesDir, now, stores: 40, historyDays: 3, logger }),
    );
    await database.db
      .update(appUser)
      .set({ passwordHash: await passwordHash })
      .where(eq(appUser.username, admin));
  });
  afterAll(async () => {
    await at?.close();
    await rm(filesDir, { recursive: true, force: true });
  });

  const get = async <Data>(endpoint: Endpoint, query: object) => {
    const { body } = await at.as(admin).call(endpoint, { query }).reply;
    return { data: body.data as Data, total: body.page?.total };
  };
  const sum = async (report: Report, query: object) =>
    (await get<ReportSummary>(reportEndpoints(report).summary, query)).data;
  const rowsOf = async (report: Report, query: object) =>
    (await get<ReportRow[]>(reportEndpoints(report).table, { ...query, limit: 100 })).data;

  /** The same questions, asked of each page. */
  async function expectAgreement() {
    const { data: dashboard } = await get<Dashboard>(showDashboard, {});
    const listed = async (filter: object) => (await get(listStores, filter)).total;
    const { stores, yesterday } = dashboard;
    expect(await listed({})).toBe(stores.total);
    expect((await sum(totalStores, {})).rows).toBe(stores.total);
    for (const [condition, count] of [
      ["online", stores.online],
      ["offline", stores.offline],
      ["silent", stores.silent],
      ["low-volume", stores.lowVolume],
      ["never-seen", stores.neverSeen],
      ["closed", stores.closed],
      ["not-playing", stores.notPlaying],
    ] as const)
      expect([condition, await listed({ condition })]).toEqual([condition, count]);

    const dates = { from: yesterday.day, to: yesterday.day };
    const types = await sum(playOutTypes, dates);
    expect([types.totals.plays, types.totals.seconds]).toEqual([
      yesterday.plays,
      yesterday.seconds,
    ]);
    expect((await sum(averagePlayOut, dates)).rows).toBe(yesterday.stores);
    const song = await sum(songPlayOutReport, dates);
    expect(song.totals.plays).toBe(
      dashboard.playsByType.find((one) => one.day === yesterday.day)?.plays.MUSIC,
    );

    const open = await get(listAlerts, { state: "open", limit: 1 });
    expect(open.total).toBe(dashboard.openAlerts);

    const flight = { from: "2026-11-18", to: dashboard.today };
    const campaigns = await sum(campaignReport, flight);
    const byStore = await sum(storeCampaignReport, flight);
    expect(byStore.totals.verified).toBe(campaigns.totals.verified);
    const live = (await rowsOf(campaignReport, flight)).filter(({ state }) => state === "LIVE");
    expect(live.length).toBe(dashboard.campaigns.live);
    expect(live.reduce((total, { verified }) => total + Number(verified), 0)).toBe(
      dashboard.campaigns.verified,
    );
    for (const one of await rowsOf(campaignReport, flight))
      expect(Number(one.verified), `${one.campaign}`).toBeLessThanOrEqual(Number(one.booked));

    // nobody is online without plays, unless a fault says so
    const { data: online } = await get<StoreRow[]>(listStores, { condition: "online", limit: 100 });
    const { rows } = await at.database.db.execute<{
      id: number;
    }>(sql`select distinct store_id::int as id from store_day_plays
      where company_id = ${companies.northwind.id} and day >= ${yesterday.day} and music_plays > 0`);
    const played = new Set(rows.map(({ id }) => id));
    expect(online.filter(({ id }) => !played.has(id)).map(({ storeCode }) => storeCode)).toEqual(
      [],
    );
    expect(online.length).toBeGreaterThan(0);
    const troubled = online.filter(
      ({ id, lastPlayedAt }) =>
        isTroubled(id) || Date.parse(lastPlayedAt ?? "") < at.clock.now - day,
    );
    expect(troubled).toEqual([]);
  }

  test(
    "gives the same figures for the same question on every page after its fill [DEMO-1]",
    expectAgreement,
  );

  test("has no heartbeat of a store in its past offline alerts [DEMO-1]", async () => {
    const { rows } = await at.database.db.execute<{ id: number; heard: number }>(sql`
      select alert.id::int as id, sum(bit_count(online))::int as heard from alert join store_hour
        on store_hour.company_id = alert.company_id and store_hour.store_id = alert.store_id and hour_at >= began_at and hour_at + interval '1 hour' <= ended_at
      where alert.kind = 'offline' group by alert.id`);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ heard: onlineMinutes }) => onlineMinutes > 0)).toEqual([]);
  });

  test("says the same after a simulated day, with what the product's jobs made of it [DEMO-1]", async () => {
    const { database } = at;
    at.clock.now = now.getTime() + day;
    const later = new Date(at.clock.now);
    await createSimulation({ database, history: createHistory(database) })(later);
    await keepStoreHours({ database, now: later });
    await countDelivery({ database, now: later });
    await makeGoods({ database, now: later });
    await watchAllStores(database, later);
    await expectAgreement();
  });

  test("says nothing of days to fill once all are filled [FIRST-1]", async () => {
    expect(await at.as(admin).me()).toMatchObject({ demoHistory: null });
  });
});

describe.each(engines)("A fill that is killed, on %s", (engine) => {
  test("leaves nothing of the day it was in, and goes on with what is missing [DEMO-1] [FIRST-1]", async () => {
    const database = await openTestDatabase(engine);
    const filesDir = await mkdtemp(join(tmpdir(), "fever-demo-"));
    onTestFinished(async () => {
      await database.close();
      await rm(filesDir, { recursive: true, force: true });
    });
    const days = 3;
    await openDemo({ database, filesDir, now, stores: 24, historyDays: days, logger });
    const readDays = async () => {
      const { rows } = await database.db.execute<{
        company: number;
        day: string;
        plays: number;
        minutes: number;
      }>(sql`
        select company_id::int as company, day::text as day, sum(music_plays)::int as plays,
          (select sum(online)::int from store_day where store_day.company_id = played.company_id and store_day.day = played.day) as minutes
        from store_day_plays played group by company_id, day order by day desc, company_id`);
      return rows;
    };
    const killed = createHistory(database, async (_db, companyId, day) => {
      if (companyId === companies.brightmart.id && day === "2026-11-19") throw new Error("killed");
      return new Map();
    });
    for (const one of (await killed.findMissing(days, now)).slice(0, 4))
      await killed.fillDay(one, now);
    await expect(
      killed.fillDay({ companyId: companies.brightmart.id, day: "2026-11-19" }, now),
    ).rejects.toThrow("killed");
    const before = await readDays();
    expect(before.map(({ company, day }) => [day, company])).toEqual([
      ["2026-11-20", companies.northwind.id],
      ["2026-11-20", companies.brightmart.id],
      ["2026-11-20", companies.corner.id],
      ["2026-11-19", companies.northwind.id],
    ]);
    const goingOn = createHistory(database);
    for (const one of await goingOn.findMissing(days, now)) await goingOn.fillDay(one, now);
    const after = await readDays();
    expect(after).toHaveLength(3 * days);
    expect(after).toEqual(expect.arrayContaining(before)); // what was there stays as it was
    for (const { plays, minutes } of after.filter(({ day }) => day !== "2026-11-20")) {
      expect(minutes / plays).toBeGreaterThan(2); // songs last two to five minutes
      expect(minutes / plays).toBeLessThan(5);
    }
    expect(await goingOn.findMissing(days, now)).toEqual([]);
  });
});
