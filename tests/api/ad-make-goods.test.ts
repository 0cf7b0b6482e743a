import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as contract from "#contract/ads/delivery";
import { adSetting, campaignTime } from "#platform/db/schema/index";
import { makeGoods } from "#platform/modules/ads/index";
import { anyEngine } from "../support/database.ts";
import { type DeliveryWorld, inHours, openDeliveryWorld } from "../support/delivery.ts";
import { withCutConnection } from "../support/failing-database.ts";

type Campaign = Awaited<ReturnType<DeliveryWorld["openCampaign"]>>;

describe.each([anyEngine])("make-goods of what stands at its own time, on %s [ADS-4]", (engine) => {
  let world: DeliveryWorld;
  beforeAll(async () => {
    world = await openDeliveryWorld(engine);
  });
  afterAll(() => world?.platform.close());

  const makeUp = (its: Campaign, until: string) =>
    world.platform
      .as(its.company.users.admin)
      .makeUpPlays({ body: { campaignId: its.campaignId, until } });
  /** When a campaign's positions of a store's day begin on its clock. */
  const clocksOf = async (its: Campaign, storeId: number, day: string) =>
    (await its.logged(storeId, day)).map(({ startsAt }) =>
      new Date(startsAt.getTime() + 5.5 * 3_600_000).toISOString().slice(11, 19),
    );
  const findMakeGoods = async (its: Campaign, storeId: number) =>
    (await its.findMakeGoods()).flatMap(({ storeId: of, day, plays }) =>
      of === storeId
        ? plays.flatMap((count, hour) => (count > 0 ? [[day, hour, count] as const] : []))
        : [],
    );

  it("of the top of the hour are made after a full flight, on the hour, once", async () => {
    const its = await world.openCampaign({
      kind: "TOH",
      room: 1,
      plays: inHours({ 10: 1, 11: 1 }),
    });
    const [one = 0] = its.storeIds;
    its.at("2026-05-14");
    await its.keepGoods();
    expect(await its.findMakeGoods()).toEqual([]);
    its.at("2026-05-18");
    const replies = await Promise.all([1, 2].map(() => makeUp(its, "2026-05-22").reply));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const plays = replies
      .map(({ body }) => (body.data as contract.MakeUpResult).plays)
      .sort((a, b) => a - b);
    // two plays of each of five days in two stores
    expect(plays).toEqual([0, 20]);
    expect(await findMakeGoods(its, one)).toHaveLength(10);
    its.at("2026-05-20");
    await its.keep();
    expect(await clocksOf(its, one, "2026-05-20")).toEqual(["10:00:00", "11:00:00"]);
    expect(await its.differences()).toEqual([]);
  });

  it("of one campaign are made although those of another fail", async () => {
    const one = await world.openCampaign();
    const two = await world.openCampaign();
    two.at("2026-05-14");
    const database = withCutConnection(world.platform.database);
    const concern = `campaign ${one.campaignId} of company ${one.company.companyId}`;
    await expect(
      makeGoods({ database, now: new Date(world.platform.clock.now) }),
    ).rejects.toMatchObject({
      message: "not all missed plays were made good",
      errors: [{ message: concern }],
    });
    expect(await one.findMakeGoods()).toEqual([]);
    expect(await two.findMakeGoods()).not.toEqual([]);
    await two.keepGoods();
    expect(await one.findMakeGoods()).not.toEqual([]);
  });

  it("leave the music that the company keeps", async () => {
    const its = await world.openCampaign({ room: 60 });
    const [one = 0] = its.storeIds;
    // a minute an hour is left for spots, and the plays of the hour take 50 seconds of it; the ledger
    // has room for more
    const values = {
      companyId: its.company.companyId,
      leastMusicMinutes: 59,
      refusesLessMusic: true,
    };
    const { db } = world.platform.database;
    await db.insert(adSetting).values(values);
    await db.execute(
      sql`update spot set duration_seconds = 25 where company_id = ${its.company.companyId}`,
    );
    its.at("2026-05-14");
    await its.keepGoods();
    expect(await findMakeGoods(its, one)).toEqual([]);
    await db.delete(adSetting).where(eq(adSetting.companyId, its.company.companyId));
    await its.keepGoods();
    expect(await findMakeGoods(its, one)).toHaveLength(4);
    expect(await its.differences()).toEqual([]);
  });

  it("of exact times are made in the hour, and its own times stay its own", async () => {
    const its = await world.openCampaign({
      room: 20,
      plays: inHours({ 10: 1 }),
      over: { exactTimes: [620] },
    });
    const [one = 0] = its.storeIds;
    its.at("2026-05-14");
    await its.keepGoods();
    expect(await findMakeGoods(its, one)).toEqual([["2026-05-14", 10, 1]]);
    await its.keep();
    const clocks = await clocksOf(its, one, "2026-05-14");
    expect(clocks).toHaveLength(2);
    expect(clocks).toContain("10:20:00");
    expect(clocks.every((clock) => clock.startsWith("10:"))).toBe(true);
    const times = await world.platform.database.db
      .select()
      .from(campaignTime)
      .where(eq(campaignTime.campaignId, its.campaignId));
    expect(times).toHaveLength(10);
    its.at("2026-05-18");
    await makeUp(its, "2026-05-20");
    expect(
      (await findMakeGoods(its, one)).filter(([day]) => day > "2026-05-16").map(([, hour]) => hour),
    ).toEqual(expect.arrayContaining([10]));
    its.at("2026-05-19");
    await its.keep();
    const later = await clocksOf(its, one, "2026-05-19");
    expect(later).not.toEqual([]);
    expect(later.filter((clock) => !clock.startsWith("10:"))).toEqual([]);
    expect(await its.differences()).toEqual([]);
  });

  it("of hours past midnight are made in the same hour of a later night", async () => {
    const its = await world.openCampaign({
      open: { from: 18, to: 26 },
      plays: inHours({ 1: 1, 23: 1 }),
    });
    const [one = 0, two = 0] = its.storeIds;
    its.at("2026-05-12", "16:00");
    await its.keep();
    // the night to 13 May plays 12 May's 23:00 and 13 May's 01:00; the second store keeps both to
    // itself
    expect(await clocksOf(its, one, "2026-05-12")).toEqual([
      expect.stringMatching(/^23:/),
      expect.stringMatching(/^01:/),
    ]);
    its.at("2026-05-13", "10:00");
    await its.report(one, "2026-05-12", () => "plays");
    expect(
      (await its.asRun({ storeId: one, from: "2026-05-13", to: "2026-05-13" })).plays.map(
        ({ hour, outcome }) => [hour, outcome],
      ),
    ).toEqual([
      [1, "PLAYED"],
      [23, "DUE"],
    ]);
    its.at("2026-05-15", "10:00");
    await its.keepGoods();
    const hours = (await findMakeGoods(its, two)).map(([, hour]) => hour);
    expect(hours).toContain(1);
    expect(new Set(hours)).toEqual(new Set([1, 23]));
    await its.keep();
    const madeUp = (await findMakeGoods(its, two))
      .filter(([day, hour]) => day === "2026-05-16" && hour === 1)
      .reduce((sum, [, , count]) => sum + count, 0);
    expect(madeUp).toBeGreaterThan(0);
    expect(
      (await clocksOf(its, two, "2026-05-15")).filter((clock) => clock.startsWith("01:")),
    ).toHaveLength(1 + madeUp);
    expect(await its.differences()).toEqual([]);
  });
});
