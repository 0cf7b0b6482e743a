import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "#contract/ads/booking";
import { auditLog, notification } from "#platform/db/schema/index";
import { keepCampaigns } from "#platform/modules/ads/index";
import { type AdWorld, hourly, openAdWorld } from "../support/campaigns.ts";
import { makeUser } from "../support/companies.ts";
import { anyEngine } from "../support/database.ts";

describe("a booking above the company's amount [ADS-7]", () => {
  let world: AdWorld;
  let storeId: number;
  let second: string;
  beforeAll(async () => {
    world = await openAdWorld(anyEngine);
    const { platform, company } = world;
    storeId = company.stores[0]?.id ?? 0;
    const person = { role: "ROLE_Client_Admin" as const, level: "national" as const };
    second = (await makeUser(platform.database, company.companyId, person)).username;
    // 168 plays of ten seconds cost ₹840.00
    await as().changeAdSettings({ body: { adRate: "0.50", approvalAbove: "839.99" } });
  });
  afterAll(() => world?.platform.close());

  const as = (user = world.company.users.admin) => world.platform.as(user);
  const draft = (body: object = {}) => world.draft({ storeIds: [storeId], ...body });
  const act = (id: number, action: string, user: string, reason?: string) =>
    as(user).setCampaignState({ body: { id, act: action, reason } });

  it("waits as a hold until another person approves it, and the same person cannot", async () => {
    const { admin } = world.company.users;
    const id = await draft();
    expect(await world.book(id)).toMatchObject({
      state: "HELD",
      takenPlays: 168,
      price: "840.00",
      approvalAskedBy: admin,
    });
    expect(await world.differences()).toEqual([]);
    const { db } = world.platform.database;
    const notices = await db
      .select()
      .from(notification)
      .where(eq(notification.title, "Campaign “Summer” waits for approval"));
    expect(notices.length).toBeGreaterThanOrEqual(2);
    expect((await world.show(id)).mayApprove).toBe(false);
    expect((await world.show(id, second)).mayApprove).toBe(true);
    for (const action of ["approve", "decline"])
      expect(await act(id, action, admin, "No").errors).toEqual({
        act: "You asked for this booking, so someone else must approve or decline it.",
      });
    expect(await act(id, "book", admin).wrongFields).toEqual(["act"]);
    expect(await act(id, "book", second).wrongFields).toEqual(["act"]);
    expect(await act(id, "approve", second)).toMatchObject({
      state: "BOOKED",
      approvalAskedBy: null,
      takenPlays: 168,
    });
    const entries = await db
      .select({ action: auditLog.action, who: auditLog.actorName })
      .from(auditLog)
      .where(and(eq(auditLog.itemKind, "campaign"), eq(auditLog.itemId, String(id))));
    expect(entries).toContainEqual({ action: "campaign approved", who: second });
    expect(await world.differences()).toEqual([]);
    await world.act(id, "cancel");
  });

  it("is declined with a reason, and its plays come back", async () => {
    const id = await draft();
    await world.book(id);
    expect(await act(id, "decline", second).errors).toEqual({ reason: "Enter a reason." });
    expect(await act(id, "decline", second, "Too dear")).toMatchObject({
      state: "CANCELLED",
      returnedPlays: 168,
    });
    const { db } = world.platform.database;
    const notices = await db.select().from(notification).where(eq(notification.detail, "Too dear"));
    expect(notices.length).toBeGreaterThan(0);
    expect(await world.differences()).toEqual([]);
    expect(await act(id, "approve", second).wrongFields).toEqual(["act"]);
  });

  it("may be asked for from a hold, ends with it, and is of no matter below the amount", async () => {
    const id = await draft();
    await world.book(id, { as: "held" });
    expect(await act(id, "approve", second).wrongFields).toEqual(["act"]);
    expect(await act(id, "book", second)).toMatchObject({
      state: "HELD",
      approvalAskedBy: second,
    });
    const { platform } = world;
    const begins = platform.clock.now;
    platform.clock.now += 49 * 3_600_000;
    await keepCampaigns({ database: platform.database, now: new Date(platform.clock.now) });
    expect(await world.show(id)).toMatchObject({ state: "EXPIRED", approvalAskedBy: null });
    platform.clock.now = begins;
    const cheap = await draft({ plays: hourly((hour) => (hour === 12 ? 1 : 0)) });
    expect(await world.book(cheap)).toMatchObject({ state: "BOOKED", approvalAskedBy: null });
    expect(await world.differences()).toEqual([]);
    await world.act(cheap, "cancel");
  });

  it("is not reached by more days of a booking below it, nor by a goal that is planned on", async () => {
    const id = await draft({ endsOn: "2026-05-17" });
    expect(await world.book(id)).toMatchObject({ state: "BOOKED", price: "720.00" });
    const longer = as().call(booking.change, { body: { campaignId: id, endsOn: "2026-05-18" } });
    expect((await longer.errors).endsOn).toContain("a second person has to approve");
    expect(await world.show(id)).toMatchObject({ endsOn: "2026-05-17", takenPlays: 144 });
    expect(await world.differences()).toEqual([]);
    await world.act(id, "cancel");
    // one hour has room for 60 plays of the 200 that the goal asks for
    const goal = await draft({
      startsOn: "2026-05-12",
      endsOn: "2026-05-12",
      plays: hourly((hour) => (hour === 12 ? 60 : 0)),
      goal: { target: 200, measure: "TOTAL" },
    });
    expect(await world.book(goal, { mode: "fits" })).toMatchObject({
      state: "HELD",
      takenPlays: 60,
      price: "300.00",
    });
    expect(await world.differences()).toEqual([]);
  });

  it("is needed for days of a goal that are not on sale yet, whose plays are taken later", async () => {
    // dates are on sale to 14 June: 40 plays cost ₹200.00
    const id = await draft({
      startsOn: "2026-06-13",
      endsOn: "2026-06-14",
      goal: { target: 20, measure: "STORE_DAY" },
    });
    expect(await world.book(id)).toMatchObject({ state: "BOOKED", price: "200.00" });
    const change = (endsOn: string) =>
      as().call(booking.change, { body: { campaignId: id, endsOn, mode: "fits" } });
    expect((await change("2026-06-30").errors).endsOn).toContain("a second person has to approve");
    expect(await world.show(id)).toMatchObject({ endsOn: "2026-06-14", takenPlays: 40 });
    expect(await change("2026-06-16")).toMatchObject({ wantedPlays: 80 });
    expect(await world.differences()).toEqual([]);
    await world.act(id, "cancel");
  });

  it("is needed for a share of voice that grows above it as its dates come on sale", async () => {
    const { admin } = world.company.users;
    // two of 18 dates are on sale: 72 plays cost ₹360.00
    const id = await draft({
      startsOn: "2026-06-13",
      endsOn: "2026-06-30",
      plays: hourly((hour) => (hour >= 9 && hour < 21 ? 60 : 0)),
      goal: { target: 5, measure: "SHARE" },
    });
    const waiting = { state: "HELD", takenPlays: 72, price: "360.00", approvalAskedBy: admin };
    expect(await world.book(id)).toMatchObject(waiting);
    await world.act(id, "cancel");
    expect(await world.differences()).toEqual([]);
  });
});
