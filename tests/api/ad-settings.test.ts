import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { changeAdSettings } from "#contract/ads/settings";
import { adSettingLimits, hourOfWeek, isPrime } from "#contract/ads/words";
import type { Input } from "#contract/base/endpoint";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { folderStore } from "#platform/files/file-store";
import { startJobs } from "#platform/jobs/start-jobs";
import {
  checkLedgers,
  findLedgerDifferences,
  keepLedger,
  type LedgerFingerprints,
  settingsFor,
} from "#platform/modules/ads/index";
import { giveBack, recount } from "#platform/modules/ads/ledger/ledger.queries";
import { takePlays } from "#platform/modules/ads/ledger/take-plays.queries";
import { makeCompany, makeProvider, type TestCompany } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { withCutConnection } from "../support/failing-database.ts";
import { patience } from "../support/patience.ts";
import { plainCampaign } from "../support/plain-campaign.ts";
import { openTestPlatform, type TestPlatform, testSessionSecret } from "../support/platform.ts";

/** Noon in the companies' zone. */
const now = new Date("2026-05-11T06:30:00Z");
const today = "2026-05-11";
const hourly = (of: (hour: number) => number) => Array.from({ length: 24 }, (_, hour) => of(hour));

describe.each([anyEngine])("ad settings on %s", (engine) => {
  let platform: TestPlatform;
  let company: TestCompany;

  beforeAll(async () => {
    platform = await openTestPlatform(engine, { now });
    await makeProvider(platform.database);
  });
  afterAll(() => platform?.close());
  beforeEach(async () => {
    company = await makeCompany(platform.database);
  });

  const change = (body: Input<typeof changeAdSettings>["body"], user = company.users.admin) =>
    platform.as(user).changeAdSettings({ body });
  const scope = () => wholeCompany(company.companyId);
  const keep = (at = now, cachedLedgers?: Map<number, LedgerFingerprints>) => {
    const { database } = platform;
    return keepLedger({ database, db: database.db, now: at }, company.companyId, cachedLedgers);
  };
  const rowsOf = (storeId: number, kind: "AD" | "JINGLE" | "TOH" = "AD") =>
    platform.database.db
      .select()
      .from(table.adLedger)
      .where(
        and(
          eq(table.adLedger.companyId, company.companyId),
          eq(table.adLedger.storeId, storeId),
          eq(table.adLedger.kind, kind),
        ),
      )
      .orderBy(table.adLedger.day);
  const rowOn = async (storeId: number, day: string, kind: "AD" | "JINGLE" | "TOH" = "AD") =>
    (await rowsOf(storeId, kind)).find((row) => row.day === day);
  const storeAt = (index: number) => company.stores[index]?.id ?? 0;
  const changeStore = (storeId: number, set: Partial<typeof table.store.$inferInsert>) =>
    platform.database.db
      .update(table.store)
      .set(set)
      .where(and(eq(table.store.companyId, company.companyId), eq(table.store.id, storeId)));
  async function book(storeIds: number[], day: string, plays: number[], playTakes = 60) {
    const [added] = await platform.database.db
      .insert(table.campaign)
      .values({
        ...plainCampaign,
        companyId: company.companyId,
        name: "Cola",
        kind: "AD",
        playTakes,
        state: "BOOKED",
      })
      .returning({ id: table.campaign.id });
    const sold = { id: added?.id ?? 0, kind: "AD", playTakes } as const;
    const { taken: takenPlays } = await platform.database.transaction((tx) =>
      takePlays(scope(), tx, {
        ofCampaign: sold,
        demand: { storeIds, days: [{ day, plays }] },
        options: { as: "booked", all: true, now },
      }),
    );
    expect(takenPlays).toBe(storeIds.length * plays.reduce((sum, count) => sum + count, 0));
    return sold;
  }

  test("are inherited: each value says from which location it comes", async () => {
    const [groupId = 0] = company.north.groupIds;
    await change({
      adSecondsPerHour: 300,
      primeHours: [hourOfWeek(1, 18)],
      daysOnSale: 10,
      adRate: "1.50",
    });
    await change({ regionId: company.north.regionId, adSecondsPerHour: 240, promoPositions: 4 });
    await change({ groupId, adSecondsPerHour: 120 });
    const storeSettings = await platform
      .as(company.users.group)
      .findAdSettings({ query: { storeId: storeAt(0) } });
    expect(storeSettings).toMatchObject({
      unit: { level: "STORE", mayChange: true },
      version: null,
      own: { adSecondsPerHour: null, primeHours: null },
      values: {
        adSecondsPerHour: { value: 120, source: { level: "GROUP", unitId: groupId } },
        promoPositions: { value: 4, source: { level: "REGION", name: "North" } },
        primeHours: { value: [42], source: { level: "COMPANY", name: company.name } },
        longestBreakSeconds: { value: adSettingLimits.longestBreakSeconds.usual, source: null },
      },
      company: { daysOnSale: 10, holdHours: 48, leastMusicMinutes: 40, refusesLessMusic: false },
    });
    const group = await platform.as(company.users.group).findAdSettings({ query: { groupId } });
    expect(group).toMatchObject({
      version: 1,
      own: { adSecondsPerHour: 120 },
      inherited: { adSecondsPerHour: { value: 240, source: { level: "REGION" } } },
    });
    const settingsByStore = await settingsFor(scope(), platform.database.db, [
      storeAt(0),
      storeAt(2),
      storeAt(4),
      storeAt(8),
    ]);
    expect([...settingsByStore.values()].map(({ adSecondsPerHour }) => adSecondsPerHour)).toEqual([
      120, 240, 300, 300,
    ]);
    const [first] = settingsByStore.values();
    expect(first).toMatchObject({
      promoPositions: 4,
      tohPositions: 1,
      daysOnSale: 10,
      rates: { AD: { usual: 150, prime: 150 }, TOH: { usual: null } },
    });
    expect(isPrime(first as { primeHours: number[] }, 1, 18)).toBe(true);
    const units = await platform.as(company.users.admin).listAdSettingUnits();
    expect(units.filter(({ own }) => own).map(({ level }) => level)).toEqual([
      "COMPANY",
      "REGION",
      "GROUP",
    ]);
    // nothing of its own any more: it inherits again, and the version counts on
    await change({ groupId, version: 1 });
    const [again] = (await settingsFor(scope(), platform.database.db, [storeAt(0)])).values();
    expect(again?.adSecondsPerHour).toBe(240);
    expect(await change({ groupId, version: 1 }).status).toBe(422);
    await change({ groupId, version: 2, adSecondsPerHour: 90 });
  });

  test("are changed by who owns the location, and read by who lies below it [CTX-3] [ROL-4]", async () => {
    const { users, north, south } = company;
    expect(await change({ adSecondsPerHour: 300 }, users.regional).status).toBe(403);
    expect(
      await change({ regionId: north.regionId, adSecondsPerHour: 300 }, users.zonal).status,
    ).toBe(403);
    expect(
      await change({ regionId: south.regionId, adSecondsPerHour: 300 }, users.regional).status,
    ).toBe(404);
    await change({ zoneId: north.zoneIds[0], adSecondsPerHour: 300 }, users.zonal);
    expect(await platform.as(users.group).findAdSettings()).toMatchObject({
      unit: { level: "COMPANY", mayChange: false },
    });
    expect(
      await platform.as(users.group).findAdSettings({ query: { regionId: south.regionId } }).status,
    ).toBe(404);
    expect(await platform.as(users.limited).findAdSettings().status).toBe(403);
    const [entry] = await platform.database.db
      .select()
      .from(table.auditLog)
      .where(eq(table.auditLog.companyId, company.companyId));
    expect(entry).toMatchObject({
      action: "ad settings changed",
      itemName: "North zone 1",
      after: { adSecondsPerHour: 300 },
    });
  });

  test("say what is wrong with them, by field", async () => {
    const refused = (body: Input<typeof changeAdSettings>["body"]) => change(body).wrongFields;
    expect(
      await refused({ adSecondsPerHour: 3601, tohPositions: -1, daysOnSale: 401, adRate: "1.234" }),
    ).toEqual(["adSecondsPerHour", "tohPositions", "daysOnSale", "adRate"]);
    expect(await refused({ primeHours: [168] })).toEqual(["primeHours.0"]);
    expect(await refused({ regionId: company.north.regionId, holdHours: 5 })).toEqual([
      "holdHours",
    ]);
    expect(await refused({ regionId: company.north.regionId, storeId: storeAt(0) })).toEqual([
      "groupId",
    ]);
    expect(await refused({ version: 7 })).toEqual(["version"]);
  });

  test("of two who give a location its first settings at once, one is told", async () => {
    const replies = await Promise.all(
      [1, 2, 3].map((adSecondsPerHour) => change({ adSecondsPerHour }).reply),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  test("put each active store's dates on sale, each on its own clock, and once", async () => {
    await changeStore(storeAt(1), { status: "inactive" });
    await changeStore(storeAt(2), { timeZone: "Pacific/Auckland" }); // 18:30 there
    await change({ daysOnSale: 3 });
    const written = await keep();
    expect(written).toBe(8 * 3 * 3);
    expect(await keep()).toBe(0);
    const [first, second] = await rowsOf(storeAt(0));
    // what has begun was never on sale
    expect(first?.capacity).toEqual(hourly((hour) => (hour >= 13 && hour < 21 ? 600 : 0)));
    expect(second?.capacity).toEqual(hourly((hour) => (hour >= 9 && hour < 21 ? 600 : 0)));
    expect((await rowOn(storeAt(0), "2026-05-12", "JINGLE"))?.capacity[9]).toBe(6);
    expect((await rowOn(storeAt(0), "2026-05-12", "TOH"))?.capacity).toEqual(
      hourly((hour) => (hour >= 9 && hour < 21 ? 1 : 0)),
    );
    expect(await rowsOf(storeAt(1))).toEqual([]);
    expect(
      (await rowsOf(storeAt(2))).map(({ day, capacity }) => [day, capacity[18], capacity[19]]),
    ).toEqual([
      ["2026-05-11", 0, 600],
      ["2026-05-12", 600, 600],
      ["2026-05-13", 600, 600],
    ]);
    // a day later one more date is on sale
    expect(await keep(new Date(now.getTime() + 86_400_000))).toBe(8 * 3);
  });

  test("what is open past midnight is sold on the next date", async () => {
    await platform.database.db
      .update(table.storeHours)
      .set({ opens: 1080, closes: 1530 })
      .where(and(eq(table.storeHours.storeId, storeAt(0)), eq(table.storeHours.weekday, 1))); // Monday 18:00 to 01:30
    await keep();
    expect((await rowOn(storeAt(0), "2026-05-12"))?.capacity.slice(0, 3)).toEqual([600, 300, 0]);
    expect((await rowOn(storeAt(0), "2026-05-13"))?.capacity.slice(0, 3)).toEqual([0, 0, 0]);
  });

  test("a closed store is not sold any more, and what is sold of it is owed [ADS-5]", async () => {
    await keep();
    const sold = await book(
      [storeAt(0)],
      "2026-05-20",
      hourly((hour) => (hour === 10 ? 5 : 0)),
    );
    await platform.database.db
      .insert(table.storeHoursException)
      .values({ companyId: company.companyId, storeId: storeAt(0), day: "2026-05-20" });
    await changeStore(storeAt(1), { status: "inactive" });
    expect(await keep()).toBe(3 + 3 * 35);
    expect((await rowOn(storeAt(1), "2026-05-20"))?.capacity).toEqual(hourly(() => 0));
    expect((await rowOn(storeAt(0), "2026-05-20"))?.capacity).toEqual(
      hourly((hour) => (hour === 10 ? 300 : 0)),
    );
    const conflicts = (user: string) => platform.as(user).listAdConflicts();
    expect(await conflicts(company.users.group)).toMatchObject({
      total: 1,
      first: [
        {
          kind: "AD",
          storeId: storeAt(0),
          storeName: "North store 1.1",
          day: "2026-05-20",
          hour: 10,
          capacity: 0,
          sold: 300,
        },
      ],
    });
    expect(await recount(scope(), platform.database.db)).toEqual([]);
    expect(await keep()).toBe(0);
    // what is given back is not sold again
    await platform.database.transaction((tx) => giveBack(scope(), tx, sold, { as: "booked", now }));
    expect((await rowOn(storeAt(0), "2026-05-20"))?.capacity).toEqual(hourly(() => 0));
    expect(await conflicts(company.users.admin)).toEqual({ total: 0, first: [] });
    await platform.database.db
      .delete(table.storeHoursException)
      .where(eq(table.storeHoursException.companyId, company.companyId));
    await keep();
    expect((await rowOn(storeAt(0), "2026-05-20"))?.capacity[10]).toBe(600);
    expect(await recount(scope(), platform.database.db)).toEqual([]);
    expect(
      await platform.database.db.$count(
        table.adShortfall,
        eq(table.adShortfall.companyId, company.companyId),
      ),
    ).toBe(0);
  });

  test("a save that leaves less than is sold is refused with the hour [ADS-5]", async () => {
    await keep();
    await book(
      [storeAt(0), storeAt(1)],
      "2026-05-20",
      hourly((hour) => (hour === 10 || hour === 11 ? 5 : 0)),
    );
    const less = { regionId: company.north.regionId, adSecondsPerHour: 240 };
    const check = await platform.as(company.users.regional).checkAdSettings({ body: less });
    const before = 4 * (8 * 600 + 34 * 12 * 600);
    expect(check).toMatchObject({
      stores: 4,
      kinds: [
        { kind: "AD", before, after: (before * 240) / 600 },
        { kind: "JINGLE" },
        { kind: "TOH" },
      ],
      hoursBelowSold: 4,
      first: [
        { storeName: "North store 1.1", day: "2026-05-20", hour: 10, sold: 300, capacity: 240 },
        {},
        {},
        {},
      ],
    });
    const refused = await change(less).reply;
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([
      {
        field: "adSecondsPerHour",
        message: expect.stringMatching(
          /^North store 1\.1 \(S-\d+-1\) has 300 s of ads sold on 20\/05\/26 at 10:00, more than the 240 it could sell\. The same is true of 3 other hours\.$/,
        ),
      },
      { field: "belowSold", message: expect.any(String) },
    ]);
    await change({ ...less, adSecondsPerHour: 300 });
    await change({ ...less, version: 1, belowSold: "MAKE_GOOD" });
    await keep();
    expect((await rowOn(storeAt(0), "2026-05-20"))?.capacity.slice(9, 13)).toEqual([
      240, 300, 300, 240,
    ]);
    expect(
      await platform.as(company.users.admin).listAdConflicts({ query: { limit: 1 } }),
    ).toMatchObject({
      total: 4,
      first: [{}],
    });
    expect(await recount(scope(), platform.database.db)).toEqual([]);
  });

  test("fewer days on sale take what is not sold off sale", async () => {
    await keep();
    await book(
      [storeAt(0)],
      "2026-05-30",
      hourly((hour) => (hour === 10 ? 5 : 0)),
    );
    await change({ daysOnSale: 5 });
    await keep();
    expect((await rowsOf(storeAt(0))).map(({ day, capacity }) => [day, capacity[10]])).toEqual([
      [today, 0],
      ...["2026-05-12", "2026-05-13", "2026-05-14", "2026-05-15"].map((day) => [day, 600]),
      ["2026-05-30", 300],
    ]);
    expect((await rowsOf(storeAt(2))).length).toBe(5);
    expect(await recount(scope(), platform.database.db)).toEqual([]);
  });

  test("a company in which nothing changed is looked at by one small read", async () => {
    const cachedLedgers = new Map<number, LedgerFingerprints>();
    expect(await keep(now, cachedLedgers)).toBeGreaterThan(0);
    const { mark } = cachedLedgers.get(company.companyId) as LedgerFingerprints;
    expect(await keep(now, cachedLedgers)).toBe(0);
    await changeStore(storeAt(0), { volume: 33 });
    expect(await keep(now, cachedLedgers)).toBe(0);
    expect(cachedLedgers.get(company.companyId)?.mark).not.toBe(mark);
    await changeStore(storeAt(0), { timeZone: "Asia/Dubai" });
    expect(await keep(now, cachedLedgers)).toBeGreaterThan(0);
  });

  test("an hour that has begun stays as it was", async () => {
    await keep(new Date("2026-05-10T06:30:00Z"));
    await book(
      [storeAt(0)],
      today,
      hourly((hour) => (hour === 15 ? 5 : 0)),
    );
    await change({ adSecondsPerHour: 400 });
    await keep();
    expect((await rowOn(storeAt(0), today))?.capacity.slice(11, 15)).toEqual([600, 600, 400, 400]);
  });

  test("a company without stores, or that is not active, has nothing to keep", async () => {
    await platform.database.db.execute(
      sql`update ${table.company} set status = 'inactive' where id = ${company.companyId}`,
    );
    expect(await keep()).toBe(0);
  });

  test("the jobs keep the ledger moments after stores or settings changed [ADS-5]", async () => {
    const errors: object[] = [];
    const logger = { info() {}, warn() {}, error: (fields: object) => void errors.push(fields) };
    const { database } = platform;
    const needs = {
      database,
      files: folderStore("/nonexistent"),
      mail: { send: async () => {}, track() {} },
      publicUrl: "https://shops.example",
      logger,
      sessionSecret: testSessionSecret,
      webhookReceivers: "https" as const,
    };
    const jobs = await startJobs(needs);
    const capacityOfAll = async () =>
      // today's hour may have begun
      new Set((await rowsOf(storeAt(0))).slice(1).map(({ capacity }) => capacity[10]));
    await expect.poll(capacityOfAll, { timeout: patience }).toEqual(new Set([600]));
    await change({ adSecondsPerHour: 60 });
    await expect.poll(capacityOfAll, { timeout: patience }).toEqual(new Set([60]));
    await jobs.stop();
    expect(errors).toEqual([]);
  });

  test("a difference from the campaigns is logged and told to the provider's staff [ADS-5]", async () => {
    const { database } = platform;
    await keep();
    const { id } = await book(
      [storeAt(0)],
      "2026-05-20",
      hourly((hour) => (hour === 10 ? 5 : 0)),
    );
    const errors: object[] = [];
    const logger = { info() {}, warn() {}, error: (fields: object) => void errors.push(fields) };
    await checkLedgers(database, logger);
    expect(errors).toEqual([]);
    await database.db
      .update(table.campaignLine)
      .set({ plays: hourly(() => 1) })
      .where(eq(table.campaignLine.campaignId, id));
    const companyDifferences = await findLedgerDifferences(database.db);
    expect(companyDifferences).toMatchObject([
      {
        companyId: company.companyId,
        differences: [{ kind: "AD", storeId: storeAt(0), day: "2026-05-20" }],
      },
    ]);
    await checkLedgers(database, logger);
    expect(errors).toMatchObject([{ job: "check-ledgers", companyId: company.companyId }]);
    const notifications = await database.db
      .select({ title: table.notification.title })
      .from(table.notification);
    expect(
      notifications.filter(
        ({ title }) => title === `The ad ledger of ${company.name} differs from its campaigns`,
      ).length,
    ).toBeGreaterThan(0);
    await database.db.delete(table.campaignLine).where(eq(table.campaignLine.campaignId, id));
    await database.db.delete(table.adLedger).where(eq(table.adLedger.companyId, company.companyId));
  });

  test("the ledgers of other companies are checked although one cannot be [ADS-5]", async () => {
    const { database } = platform;
    const others = await makeCompany(database);
    const both = [company, others];
    for (const { companyId, stores } of both)
      await database.db.insert(table.adLedger).values({
        companyId,
        kind: "AD",
        storeId: stores[0]?.id ?? 0,
        day: "2026-05-20",
        capacity: hourly(() => 60),
        booked: hourly(() => 1),
        held: hourly(() => 0),
      });
    const logger = { info() {}, warn() {}, error() {} };
    await expect(checkLedgers(withCutConnection(database), logger)).rejects.toMatchObject({
      message: "not all ad ledgers were checked",
      errors: [{ message: `company ${company.companyId}` }],
    });
    const { rows } = await database.pool.query(
      "select distinct title from notification where title like 'The ad ledger of %'",
    );
    const titleOf = ({ name }: TestCompany) =>
      `The ad ledger of ${name} differs from its campaigns`;
    const titles = rows.map(({ title }) => title);
    expect(both.map((one) => titles.includes(titleOf(one)))).toEqual([false, true]);
    for (const { companyId } of both)
      await database.db.delete(table.adLedger).where(eq(table.adLedger.companyId, companyId));
  });
});
