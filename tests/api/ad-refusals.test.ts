import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as table from "#platform/db/schema/index";
import { notifyRefusals } from "#platform/modules/ads/index";
import { makeUser } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";
import { type DeliveryWorld, inHours, openDeliveryWorld } from "../support/delivery.ts";

type Campaign = Awaited<ReturnType<DeliveryWorld["openCampaign"]>>;
const plays = inHours({ 10: 2, 11: 1 });

describe.each([anyEngine])("plays that a published day leaves out, on %s [ADS-1]", (engine) => {
  let world: DeliveryWorld;
  beforeAll(async () => {
    world = await openDeliveryWorld(engine);
  });
  afterAll(() => world?.platform.close());

  const show = async ({ campaignId, company }: Campaign, as = company.users.admin) => {
    const { refused, refusedPlays, movedPlays } = await world.platform
      .as(as)
      .findCampaign({ query: { id: campaignId } });
    return { refused: refused.map(({ storeName: _, ...row }) => row), refusedPlays, movedPlays };
  };
  const tell = () =>
    notifyRefusals({ database: world.platform.database, now: new Date(world.platform.clock.now) });
  const notices = async ({ company }: Campaign) =>
    world.platform.database.db
      .select({ title: table.notification.title, detail: table.notification.detail })
      .from(table.notification)
      .where(eq(table.notification.companyId, company.companyId))
      .orderBy(table.notification.id);
  const nothing = { refused: [], refusedPlays: 0, movedPlays: 0 };
  const closeOn = (
    { company }: Campaign,
    storeId: number,
    day: string,
    opens?: number,
    closes?: number,
  ) =>
    world.platform.database.db
      .insert(table.storeHoursException)
      .values({ companyId: company.companyId, storeId, day, opens, closes });

  it("are recorded by day, store, hour and reason, told once and made up once", async () => {
    const its = await world.openCampaign({ plays });
    const [one = 0] = its.storeIds;
    its.at("2026-05-11");
    await its.keep();
    expect(await show(its)).toEqual(nothing);
    await closeOn(its, one, "2026-05-12", 660, 1260);
    await its.keep();
    const refused = {
      storeId: one,
      day: "2026-05-12",
      because: "CLOSED",
      hours: [{ hour: 10, plays: 2 }],
    };
    expect(await show(its)).toEqual({ refused: [refused], refusedPlays: 2, movedPlays: 0 });
    const before = (await notices(its)).length;
    await tell();
    await its.keep();
    await tell();
    const newNotices = (await notices(its)).slice(before);
    expect(new Set(newNotices.map(({ title }) => title))).toEqual(
      new Set(["2 plays of campaign “Summer” will not run"]),
    );
    expect(newNotices[0]?.detail).toMatch(
      / on 12\/05\/26 from 10:00: the store is closed\. Once a day is over/,
    );

    its.at("2026-05-12", "10:30");
    expect((await show(its)).refusedPlays).toBe(2);
    its.at("2026-05-12", "22:00");
    expect(await show(its)).toEqual(nothing);
    for (const storeId of its.storeIds) await its.report(storeId, "2026-05-12", () => "plays");
    its.at("2026-05-14");
    expect(await its.delivery()).toMatchObject({ missed: 2 + 6 });
    await its.keepGoods();
    await its.keepGoods();
    const makeGoods = (await its.findMakeGoods()).filter(
      ({ missedOn }) => missedOn === "2026-05-12",
    );
    expect(makeGoods.every(({ storeId }) => storeId === one)).toBe(true);
    expect(makeGoods.reduce((sum, { plays: [...hours] }) => sum + (hours[10] ?? 0), 0)).toBe(2);
    expect(
      (await notices(its)).slice(before).filter(({ title }) => title.includes("will not run")),
    ).toHaveLength(newNotices.length);
  });

  it("go when the day is made anew, and are told again if they grow", async () => {
    const its = await world.openCampaign({ plays });
    const { db } = world.platform.database;
    const [one = 0] = its.storeIds;
    its.at("2026-05-11");
    await closeOn(its, one, "2026-05-12", 660, 1260);
    await its.keep();
    await tell();
    const noticeCount = (await notices(its)).length;
    await db.delete(table.storeHoursException).where(eq(table.storeHoursException.storeId, one));
    await its.keep();
    expect(await show(its)).toEqual(nothing);
    expect((await its.logged(one, "2026-05-12")).length).toBe(3);
    await closeOn(its, one, "2026-05-12");
    await its.keep();
    expect(await show(its)).toMatchObject({
      refusedPlays: 3,
      refused: [{ hours: [{ hour: 10 }, { hour: 11 }] }],
    });
    await tell();
    expect((await notices(its)).length).toBeGreaterThan(noticeCount);
  });

  it("have no spot that may play, and are none of a paused campaign [CTX-4]", async () => {
    const its = await world.openCampaign({ plays });
    const { db } = world.platform.database;
    const { companyId } = its.company;
    const [one = 0, other = 0] = its.storeIds;
    its.at("2026-05-11");
    await db
      .update(table.spot)
      .set({ validTo: "2026-05-11" })
      .where(eq(table.spot.companyId, companyId));
    await its.keep();
    const { refused, refusedPlays } = await show(its);
    expect(refused.every(({ because, day }) => because === "NO_SPOT" && day > "2026-05-11")).toBe(
      true,
    );
    expect(refusedPlays).toBe(2 * 3 * new Set(refused.map(({ day }) => day)).size);
    const person = {
      role: "ROLE_Client_Admin" as const,
      level: "store" as const,
      units: [{ storeId: one }],
    };
    const manager = await makeUser(world.platform.database, companyId, person);
    const managerView = await show(its, manager.username);
    expect([refusedPlays / 2, new Set(managerView.refused.map(({ storeId }) => storeId))]).toEqual([
      managerView.refusedPlays,
      new Set([one]),
    ]);
    expect(refused.some(({ storeId }) => storeId === other)).toBe(true);
    await its.change({ state: "PAUSED" });
    expect(await show(its)).toEqual(nothing);
  });

  it("of the small hours belong to the date on which they play", async () => {
    const its = await world.openCampaign({ plays: inHours({ 1: 1 }), open: { from: 18, to: 26 } });
    const [one = 0] = its.storeIds;
    its.at("2026-05-11");
    await closeOn(its, one, "2026-05-12", 1080, 1440);
    await its.keep();
    expect((await show(its)).refused).toEqual([
      { storeId: one, day: "2026-05-13", because: "CLOSED", hours: [{ hour: 1, plays: 1 }] },
    ]);
  });
});
