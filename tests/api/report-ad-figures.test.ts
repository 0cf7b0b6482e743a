import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  availableAds,
  companyAdUtilisation,
  primeAdInventory,
  storeAdUtilisation,
} from "#contract/reports/ad-inventory";
import {
  type ReportGraph,
  type ReportRow,
  type ReportSummary,
  reportEndpoints,
} from "#contract/reports/endpoints";
import { averagePlayOut, playOutTypes } from "#contract/reports/play-out-times";
import type { Report } from "#contract/reports/report";
import { storeDistribution } from "#contract/reports/store-distribution";
import { adLedger, adSetting, storeDayPlays } from "#platform/db/schema/index";
import { makeCompany, type TestCompany } from "../support/companies.ts";
import { engines } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { totalsOf } from "../support/play-outs.ts";

/** 11:30 in Asia/Kolkata on a Friday. */
const now = new Date("2026-11-20T06:00:00.000Z");
const today = "2026-11-20";
const tomorrow = "2026-11-21";
const both = { from: today, to: tomorrow };
const hourly = (of: (hour: number) => number) => Array.from({ length: 24 }, (_, hour) => of(hour));

/**
 * Reports of ad time, of what was played by type and of where stores are, against numbers worked
 * out by hand.
 */
describe.each(engines)("Figures of ad time, types and places on %s", (engine) => {
  let at: TestPlatform;
  let company: TestCompany;
  const stores = { first: 0, second: 1, south: 4 };

  beforeAll(async () => {
    at = await openTestPlatform(engine, { now });
    company = await makeCompany(at.database);
    const { db } = at.database;
    const { companyId } = company;
    const sell = (
      store: number,
      day: string,
      booked: Record<number, number>,
      held: Record<number, number> = {},
    ) =>
      db.insert(adLedger).values({
        companyId,
        day,
        kind: "AD" as const,
        storeId: company.stores[store]?.id ?? 0,
        capacity: hourly((hour) => (hour >= 9 && hour < 21 ? 600 : 0)),
        booked: hourly((hour) => booked[hour] ?? 0),
        held: hourly((hour) => held[hour] ?? 0),
      });
    await sell(stores.first, today, { 10: 600, 18: 300 }, { 18: 45 });
    await sell(stores.first, tomorrow, { 18: 600 });
    await sell(stores.second, today, {});
    await sell(stores.south, today, { 12: 120 });
    await db.insert(adLedger).values({
      companyId,
      day: today,
      kind: "JINGLE" as const,
      storeId: company.stores[stores.first]?.id ?? 0,
      capacity: hourly(() => 6),
      booked: hourly(() => 6),
      held: hourly(() => 0),
    });
    // Fridays at 18:00 and 19:00 everywhere, but in the second store Fridays at 9:00, and none at all
    // in the South
    const friday = (...hours: number[]) => hours.map((hour) => 5 * 24 + hour);
    const none = { companyId, regionId: null, zoneId: null, groupId: null, storeId: null };
    await db.insert(adSetting).values([
      { ...none, primeHours: friday(18, 19) },
      { ...none, storeId: company.stores[stores.second]?.id ?? 0, primeHours: friday(9) },
      { ...none, regionId: company.south.regionId, primeHours: [] },
    ]);
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

  test("CompanyAdInventoryUtilizationReport adds the stores' ads up by day [REP-1]", async () => {
    const keys = ["day", "capacity", "booked", "held", "utilisation"];
    expect(await rowsOf(companyAdUtilisation, both, keys)).toEqual([
      [today, 21_600, 1_020, 45, 4.7],
      [tomorrow, 7_200, 600, 0, 8.3],
    ]);
    expect(await rowsOf(companyAdUtilisation, both, keys, company.users.regional)).toEqual([
      [today, 14_400, 900, 45, 6.3],
      [tomorrow, 7_200, 600, 0, 8.3],
    ]);
    const { totals } = await get<ReportSummary>(companyAdUtilisation, "summary", both);
    expect(totals).toEqual({ capacity: 28_800, booked: 1_620, held: 45, utilisation: 5.6 });
  });

  test("StoreLevelAdInventoryUtilizationReport has a row a store and day [REP-1]", async () => {
    expect(
      await rowsOf(storeAdUtilisation, both, [
        "store",
        "day",
        "capacity",
        "booked",
        "held",
        "utilisation",
      ]),
    ).toEqual([
      ["North store 1.1", today, 7_200, 900, 45, 12.5],
      ["North store 1.2", today, 7_200, 0, 0, 0],
      ["South store 1.1", today, 7_200, 120, 0, 1.7],
      ["North store 1.1", tomorrow, 7_200, 600, 0, 8.3],
    ]);
  });

  test("PrimeAndNonPrimeAdInventory splits by the prime hours of each store [REP-1]", async () => {
    const keys = [
      "store",
      "day",
      "primeCapacity",
      "primeBooked",
      "primeUtilisation",
      "otherCapacity",
      "otherBooked",
      "otherUtilisation",
    ];
    expect(await rowsOf(primeAdInventory, both, keys)).toEqual([
      ["North store 1.1", today, 1_200, 300, 25, 6_000, 600, 10],
      ["North store 1.2", today, 600, 0, 0, 6_600, 0, 0],
      ["South store 1.1", today, 0, 0, null, 7_200, 120, 1.7],
      ["North store 1.1", tomorrow, 0, 0, null, 7_200, 600, 8.3], // a Saturday
    ]);
  });

  test("AdInventoryAvailableToBook has the open hours to come, with what is free and fits [REP-1]", async () => {
    const storeId = company.stores[stores.first]?.id;
    const keys = ["hour", "seconds", "spots", "prime"];
    const rows = await rowsOf(availableAds, { from: today, to: today, storeId, limit: 100 }, keys);
    expect(rows).toEqual(
      [12, 13, 14, 15, 16, 17, 18, 19, 20].map((hour) => {
        const seconds = hour === 18 ? 255 : 600;
        return [
          `${hour}:00:00`,
          seconds,
          Math.floor(seconds / 30),
          hour === 18 || hour === 19 ? "yes" : "no",
        ];
      }),
    );
    const short = await rowsOf(
      availableAds,
      { from: today, to: today, storeId, length: "20", limit: 100 },
      keys,
    );
    expect(short.map(([, , spots]) => spots)).toEqual([30, 30, 30, 30, 30, 30, 12, 30, 30]);
  });

  test("StorePlayoutSongTypeReport and AvgPlayoutTimeReport give each type its time [REP-1]", async () => {
    const of = (store: number, day: string) => ({
      companyId: company.companyId,
      storeId: company.stores[store]?.id ?? 0,
      day,
    });
    await at.database.db.insert(storeDayPlays).values([
      {
        ...of(stores.first, "2026-11-18"),
        ...totalsOf("music", 10, 1_800, 11),
        ...totalsOf("ad", 6, 180, 7),
        ...totalsOf("toh", 2, 20, 3),
      },
      { ...of(stores.first, "2026-11-19"), ...totalsOf("music", 4, 800, 5) },
      {
        ...of(stores.south, "2026-11-19"),
        ...totalsOf("music", 1, 200, 2),
        ...totalsOf("ad", 0, 0, 1),
      },
    ]);
    const week = { from: "2026-11-14", to: "2026-11-19" };
    expect(
      await rowsOf(playOutTypes, { ...week, sort: "day" }, [
        "store",
        "day",
        "type",
        "plays",
        "seconds",
        "share",
      ]),
    ).toEqual([
      ["North store 1.1", "2026-11-18", "AD", 6, 180, 9],
      ["North store 1.1", "2026-11-18", "MUSIC", 10, 1_800, 90],
      ["North store 1.1", "2026-11-18", "TOH", 2, 20, 1],
      ["North store 1.1", "2026-11-19", "MUSIC", 4, 800, 100],
      ["South store 1.1", "2026-11-19", "MUSIC", 1, 200, 100],
    ]);
    const { points } = await get<ReportGraph>(playOutTypes, "graph", week);
    expect(points).toEqual([
      { type: "MUSIC", seconds: 2_800 },
      { type: "AD", seconds: 180 },
      { type: "TOH", seconds: 20 },
    ]);
    expect(
      await rowsOf(averagePlayOut, week, ["store", "days", "music", "ads", "promos", "toh"]),
    ).toEqual([
      ["North store 1.1", 2, 1_300, 90, 0, 10],
      ["South store 1.1", 1, 200, 0, 0, 0],
    ]);
  });

  test("StoreDistribution counts each store once in its place [REP-1]", async () => {
    await at.database.db.execute(
      sql`update store set city = 'Pune' where id = ${company.stores[stores.first]?.id}`,
    );
    await at.database.db.execute(
      sql`update store set status = 'inactive' where id = ${company.stores[stores.south]?.id}`,
    );
    const keys = ["name", "stores", "neverSeen", "inactive", "online"];
    expect(await rowsOf(storeDistribution, {}, keys)).toEqual([
      ["No region", 1, 1, 0, 0],
      ["North", 4, 4, 0, 0],
      ["South", 4, 3, 1, 0],
    ]);
    expect((await rowsOf(storeDistribution, { by: "zone" }, ["name", "stores"]))[1]).toEqual([
      "North › North zone 1",
      2,
    ]);
    expect(
      await rowsOf(storeDistribution, { by: "city" }, ["name", "stores"], company.users.regional),
    ).toContainEqual(["Pune", 1]);
    expect(
      (await get<ReportSummary>(storeDistribution, "summary", { by: "group" })).totals,
    ).toMatchObject({ stores: 9, inactive: 1 });
  });

  test("StoreDistribution's page counts places, not the stores without one [REP-1]", async () => {
    const query = { by: "region", whole: "true" } as never;
    const { page } = await at
      .as(company.users.admin)
      .call(reportEndpoints(storeDistribution).table, { query }).answer;
    expect([page?.total, page?.totals?.rows]).toEqual([3, 2]);
  });
});
