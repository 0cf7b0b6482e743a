import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as bookings from "#contract/ads/booking";
import { store } from "#platform/db/schema/index";
import { followStores } from "#platform/modules/ads/index";
import { type AdWorld, openAdWorld } from "../support/campaigns.ts";
import { anyEngine } from "../support/database.ts";

describe("blackout stores of a campaign [ADS-7]", () => {
  let world: AdWorld;
  beforeAll(async () => {
    world = await openAdWorld(anyEngine);
  });
  afterAll(() => world?.platform.close());

  const follow = () => {
    const { database, clock } = world.platform;
    return followStores({ database, now: new Date(clock.now) }, world.company.companyId);
  };
  const storesOf = async (campaignId: number) => {
    const { data } = await world.platform
      .as(world.company.users.admin)
      .call(bookings.booking.list, { query: { campaignId, limit: 100 } }).answer;
    return [...new Set(data.map(({ storeId }) => storeId))].sort((a, b) => a - b);
  };

  it("take nothing of the ledger, in quotes of drafts and forms and in a booking", async () => {
    const { company, platform } = world;
    const as = platform.as(company.users.admin);
    const [first = 0, second = 0, ...others] = company.stores.map(({ id }) => id);
    const body = { wholeCompany: true, blackoutStoreIds: [second, first] };
    const id = await world.draft(body);
    const perStore = 7 * 12 * 2;
    expect(await as.quoteCampaign({ query: { id } })).toMatchObject({
      stores: others.length,
      plays: perStore * others.length,
    });
    const form = { ...world.form(company), ...body };
    expect((await as.quoteDraft({ body: form })).stores).toBe(others.length);
    await world.book(id);
    expect(await storesOf(id)).toEqual([...others].sort((a, b) => a - b));
    const detail = await world.show(id);
    expect(detail.blackoutStores.map(({ storeId }) => storeId).sort()).toEqual(
      [first, second].sort(),
    );
    expect(await world.differences()).toEqual([]);
    const change = (blackoutStoreIds: number[], name = "Summer") =>
      as.changeCampaign({ body: { ...form, id, name, blackoutStoreIds } });
    await change([first, second], "Renamed");
    expect(Object.keys(await change([first]).errors)).toEqual(["blackoutStoreIds"]);
    await world.act(id, "cancel");
  });

  it("stay out when they join its locations later, while others that join play it", async () => {
    const { company, platform } = world;
    const { db } = platform.database;
    const [north = 0] = company.north.groupIds;
    const joining = company.stores.filter(({ groupId }) => groupId !== north).slice(0, 2);
    const [leftOut, welcome] = joining;
    if (!leftOut || !welcome) throw new Error("two stores of other groups are needed");
    const id = await world.draft({
      groupIds: [north],
      takesNewStores: true,
      blackoutStoreIds: [leftOut.id],
    });
    await world.book(id);
    const before = await storesOf(id);
    const [group] = await db
      .select()
      .from(store)
      .where(eq(store.id, before[0] ?? 0));
    for (const { id: storeId } of joining)
      await db
        .update(store)
        .set({ groupId: north, zoneId: group?.zoneId, regionId: group?.regionId })
        .where(eq(store.id, storeId));
    await follow();
    expect(await storesOf(id)).toEqual([...before, welcome.id].sort((a, b) => a - b));
    await follow();
    expect(await storesOf(id)).toEqual([...before, welcome.id].sort((a, b) => a - b));
    expect(await world.differences()).toEqual([]);
  });

  it("are refused where they are not there, and stay left out for who does not see them", async () => {
    const { company, other, platform } = world;
    const [elsewhere] = other.stores;
    expect(await world.add({ wholeCompany: true, blackoutStoreIds: [elsewhere?.id] }).status).toBe(
      404,
    );
    const south = company.stores.find(({ regionId }) => regionId !== company.north.regionId);
    const id = await world.draft({
      regionIds: [company.north.regionId],
      blackoutStoreIds: [south?.id],
    });
    const regional = platform.as(company.users.regional);
    expect((await regional.findCampaign({ query: { id } })).blackoutStores).toEqual([]);
    await regional.changeCampaign({
      body: {
        ...world.form(company),
        id,
        name: "By a regional admin",
        regionIds: [company.north.regionId],
      },
    });
    expect(await world.show(id)).toMatchObject({
      name: "By a regional admin",
      blackoutStores: [{ storeId: south?.id }],
    });
  });
});
