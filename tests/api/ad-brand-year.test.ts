import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hourOfWeek } from "#contract/ads/words";
import { readAmount } from "#contract/base/money";
import { sum } from "#contract/base/sum";
import { type AdWorld, hourly, openAdWorld } from "../support/campaigns.ts";
import { anyEngine } from "../support/database.ts";

/** A year of weeks that begins before the first day on sale. */
const year = { from: "2026-05-04", to: "2027-05-02" };

describe("the year of a brand [ADS-7]", () => {
  let world: AdWorld;
  let spring: number;
  let north: number;

  beforeAll(async () => {
    world = await openAdWorld(anyEngine);
    await as().changeAdSettings({
      body: { adRate: "0.37", adPrimeRate: "1.11", primeHours: [hourOfWeek(1, 18)] },
    });
    spring = await book({
      name: "Spring",
      wholeCompany: true,
      startsOn: "2026-05-20",
      endsOn: "2026-06-10",
    });
    north = await book({ name: "North", regionIds: [world.company.north.regionId] });
    await book({ name: "Another brand", brandId: undefined, storeIds: [storeAt(0)] });
  });
  afterAll(() => world?.platform.close());

  const as = (user = world.company.users.admin) => world.platform.as(user);
  const storeAt = (place: number) => world.company.stores[place]?.id ?? 0;
  async function book(body: object): Promise<number> {
    const id = await world.draft({
      brandId: world.brandId,
      plays: hourly((hour) => (hour >= 17 && hour < 20 ? 1 : 0)),
      ...body,
    });
    await world.book(id);
    return id;
  }
  const months = (user?: string, query: object = {}) =>
    as(user).brandMonths({ query: { ...year, brandId: world.brandId, ...query } });
  const total = (values: readonly { value: string | null }[]) =>
    sum(values.map(({ value }) => readAmount(value ?? "0.00")));
  const priceOf = async (id: number) => readAmount((await world.show(id)).price ?? "0.00");

  it("has the plays of its campaigns by month, and their prices to the paisa", async () => {
    const { months: all, withoutPrice } = await months();
    expect(all.map(({ month }) => month).slice(0, 3)).toEqual(["2026-05", "2026-06", "2026-07"]);
    expect(all).toHaveLength(13);
    // nine stores on 22 days, four of them on 7; 12 days of the first are in May
    expect(all.map(({ plays }) => plays).slice(0, 3)).toEqual([
      9 * 12 * 3 + 4 * 7 * 3,
      9 * 10 * 3,
      0,
    ]);
    expect(total(all)).toBe((await priceOf(spring)) + (await priceOf(north)));
    expect(withoutPrice).toBe(0);
  });

  it("keeps a campaign's price when prime hours change after it was booked", async () => {
    const before = (await months()).months;
    const { version } = await as().findAdSettings();
    await as().changeAdSettings({
      body: { adRate: "0.37", adPrimeRate: "1.11", version: version ?? undefined },
    });
    expect(total((await months()).months)).toBe(total(before));
  });

  it("has only the part of a time and a location that is asked for", async () => {
    const june = await months(undefined, { from: "2026-06-01", to: "2026-06-30" });
    expect(june.months).toMatchObject([{ month: "2026-06", plays: 9 * 10 * 3 }]);
    const { months: all } = await months();
    expect(june.months[0]?.value).toBe(all[1]?.value);
    const inNorth = await months(undefined, { regionId: world.company.north.regionId });
    expect(inNorth.months[0]?.plays).toBe(4 * 12 * 3 + 4 * 7 * 3);
    expect(total(inNorth.months)).toBeLessThan(total(all));
    expect(await months(undefined, { kind: "TOH" })).toMatchObject({
      months: expect.arrayContaining([{ month: "2026-05", plays: 0, value: null }]),
    });
  });

  it("shows an admin of a region the own stores' plays, and no price of what reaches beyond", async () => {
    const own = await months(world.company.users.regional);
    expect(own.withoutPrice).toBe(1);
    expect(sum(own.months.map(({ plays }) => plays))).toBe(4 * 22 * 3 + 4 * 7 * 3);
    expect(total(own.months)).toBe(await priceOf(north));
    expect(
      await as(world.company.users.regional).brandMonths({
        query: { ...year, brandId: world.brandId, regionId: world.company.south.regionId },
      }).status,
    ).toBe(404);
    expect(
      await as(world.company.users.limited).brandMonths({
        query: { ...year, brandId: world.brandId },
      }).status,
    ).toBe(403);
    const theirs = await world.platform
      .as(world.other.users.admin)
      .brandMonths({ query: { ...year, brandId: world.brandId } });
    expect(theirs).toMatchObject({ withoutPrice: 0 });
    expect(theirs.months.every(({ plays }) => plays === 0)).toBe(true);
  });

  it("is the calendar's rows of the brand, and no time is longer than 400 days", async () => {
    const rows = await as().campaignCalendar({ query: { ...year, brandId: world.brandId } });
    expect(rows.map(({ name }) => name).sort()).toEqual(["North", "Spring"]);
    const plays = sum(rows.flatMap(({ days }) => days.map((day) => day.plays)));
    expect(plays).toBe(sum((await months()).months.map((month) => month.plays)));
    expect(
      await as().brandMonths({
        query: { brandId: world.brandId, from: "2026-05-04", to: "2027-06-08" },
      }).wrongFields,
    ).toEqual(["to"]);
  });
});
