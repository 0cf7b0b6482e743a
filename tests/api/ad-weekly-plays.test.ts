import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as bookings from "#contract/ads/booking";
import type * as refusals from "#contract/ads/booking-refusal";
import { hourOfWeek, hoursOfWeek } from "#contract/ads/words";
import { weekdayOf } from "#contract/base/dates";
import { adSetting } from "#platform/db/schema/index";
import { type AdWorld, hourly, openAdWorld, timesOf } from "../support/campaigns.ts";
import { anyEngine } from "../support/database.ts";
import { inHours, openDeliveryWorld } from "../support/delivery.ts";

/** Plays by weekday (0 is Sunday) and hour as one list of 168. */
const weekOf = (of: (weekday: number, hour: number) => number) =>
  Array.from({ length: hoursOfWeek }, (_, at) => of(Math.floor(at / 24), at % 24));
const [tuesday, wednesday, friday, saturday] = [2, 3, 5, 6];

describe("a campaign whose plays differ by weekday [ADS-7]", () => {
  let world: AdWorld;
  beforeAll(async () => {
    world = await openAdWorld(anyEngine);
  });
  afterAll(() => world?.platform.close());

  /** 3 plays at 18:00 from Tuesday to Friday, 1 in each of 10:00 to 13:59 on Saturday. */
  const plays = weekOf((weekday, hour) => {
    if (weekday >= tuesday && weekday <= friday) return hour === 18 ? 3 : 0;
    return weekday === saturday && hour >= 10 && hour < 14 ? 1 : 0;
  });
  const perDay = [0, 0, 3, 3, 3, 3, 4];

  it("takes each date's own plays, in quote, booking and another flight", async () => {
    const { company, platform } = world;
    const as = platform.as(company.users.admin);
    const stores = company.stores.length;
    const id = await world.draft({ wholeCompany: true, plays });
    const quote = await as.quoteCampaign({ query: { id } });
    expect(quote).toMatchObject({ plays: 16 * stores, freePlays: 16 * stores, hours: 8 * stores });
    await world.book(id);
    const detail = await world.show(id);
    expect(detail).toMatchObject({
      plays,
      takenPlays: 16 * stores,
      wantedPlays: 16 * stores,
      shortfallPlays: 0,
    });
    expect(detail.days.map(({ day, byHour }) => [day, byHour.map((sum) => sum / stores)])).toEqual(
      ["2026-05-12", "2026-05-13", "2026-05-14", "2026-05-15", "2026-05-16"].map((day) => [
        day,
        hourly((hour) => plays[hourOfWeek(weekdayOf(day), hour)] ?? 0),
      ]),
    );
    const change = (endsOn: string) =>
      as.call(bookings.booking.change, { body: { campaignId: id, endsOn } });
    expect(await change("2026-05-23")).toMatchObject({ takenPlays: 32 * stores });
    expect(await change("2026-05-13")).toMatchObject({
      takenPlays: 6 * stores,
      wantedPlays: 6 * stores,
    });
    for (const { day, plays: sum } of (await world.show(id)).days)
      expect(sum).toBe((perDay[weekdayOf(day)] ?? 0) * stores);
    expect(await world.differences()).toEqual([]);
    await world.act(id, "cancel");
    expect(await world.differences()).toEqual([]);
  });

  it("is priced by the prime hours of its weekdays, in quote and booking alike", async () => {
    const { company, platform } = world;
    await platform.database.db.insert(adSetting).values({
      companyId: company.companyId,
      adRate: "1.00",
      adPrimeRate: "2.00",
      primeHours: [hourOfWeek(saturday, 10), hourOfWeek(tuesday, 10)],
    });
    const [storeId = 0] = company.stores.map(({ id }) => id);
    const id = await world.draft({ storeIds: [storeId], plays });
    const quote = await platform.as(company.users.admin).quoteCampaign({ query: { id } });
    // 16 plays of ten seconds, one of them in a prime hour
    expect(quote).toMatchObject({ primePlays: 1, price: "170.00" });
    expect(await world.book(id)).toMatchObject({ price: "170.00" });
    expect(await world.differences()).toEqual([]);
  });

  it("is refused where a date is full, and offered what fits on that weekday alone", async () => {
    const { company } = world;
    const [storeId = 0] = company.stores.map(({ id }) => id);
    // room for two plays of ten seconds at 18:00 on the second Wednesday
    await world.sell(
      "2026-05-27",
      hourly((hour) => (hour === 18 ? 20 : 0)),
      [storeId],
    );
    const flight = { startsOn: "2026-05-26", endsOn: "2026-05-30" };
    const id = await world.draft({ storeIds: [storeId], plays, ...flight });
    const refusal = (await world.book(id).reply).body as unknown as refusals.BookingRefused;
    expect(refusal.full).toMatchObject([{ day: "2026-05-27", hour: 18, wanted: 3, free: 2 }]);
    const fewer = refusal.offers.find(({ kind }) => kind === "FEWER");
    expect(fewer?.plays).toEqual(
      plays.map((count, at) => (at === hourOfWeek(wednesday, 18) ? 2 : count)),
    );
    expect(fewer?.takes).toBe(15);
    if (!fewer) throw new Error("no offer of fewer plays");
    expect(await world.book(id, { offer: timesOf(fewer) })).toMatchObject({ takenPlays: 15 });
    expect((await world.show(id)).plays).toEqual(fewer.plays);
    expect(await world.differences()).toEqual([]);
  });

  it("is refused for another number of hours, and for plays on a day that it leaves out", async () => {
    expect(
      await world.add({ wholeCompany: true, plays: hourly(() => 1).concat(1) }).errors,
    ).toEqual({
      plays: "Enter plays for each of the 24 hours of a day, or of the 168 hours of a week.",
    });
    expect(await world.add({ wholeCompany: true, plays, weekdays: [2, 3, 4, 5] }).errors).toEqual({
      plays: "Plan plays only on the days of the week that it plays on.",
    });
  });

  it("makes plays good only in the hours that it has on the date", async () => {
    const delivery = await openDeliveryWorld(anyEngine);
    const its = await delivery.openCampaign();
    const usual = inHours({ 10: 2, 11: 2 });
    const late = inHours({ 18: 1 });
    const none = inHours({});
    await its.change({ plays: [none, none, usual, none, none, late, usual].flat() });
    its.at("2026-05-14");
    await its.keepGoods();
    const hoursOn = new Map<string, Set<number>>();
    for (const { day, plays: byHour } of await its.findMakeGoods())
      for (const [hour, count] of byHour.entries())
        if (count > 0) hoursOn.set(day, (hoursOn.get(day) ?? new Set()).add(hour));
    expect(Object.fromEntries([...hoursOn].map(([day, at]) => [day, [...at].sort()]))).toEqual({
      "2026-05-15": [18],
      "2026-05-16": [10, 11],
    });
    expect(await its.differences()).toEqual([]);
    await delivery.platform.close();
  });
});
