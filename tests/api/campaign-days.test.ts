import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { findCurrentLogs, keepDays } from "#platform/modules/schedule/index";
import {
  leaveFirstGroup,
  makeCompany,
  makeProvider,
  type TestCompany,
} from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { bookSpot, makeLibrary, makeSlot, ruleOver } from "../support/music.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { makeSpot } from "../support/play-outs.ts";

/** Noon in the stores. */
const now = new Date("2026-05-11T06:30:00Z");
const [today, tomorrow] = ["2026-05-11", "2026-05-12"] as const;
const hoursOf = (hours: number[], plays = 1) =>
  Array.from({ length: 24 }, (_, hour) => (hours.includes(hour) ? plays : 0));

describe("what campaigns have booked is in the day", () => {
  let platform: TestPlatform;
  let library: Awaited<ReturnType<typeof makeLibrary>>;
  beforeAll(async () => {
    platform = await openTestPlatform(anyEngine, { now });
    const provider = await makeProvider(platform.database);
    library = await makeLibrary(platform.database, provider.companyId);
  });
  afterAll(() => platform?.close());

  const openCompany = async () => {
    const company = await makeCompany(platform.database);
    await leaveFirstGroup(platform.database, company);
    const timeSlotId = await makeSlot(platform.database, company.companyId);
    await platform
      .as(company.users.admin)
      .addMasterRule({ body: { timeSlotId, ...ruleOver([library.popular, 100]) } });
    const inGroup = company.stores
      .filter(({ groupId }) => groupId === company.north.groupIds[0])
      .map(({ id }) => id);
    return { ...company, inGroup };
  };
  const keep = ({ companyId }: TestCompany, at = now) => {
    const { database } = platform;
    return keepDays({ database, db: database.db, now: at }, companyId);
  };
  /** The hours in which a store's log plays for a campaign, as the log has them. */
  const playsOf = async (
    { companyId }: TestCompany,
    storeId: number,
    campaignId: number,
    day: string = tomorrow,
  ) => {
    const [log] = await findCurrentLogs(
      wholeCompany(companyId),
      platform.database.db,
      [storeId],
      [day],
    );
    return (log?.positions ?? [])
      .filter(({ bookingId }) => bookingId === campaignId)
      .map(({ startSeconds }) => Math.floor(startSeconds / 3600));
  };
  const keepOnly = async (campaignId: number, storeId: number, plays: number[]) => {
    const { db } = platform.database;
    await db.execute(
      sql`delete from campaign_line where campaign_id = ${campaignId} and store_id <> ${storeId}`,
    );
    await db.execute(
      sql`update campaign_line set plays = ${sql.param(plays)}::smallint[] where campaign_id = ${campaignId}`,
    );
  };
  const changeCampaign = (
    { companyId }: TestCompany,
    id: number,
    change: Partial<typeof table.campaign.$inferInsert>,
  ) =>
    platform.database.db
      .update(table.campaign)
      .set(change)
      .where(and(eq(table.campaign.companyId, companyId), eq(table.campaign.id, id)));

  it("each store plays what is booked there, as often as it is and in its hour [ADS-1]", async () => {
    const company = await openCompany();
    const [first = 0, second = 0] = company.inGroup;
    const ad = await makeSpot(platform.database, company.companyId, "AD", "Everywhere");
    const own = await makeSpot(platform.database, company.companyId, "AD", "Here alone");
    const everywhere = await bookSpot(platform.database, company.companyId, ad);
    const here = await bookSpot(platform.database, company.companyId, own);
    await keepOnly(here, second, hoursOf([11, 12], 3));
    await keep(company);
    expect([await playsOf(company, first, here), await playsOf(company, second, here)]).toEqual([
      [],
      [11, 11, 11, 12, 12, 12],
    ]);
    const hours = await playsOf(company, first, everywhere);
    expect(hours).toEqual([...new Set(hours)]);
    expect(hours.length).toBeGreaterThan(8);
    expect(await playsOf(company, second, everywhere)).toEqual(hours);
  });

  it("a booking made after publishing reaches the log from the next position on [RUN-1]", async () => {
    const company = await openCompany();
    const [storeId = 0] = company.inGroup;
    await keep(company);
    const before = await findCurrentLogs(
      wholeCompany(company.companyId),
      platform.database.db,
      [storeId],
      [today],
    );
    const spot = await makeSpot(platform.database, company.companyId, "AD", "Late");
    const campaignId = await bookSpot(platform.database, company.companyId, spot);
    await keep(company);
    const hours = await playsOf(company, storeId, campaignId, today);
    expect(hours[0]).toBe(12); // the hour that has begun
    expect(hours.length).toBeGreaterThan(4);
    const [after] = await findCurrentLogs(
      wholeCompany(company.companyId),
      platform.database.db,
      [storeId],
      [today],
    );
    const begun =
      before[0]?.positions.filter(({ startsAt = 0 }) => startsAt <= now.getTime()) ?? [];
    expect(after?.positions.slice(0, begun.length).map(({ songId }) => songId)).toEqual(
      begun.map(({ songId }) => songId),
    );
    expect(await keep(company)).toEqual([]);

    await changeCampaign(company, campaignId, { state: "PAUSED", version: 2 });
    await keep(company);
    expect(await playsOf(company, storeId, campaignId)).toEqual([]);
    await changeCampaign(company, campaignId, { state: "LIVE", version: 3 });
    await keep(company);
    expect((await playsOf(company, storeId, campaignId)).length).toBeGreaterThan(8);
  });

  it("a change is under way until the logs of all its stores follow it [RUN-1] [ADS-3]", async () => {
    const company = await openCompany();
    await keep(company);
    const spot = await makeSpot(platform.database, company.companyId, "AD", "Followed");
    const id = await bookSpot(platform.database, company.companyId, spot);
    await platform.database.db.insert(table.campaignStore).values(
      company.stores.map(({ id: storeId }) => ({
        companyId: company.companyId,
        campaignId: id,
        storeId,
        since: today,
        wanted: 1,
        taken: 1,
      })),
    );
    const admin = platform.as(company.users.admin);
    const show = async () => (await admin.findCampaign({ query: { id } })).logs;
    expect(await show()).toBeNull();
    const stores = company.inGroup.length;
    const underWay = { stores, changedAt: now.toISOString(), inForceAt: null };
    await admin.setCampaignState({ body: { id, act: "pause" } });
    expect(await show()).toEqual(underWay);

    const { database } = platform;
    const only = [{ groupIds: company.north.groupIds.slice(0, 1), from: today }];
    await keepDays({ database, db: database.db, now }, company.companyId, undefined, only);
    expect(await show()).toEqual(underWay);
    const later = new Date(now.getTime() + 2_000);
    await keep(company, later);
    expect(await show()).toEqual({ ...underWay, inForceAt: later.toISOString() });
    await admin.setCampaignState({ body: { id, act: "resume" } });
    expect(await show()).toEqual(underWay);
  });

  it("a shop open past midnight plays in the small hours what is booked on the next date", async () => {
    const company = await openCompany();
    const [storeId = 0] = company.inGroup;
    await platform.database.db
      .update(table.storeHours)
      .set({ opens: 1080, closes: 1560 })
      .where(eq(table.storeHours.storeId, storeId));
    const spot = await makeSpot(platform.database, company.companyId, "AD", "Night");
    const campaignId = await bookSpot(platform.database, company.companyId, spot);
    await platform.database.db.execute(
      sql`delete from campaign_line where campaign_id = ${campaignId} and day <> '2026-05-13'`,
    );
    await keep(company);
    expect(await playsOf(company, storeId, campaignId)).toEqual([24, 25]);
    expect(await playsOf(company, storeId, campaignId, "2026-05-13")).toEqual([
      18, 19, 20, 21, 22, 23,
    ]);
  });

  it("an exact time plays at the minutes that are the campaign's in the store", async () => {
    const company = await openCompany();
    const { companyId } = company;
    const [storeId = 0, other = 0] = company.inGroup;
    const spot = await makeSpot(platform.database, companyId, "AD", "On time");
    const campaignId = await bookSpot(platform.database, companyId, spot);
    await changeCampaign(company, campaignId, { exactTimes: [605, 635], plays: hoursOf([10], 2) });
    await platform.database.db.execute(
      sql`update campaign_line set plays = ${sql.param(hoursOf([10]))}::smallint[] where campaign_id = ${campaignId}`,
    );
    await platform.database.db.insert(table.campaignTime).values([
      { companyId, campaignId, storeId, day: tomorrow, minute: 635 }, // 10:05 is another's here
      { companyId, campaignId, storeId: other, day: tomorrow, minute: 605 },
    ]);
    await keep(company);
    const secondsIn = async (id: number) => {
      const [log] = await findCurrentLogs(
        wholeCompany(companyId),
        platform.database.db,
        [id],
        [tomorrow],
      );
      return log?.positions
        .filter(({ bookingId }) => bookingId === campaignId)
        .map(({ startSeconds }) => startSeconds);
    };
    expect([await secondsIn(storeId), await secondsIn(other)]).toEqual([[635 * 60], [605 * 60]]);
  });
});
