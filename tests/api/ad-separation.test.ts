import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SpotTrace } from "#contract/schedule/positions";
import { wholeCompany } from "#platform/access/scope";
import { auditLog, catalogueItem, spot, store } from "#platform/db/schema/index";
import { findBreakRules } from "#platform/modules/schedule/days/booked-plays.queries";
import { findCurrentLogs, keepDays } from "#platform/modules/schedule/index";
import { type AdWorld, hourly, openAdWorld } from "../support/campaigns.ts";
import { anyEngine } from "../support/database.ts";

const day = "2026-05-12";

describe("minutes between rivals and between a brand's own plays [ADS-7]", () => {
  let world: AdWorld;
  let storeId: number;
  const rivals: number[] = [];

  beforeAll(async () => {
    world = await openAdWorld(anyEngine);
    storeId = world.company.stores[0]?.id ?? 0;
    for (const name of ["Cola", "Lemonade"]) rivals.push(await bookBrand(name, 1));
    await bookBrand("Lamps", 2, "Home");
  });
  afterAll(() => world?.platform.close());

  const as = () => world.platform.as(world.company.users.admin);
  const scope = () => wholeCompany(world.company.companyId);
  /** Books a brand's campaign from 10:00 to 16:00. */
  async function bookBrand(name: string, plays: number, category = "Drinks"): Promise<number> {
    const { db } = world.platform.database;
    const { companyId } = world.company;
    const [brand] = await db
      .insert(catalogueItem)
      .values({ companyId, kind: "brand", name })
      .returning({ id: catalogueItem.id });
    const [made] = await db
      .insert(spot)
      .values({ companyId, kind: "AD", name, durationSeconds: 10, brandId: brand?.id, category })
      .returning({ id: spot.id });
    const id = await world.draft({
      name,
      storeIds: [storeId],
      startsOn: day,
      endsOn: day,
      plays: hourly((hour) => (hour >= 10 && hour < 16 ? plays : 0)),
      spots: [{ spotId: made?.id ?? 0 }],
    });
    await world.book(id);
    return id;
  }
  /** The times that the store's day has for plays of campaigns, in minutes, in order. */
  async function timesOf(campaignIds: readonly number[]): Promise<number[]> {
    const { database, clock } = world.platform;
    const { companyId } = world.company;
    await keepDays({ database, db: database.db, now: new Date(clock.now) }, companyId);
    const [log] = await findCurrentLogs(scope(), database.db, [storeId], [day]);
    return (log?.positions ?? []).flatMap(({ bookingId = 0, startSeconds, trace }) => {
      const { movedSeconds = 0 } = (trace ?? {}) as Partial<SpotTrace>;
      return campaignIds.includes(bookingId) ? [(startSeconds - movedSeconds) / 60] : [];
    });
  }
  const leastGap = (times: readonly number[]) =>
    Math.min(...times.slice(1).map((at, place) => at - (times[place] ?? 0)));

  it("are kept by the next version of each day, with every play that was booked", async () => {
    const before = await timesOf(rivals);
    expect([before.length, leastGap(before)]).toEqual([12, 15]);
    await as().changeAdSettings({ body: { rivalMinutes: 30 } });
    const after = await timesOf(rivals);
    // counted from break to break: an ad may be the second of its own
    expect([after.length, Math.round(leastGap(after))]).toEqual([12, 30]);
  });

  it("leave a store's rules of breaks as they were where they are not set or 0", async () => {
    const { db } = world.platform.database;
    const otherCompany = world.other;
    const [one] = await db
      .select()
      .from(store)
      .where(eq(store.companyId, otherCompany.companyId))
      .limit(1);
    const rulesOf = async () => {
      const all = wholeCompany(otherCompany.companyId);
      return [...(await findBreakRules(all, db, one ? [one] : [])).values()];
    };
    const usual = [{ longestBreakSeconds: 120, leastBreakDistanceSeconds: 300 }];
    expect(await rulesOf()).toEqual(usual);
    const admin = world.platform.as(otherCompany.users.admin);
    await admin.changeAdSettings({ body: { rivalMinutes: 0, brandMinutes: 0 } });
    expect(await rulesOf()).toEqual(usual);
    await admin.changeAdSettings({ body: { brandMinutes: 5, version: 1 } });
    expect(await rulesOf()).toEqual([{ ...usual[0], brandSeconds: 300 }]);
  });

  it("are read back with the company's values, and audited", async () => {
    const { version } = await as().findAdSettings();
    await as().changeAdSettings({
      body: { rivalMinutes: 45, brandMinutes: 20, version: version ?? undefined },
    });
    expect(await as().findAdSettings()).toMatchObject({
      own: { rivalMinutes: 45, brandMinutes: 20 },
      company: { rivalMinutes: 45, brandMinutes: 20 },
    });
    const entries = await world.platform.database.db
      .select({ after: auditLog.after })
      .from(auditLog)
      .where(
        and(
          eq(auditLog.companyId, world.company.companyId),
          eq(auditLog.action, "ad settings changed"),
        ),
      );
    expect(entries.map(({ after }) => after)).toContainEqual(
      expect.objectContaining({ rivalMinutes: 45, brandMinutes: 20 }),
    );
  });

  it("are refused above 60, and for a location below the company", async () => {
    const change = (body: object) => as().changeAdSettings({ body });
    expect(await change({ rivalMinutes: 61, brandMinutes: -1 }).wrongFields).toEqual([
      "rivalMinutes",
      "brandMinutes",
    ]);
    expect(await change({ storeId, brandMinutes: 5 }).wrongFields).toEqual(["brandMinutes"]);
  });
});
