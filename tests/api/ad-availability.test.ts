import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as contract from "#contract/ads/availability";
import * as bookings from "#contract/ads/booking";
import * as campaigns from "#contract/ads/campaigns";
import { addDays } from "#contract/base/dates";
import { sum } from "#contract/base/sum";
import { adSetting, store } from "#platform/db/schema/index";
import { type AdWorld, hourly, openAdWorld } from "../support/campaigns.ts";
import { anyEngine } from "../support/database.ts";

describe("availability [ADS-2]", () => {
  let world: AdWorld;
  beforeAll(async () => {
    world = await openAdWorld(anyEngine);
  });
  afterAll(() => world?.platform.close());

  const get = async <T>(
    endpoint: Parameters<AdWorld["platform"]["call"]>[0],
    query: object,
    as = world.company.users.admin,
  ) => {
    const { status, body } = await world.platform.as(as).call(endpoint, { query } as never).reply;
    if (status !== 200) throw new Error(`${status} ${body.message}`);
    return body.data as T;
  };
  const show = (query: object, as?: string) =>
    get<contract.Availability>(contract.slotAvailability, query, as);

  it("adds up to the worked figures: 10 stores, 24 hours and 10 days are 864,000 spots", async () => {
    const { other } = world;
    const { db } = world.platform.database;
    await db.insert(store).values({
      companyId: other.companyId,
      code: "TENTH",
      name: "Tenth",
      timeZone: "Asia/Kolkata",
    });
    const ids = (await db.select({ id: store.id, companyId: store.companyId }).from(store))
      .filter(({ companyId }) => companyId === other.companyId)
      .map(({ id }) => id);
    const days = Array.from({ length: 10 }, (_, index) => addDays("2026-07-01", index));
    for (const day of days)
      await world.sell(
        day,
        hourly(() => 3600),
        ids,
        "AD",
        other,
      );
    const availability = await show(
      { from: "2026-07-01", to: "2026-07-10", playSeconds: 10 },
      other.users.admin,
    );
    expect(availability.stores).toBe(10);
    expect(sum(availability.days.flatMap(({ capacity }) => capacity))).toBe(8_640_000);
    expect(availability.freePlays).toBe(864_000);
    expect(availability.freePlays * 0.2).toBe(172_800);
  });

  it("gives what is booked, held and free by day and hour, and of no hour begun", async () => {
    const groupId = world.company.north.groupIds[0] ?? 0;
    const [one = 0] = world.company.stores
      .filter((store) => store.groupId === groupId)
      .map(({ id }) => id);
    const booked = await world.draft({
      storeIds: [one],
      startsOn: "2026-05-12",
      endsOn: "2026-05-12",
      plays: hourly((hour) => (hour === 10 ? 60 : 0)),
    });
    const held = await world.draft({
      groupIds: [groupId],
      startsOn: "2026-05-12",
      endsOn: "2026-05-12",
      plays: hourly((hour) => (hour === 11 ? 5 : 0)),
    });
    await world.book(booked);
    await world.book(held, { as: "held" });
    const query = {
      from: "2026-05-11",
      to: "2026-05-13",
      groupIds: String(groupId),
      playSeconds: 30,
    };
    const availability = await show(query);
    expect(availability).toMatchObject({
      stores: 2,
      playTakes: 30,
      worst: { day: "2026-05-12", hour: 10, storesWithRoom: 1 },
      best: { storesWithRoom: 2, freePlays: 40 },
    });
    const [today, second] = availability.days;
    expect(today?.freePlays.slice(8, 15)).toEqual([0, 0, 0, 0, 0, 40, 40]);
    expect(today?.capacity.slice(13, 15)).toEqual([1200, 1200]);
    expect(second).toMatchObject({
      stores: 2,
      booked: hourly((hour) => (hour === 10 ? 600 : 0)),
      held: hourly((hour) => (hour === 11 ? 100 : 0)),
    });
    expect([
      second?.freePlays[10],
      second?.storesWithRoom[10],
      second?.freePlays[11],
      second?.storesWithRoom[11],
    ]).toEqual([20, 1, 36, 2]);
    const narrowed = await show({ ...query, from: "2026-05-12", weekdays: "2", hours: "10,11" });
    expect(narrowed.days.map(({ day }) => day)).toEqual(["2026-05-12"]);
    expect(narrowed).toMatchObject({ freePlays: 56, worst: { hour: 10 }, best: { hour: 11 } });
    expect(
      (await show({ from: "2026-05-12", to: "2026-05-12", campaignId: held, playSeconds: 30 }))
        .freePlays,
    ).toBe(sum(second?.freePlays ?? []));
    const stores = await get<contract.StoreAvailability[]>(contract.storeAvailability, {
      ...query,
      from: "2026-05-12",
      hours: "10,11",
      sort: "free",
    });
    expect(stores).toMatchObject([
      {
        storeId: one,
        days: 2,
        booked: 600,
        held: 50,
        freePlays: 58,
        worst: { day: "2026-05-12", hour: 10, freePlays: 0 },
      },
      { capacity: 2400, freePlays: 78, worst: { day: "2026-05-12", hour: 11, freePlays: 18 } },
    ]);
    const graph = await get<{ day: string; booked: number }[]>(contract.inventoryGraph, {
      from: "2026-05-12",
      to: "2026-05-13",
    });
    expect(graph).toMatchObject([
      { booked: 600, held: 100 },
      { booked: 0, held: 0 },
    ]);
    const calendar = await get<{ id: number; days: object[] }[]>(campaigns.campaignCalendar, {
      from: "2026-05-12",
      to: "2026-05-12",
    });
    expect(calendar.map(({ id, days }) => [id, days])).toEqual([
      [booked, [{ day: "2026-05-12", plays: 60 }]],
      [held, [{ day: "2026-05-12", plays: 10 }]],
    ]);
    const first = await world.platform
      .as(world.company.users.admin)
      .campaignCalendar({ query: { from: "2026-05-12", to: "2026-05-12", limit: 1 } }).answer;
    expect(first.page).toMatchObject({ total: 2, next: expect.any(String) });
    const next = { from: "2026-05-12", to: "2026-05-12", limit: 1, cursor: first.page?.next };
    expect(
      (await get<{ id: number }[]>(campaigns.campaignCalendar, next)).map(({ id }) => id),
    ).toEqual([held]);
    // neither a play on these days nor a draft
    expect(await get(campaigns.campaignCalendar, { from: "2026-06-12", to: "2026-06-12" })).toEqual(
      [],
    );
  });

  it("of exact times counts the stores in which each is free", async () => {
    const storeIds = world.company.stores.slice(4, 6).map(({ id }) => id);
    const exact = await world.draft({
      storeIds: storeIds.slice(0, 1),
      startsOn: "2026-05-20",
      endsOn: "2026-05-20",
      plays: undefined,
      exactTimes: [600],
    });
    await world.book(exact, {}, { sort: bookings.bookingWithTime });
    const query = { from: "2026-05-20", to: "2026-05-20", storeIds: storeIds.join() };
    const times = await get<object>(contract.slotAvailabilityWithTime, {
      ...query,
      kind: "JINGLE",
      exactTimes: "600,601,1380",
    });
    expect(times).toEqual({
      stores: 2,
      exactTimes: [600, 601, 1380],
      days: [{ day: "2026-05-20", stores: 2, storesFree: [1, 2, 0] }],
    });
    const toh = await get<contract.Availability>(contract.slotAvailabilityForToh, query);
    expect(toh).toMatchObject({ playTakes: 1, freePlays: 24 });
  });

  it("tells prime hours apart by location and date", async () => {
    await world.platform.database.db
      .insert(adSetting)
      .values({ companyId: world.company.companyId, primeHours: [3 * 24 + 18] });
    const rows = await get<
      { unitName: string; capacity: number; primeCapacity: number; stores: number }[]
    >(contract.adInventory, {
      from: "2026-05-27",
      to: "2026-05-27",
      by: "region",
    });
    expect(rows).toMatchObject([
      { unitName: "No location", stores: 1, capacity: 7200, primeCapacity: 600 },
      { unitName: "North", stores: 4, capacity: 28_800, primeCapacity: 2400 },
      { unitName: "South", stores: 4 },
    ]);
    const whole = await get<{ unitName: string }[]>(contract.adInventory, {
      from: "2026-05-27",
      to: "2026-05-28",
    });
    expect(whole).toMatchObject([{ stores: 9, primeCapacity: 5400 }, { primeCapacity: 0 }]);
  });

  it("is of the stores in scope alone [CTX-4] [ROL-4]", async () => {
    const { users, south } = world.company;
    const all = { from: "2026-05-29", to: "2026-05-29" };
    expect((await show(all, users.regional)).stores).toBe(4);
    expect((await show({ ...all, regionIds: String(south.regionId) }, users.regional)).stores).toBe(
      0,
    );
    expect((await show({ ...all, storeIds: String(world.other.stores[0]?.id) })).stores).toBe(0);
    const stores = await get<contract.StoreAvailability[]>(
      contract.storeAvailability,
      all,
      users.zonal,
    );
    expect(stores).toHaveLength(2);
  });

  it("is refused by field for times that are none", async () => {
    const fields = (query: object) =>
      world.platform.as(world.company.users.admin).slotAvailability({ query } as never).wrongFields;
    expect(await fields({ from: "2026-05-12", to: "2026-05-11" })).toEqual(["to"]);
    expect(await fields({ from: "2026-05-12", to: "2027-12-31" })).toEqual(["to"]);
    expect(await fields({ from: "2026-05-12", to: "2026-05-12", hours: "24" })).toEqual([
      "hours.0",
    ]);
    expect(await fields({ from: "2026-05-12", to: "2026-05-12", weekdays: "x" })).toEqual([
      "weekdays",
    ]);
  });
});
