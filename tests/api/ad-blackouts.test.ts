import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as bookings from "#contract/ads/booking";
import { type AdWorld, openAdWorld } from "../support/campaigns.ts";
import { anyEngine } from "../support/database.ts";
import { openDeliveryWorld } from "../support/delivery.ts";

describe("blackout dates of a campaign [ADS-7]", () => {
  let world: AdWorld;
  beforeAll(async () => {
    world = await openAdWorld(anyEngine);
  });
  afterAll(() => world?.platform.close());

  const blackoutDates = ["2026-05-14", "2026-05-16"];
  const datesOf = (days: { day: string; plays: number }[]) =>
    days.filter(({ plays }) => plays > 0).map(({ day }) => day);

  it("take nothing of the ledger, in quote, booking and another flight", async () => {
    const as = world.platform.as(world.company.users.admin);
    const whole = await world.draft({ wholeCompany: true });
    const id = await world.draft({ wholeCompany: true, blackoutDates });
    const { plays } = await as.quoteCampaign({ query: { id: whole } });
    const quote = await as.quoteCampaign({ query: { id } });
    expect(quote.plays).toBe((plays / 7) * 5);
    await world.book(id);
    const detail = await world.show(id);
    expect(detail).toMatchObject({ blackoutDates, takenPlays: quote.plays });
    expect(datesOf(detail.days)).toEqual([
      "2026-05-12",
      "2026-05-13",
      "2026-05-15",
      "2026-05-17",
      "2026-05-18",
    ]);
    await as.call(bookings.booking.change, { body: { campaignId: id, endsOn: "2026-05-20" } });
    expect(datesOf((await world.show(id)).days)).toHaveLength(7);
    await as.call(bookings.booking.change, { body: { campaignId: id, endsOn: "2026-05-14" } });
    expect(datesOf((await world.show(id)).days)).toEqual(["2026-05-12", "2026-05-13"]);
    expect(await world.differences()).toEqual([]);
  });

  it("are refused outside the flight, and where they leave no day", async () => {
    const outside = await world.add({ wholeCompany: true, blackoutDates: ["2026-06-01"] }).errors;
    expect(outside).toEqual({ blackoutDates: "Enter dates from the first day to the last." });
    const id = await world.draft({
      wholeCompany: true,
      endsOn: "2026-05-12",
      blackoutDates: ["2026-05-12"],
    });
    expect(Object.keys(await world.book(id).errors)).toEqual(["endsOn"]);
  });

  it("are no dates for make-goods", async () => {
    const delivery = await openDeliveryWorld(anyEngine);
    const its = await delivery.openCampaign();
    await its.change({ blackoutDates: ["2026-05-14", "2026-05-15"] });
    its.at("2026-05-14");
    await its.keepGoods();
    const days = (await its.findMakeGoods()).map(({ day }) => day);
    expect(days.length).toBeGreaterThan(0);
    expect(days.filter((day) => day < "2026-05-16")).toEqual([]);
    expect(await its.differences()).toEqual([]);
    await delivery.platform.close();
  });
});
