import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Dashboard } from "#contract/dashboard/endpoints";
import { type ReportRow, reportEndpoints } from "#contract/reports/endpoints";
import { topPerformingStores } from "#contract/reports/performance";
import * as schema from "#platform/db/schema/index";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { engines } from "../support/database.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { totalsOf } from "../support/play-outs.ts";
import { addCampaignsAndTurns } from "../support/report-campaigns.ts";

const now = new Date("2026-11-19T20:00:00.000Z"); // already the 20th, 01:30, on the company's clock

describe.each(engines)("The dashboard on %s", (engine) => {
  let at: TestPlatform;
  let company: TestCompany;
  let other: TestCompany;
  let staff: Awaited<ReturnType<typeof makeProvider>>["staff"];

  beforeAll(async () => {
    at = await openTestPlatform(engine, { now });
    const provider = await makeProvider(at.database);
    staff = provider.staff;
    [company, other] = [await makeCompany(at.database), await makeCompany(at.database)];
    await at.database.db.update(schema.storeHours).set({ opens: 0, closes: 1440 });
    for (const of of [company, other]) {
      const day = (store: number, day: string) => ({
        companyId: of.companyId,
        storeId: of.stores[store]?.id ?? 0,
        day,
      });
      const played = (kind: Parameters<typeof totalsOf>[0], plays: number) =>
        totalsOf(kind, plays, plays * 100, plays + 2);
      await at.database.db.insert(schema.storeDayPlays).values([
        { ...day(0, "2026-11-20"), ...played("music", 5) },
        { ...day(0, "2026-11-19"), ...played("music", 10), ...played("ad", 3) },
        { ...day(2, "2026-11-19"), ...played("music", 7) },
        { ...day(4, "2026-11-19"), ...played("music", 100) },
        { ...day(4, "2026-11-18"), ...played("toh", 50) },
        { ...day(0, "2026-11-07"), ...played("jingle", 1) },
        { ...day(0, "2026-11-06"), ...played("music", 1000) },
      ]);
      await at.database.db.insert(schema.storeState).values(
        [0, 4].map((store) => ({
          companyId: of.companyId,
          storeId: of.stores[store]?.id ?? 0,
          lastSeenAt: now,
          lastPlayedAt: now,
          volume: 60,
        })),
      );
    }
  });
  afterAll(() => at.close());

  const show = (as: string, companyId?: number) =>
    at.as(as).showDashboard({ query: { companyId } });

  test("14 days on the company's clock by type, yesterday beside the day before [DASH-1]", async () => {
    const dashboard = await show(company.users.admin);
    expect(dashboard.today).toBe("2026-11-20");
    expect(dashboard.playsByType.map(({ day }) => day)).toEqual(
      Array.from({ length: 14 }, (_, n) => `2026-11-${String(n + 7).padStart(2, "0")}`),
    );
    expect(dashboard.playsByType.at(0)?.plays).toEqual({ MUSIC: 0, AD: 0, JINGLE: 1, TOH: 0 });
    expect(dashboard.playsByType.at(-3)?.plays).toEqual({ MUSIC: 0, AD: 0, JINGLE: 0, TOH: 50 });
    expect(dashboard.playsByType.at(-2)?.plays).toEqual({ MUSIC: 117, AD: 3, JINGLE: 0, TOH: 0 });
    expect(dashboard.playsByType.at(-1)?.plays).toEqual({ MUSIC: 5, AD: 0, JINGLE: 0, TOH: 0 });
    expect(dashboard.yesterday).toEqual({
      day: "2026-11-19",
      plays: 120,
      received: 128,
      seconds: 12_000,
      stores: 3,
    });
    expect(dashboard.dayBefore).toEqual({
      day: "2026-11-18",
      plays: 50,
      received: 52,
      seconds: 5000,
      stores: 1,
    });
  });

  test("regional and zonal admins see totals of their own stores alone [ROL-4] [CTX-3] [DASH-1]", async () => {
    const [national, regional, zonal] = await Promise.all([
      show(company.users.admin),
      show(company.users.regional),
      show(company.users.zonal),
    ]);
    const stores = ({ stores: { total, online, neverSeen } }: Dashboard) => ({
      total,
      online,
      neverSeen,
    });
    expect([national, regional, zonal].map(stores)).toEqual([
      { total: 9, online: 2, neverSeen: 7 },
      { total: 4, online: 1, neverSeen: 3 },
      { total: 2, online: 1, neverSeen: 1 },
    ]);
    expect(
      [national, regional, zonal].map(({ yesterday }) => [yesterday.plays, yesterday.stores]),
    ).toEqual([
      [120, 3],
      [20, 2],
      [13, 1],
    ]);
    expect(zonal.playsByType.reduce((sum, { plays }) => sum + plays.TOH, 0)).toBe(0);
  });

  test("the week stands beside the week before, with the best and worst stores [DASH-1] [ROL-4]", async () => {
    const { companyId, stores } = company;
    const idOf = (index: number) => stores[index]?.id ?? 0;
    const minutes = (index: number, day: string, open: number, online: number) => ({
      companyId,
      day,
      storeId: idOf(index),
      open,
      online,
      playing: online,
      quiet: 0,
    });
    await at.database.db
      .insert(schema.storeDay)
      .values([
        ...stores.map((_, index) => minutes(index, "2026-11-19", 100, 10 * (index + 1))),
        minutes(0, "2026-11-20", 100, 0),
        minutes(0, "2026-11-12", 100, 40),
        minutes(0, "2026-11-05", 100, 0),
      ]);
    const dashboard = await show(company.users.admin);
    expect(dashboard.week).toEqual({
      from: "2026-11-13",
      to: "2026-11-19",
      plays: 170,
      seconds: 17_000,
      open: 900,
      online: 450,
    });
    expect(dashboard.weekBefore).toEqual({
      from: "2026-11-06",
      to: "2026-11-12",
      plays: 1001,
      seconds: 100_100,
      open: 100,
      online: 40,
    });
    const ranked = (
      (await at.as(company.users.admin).call(reportEndpoints(topPerformingStores).table, {
        query: { from: "2026-11-13", to: "2026-11-19" },
      })) as ReportRow[]
    ).map(({ storeId, store, rank, played, uptime, delivery }) => {
      return { storeId, storeName: store, rank, played, uptime, delivery };
    });
    expect(ranked).toHaveLength(9);
    expect(dashboard.topStores).toEqual(ranked.slice(0, 5));
    expect(dashboard.bottomStores).toEqual(ranked.slice(5).reverse());
    const zonal = await show(company.users.zonal);
    expect(zonal.topStores.map(({ storeId }) => storeId).sort()).toEqual([idOf(0), idOf(1)].sort());
    expect(zonal.bottomStores).toEqual([]);
    expect(zonal.week.open).toBe(200);
  });

  test("what needs attention is shown, each within the person's scope [DASH-1] [ROL-4]", async () => {
    const of = await makeCompany(at.database);
    const { db } = at.database;
    const before = await show(of.users.admin);
    expect([before.licencesEnding, before.campaigns]).toEqual([
      0,
      { live: 0, behind: 0, due: 0, verified: 0 },
    ]);
    // and the store without a group
    const groups = of.north.groupIds.length + of.south.groupIds.length + 1;
    expect([before.unpublishedDays, (await show(of.users.zonal)).unpublishedDays]).toEqual([
      2 * groups,
      2,
    ]);
    const published = {
      companyId: of.companyId,
      version: 1,
      inputsDigest: "",
      positions: [],
      summary: {},
    };
    await db.insert(schema.groupPlaylist).values([
      { ...published, groupId: of.north.groupIds[0], day: "2026-11-20", state: "published" },
      { ...published, groupId: of.north.groupIds[0], day: "2026-11-21", state: "draft" },
      { ...published, groupId: null, day: "2026-11-21", state: "published" },
    ]);
    const licence = (validFrom: string, validTo: string) => ({
      companyId: of.companyId,
      name: "PPL",
      validFrom,
      validTo,
      stores: 9,
    });
    await db
      .insert(schema.companyLicence)
      .values([licence("2025-11-01", "2026-10-31"), licence("2026-11-01", "2026-12-20")]);
    await addCampaignsAndTurns(db, of.companyId, "Own", ["2026-11-18", "2026-11-25"]);
    const after = await show(of.users.admin);
    // the older licence was followed by the one that ends in thirty days
    expect([after.unpublishedDays, after.licencesEnding]).toEqual([2 * groups - 2, 1]);
    expect(after.campaigns).toMatchObject({ live: 2, due: 2 * 3 * 9 });
    const mine = await show(of.users.regional);
    expect([mine.unpublishedDays, mine.licencesEnding, mine.campaigns.due]).toEqual([
      2 * of.north.groupIds.length - 1,
      0,
      2 * 3 * 4,
    ]);
    for (const [index, licenceTo] of [
      [0, "2026-12-20"],
      [4, "2026-10-31"],
      [5, "2026-12-21"],
    ] as const)
      await db
        .update(schema.store)
        .set({ licenceTo })
        .where(eq(schema.store.id, of.stores[index]?.id ?? 0));
    const storeLicences = async (as: string) => (await show(as)).stores.licenceEnding;
    expect([
      await storeLicences(of.users.admin),
      await storeLicences(of.users.regional),
      await storeLicences(company.users.admin),
    ]).toEqual([2, 1, 0]);
    await db.insert(schema.companyLicence).values(licence("2026-12-21", "2027-12-20"));
    expect((await show(of.users.admin)).licencesEnding).toBe(0);
    expect((await show(company.users.admin)).campaigns.live).toBe(0);
  });

  test("provider staff get every company's figures first; clients do not [DASH-1] [CTX-2]", async () => {
    const list = (as: string) => at.as(as).showCompanies();
    const { companies } = await list(staff.Fever_Admin_Ops);
    for (const { companyId } of [company, other]) {
      const own = await show(staff.Fever_Admin_Ops, companyId);
      const { countedAt: _, ...stores } = own.stores;
      expect(companies.find((one) => one.companyId === companyId)).toMatchObject({
        stores,
        openAlerts: own.openAlerts,
        unpublishedDays: own.unpublishedDays,
        licencesEnding: own.licencesEnding,
      });
    }
    expect(await list(company.users.admin)).toMatchObject({ companies: [] });
    expect(await list(staff.Fever_Music_Limited).status).toBe(403);
  });

  test("until a store has played it says what is left to do [DASH-1] [COM-2]", async () => {
    expect((await show(company.users.admin)).firstSteps).toBeNull();
    const fresh = await makeCompany(at.database);
    const { firstSteps } = await show(fresh.users.admin);
    expect(firstSteps).toMatchObject({
      hasStore: true,
      hasRule: false,
      hasPublishedDay: false,
      hasSeenPlayer: false,
    });
    expect(firstSteps?.player?.username).toBe(fresh.users.manager);
    expect((await show(fresh.users.limited)).firstSteps?.player).toBeNull(); // opens no stores
    await at.database.db.insert(schema.storeState).values({
      companyId: fresh.companyId,
      storeId: fresh.stores[0]?.id ?? 0,
      lastSeenAt: now,
      lastPlayedAt: null,
    });
    await at.database.db
      .update(schema.appUser)
      .set({ lastSignedInAt: now })
      .where(eq(schema.appUser.username, fresh.users.manager));
    expect((await show(fresh.users.admin)).firstSteps).toMatchObject({
      hasSeenPlayer: true,
      player: null,
    });
  });

  test("is of one company; store managers and those without the area are shut out [CTX-2] [CTX-4]", async () => {
    const status = (as: string, companyId?: number) =>
      at.as(as).showDashboard({ query: { companyId } }).status;
    expect(await status(company.users.admin, other.companyId)).toBe(403);
    expect(await status(company.users.manager)).toBe(403);
    expect(await status(staff.Fever_Music_Limited, company.companyId)).toBe(403);
    expect(await status(staff.Fever_Admin_Ops)).toBe(422);
    expect(await show(staff.Fever_Admin_Ops, company.companyId)).toEqual(
      await show(company.users.admin),
    );
  });
});
