import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type * as refusals from "#contract/ads/booking-refusal";
import { adSetting, store } from "#platform/db/schema/index";
import { followStores } from "#platform/modules/ads/index";
import { type AdWorld, hourly, openAdWorld, timesOf } from "../support/campaigns.ts";
import { anyEngine, somebodyWaits } from "../support/database.ts";

const at11 = (count: number) => hourly((hour) => (hour === 11 ? count : 0));
const openAll = (amount: number) => hourly((hour) => (hour >= 9 && hour < 21 ? amount : 0));

/**
 * The company keeps 55 minutes of music in an hour: 300 seconds are left for spots, 30 ads of ten
 * seconds or 25 promos of twelve.
 */
describe("what bookings leave of the music [ADS-3]", () => {
  let world: AdWorld;
  beforeAll(async () => {
    world = await openAdWorld(anyEngine);
  });
  afterAll(() => world?.platform.close());
  afterEach(async () => {
    await db().delete(adSetting).where(eq(adSetting.companyId, world.company.companyId));
  });

  const db = () => world.platform.database.db;
  const storeAt = (index: number) => world.company.stores[index]?.id ?? 0;
  const keep = (refusesLessMusic: boolean, leastMusicMinutes = 55) =>
    db()
      .insert(adSetting)
      .values({ companyId: world.company.companyId, leastMusicMinutes, refusesLessMusic });
  const ads = (day: string, count: number, storeId = storeAt(0), more: object = {}) =>
    world.draft({ storeIds: [storeId], startsOn: day, endsOn: day, plays: at11(count), ...more });
  const promos = (day: string, count: number, storeId = storeAt(0)) =>
    ads(day, count, storeId, { kind: "JINGLE", spots: [{ spotId: world.company.spots.promo }] });
  const fieldsOf = ({ status, body }: Awaited<ReturnType<AdWorld["book"]>["reply"]>) => [
    status,
    body.errors?.map(({ field }) => field),
  ];
  const consentRefusal = [422, ["acceptsLessMusic"]];
  const refused = [422, ["plays"]];

  it("are judged in a store that sells no ads, by its opening hours", async () => {
    const day = "2026-05-12";
    await keep(true);
    await world.sell(day, openAll(0), [storeAt(0)]);
    await world.sell(day, openAll(60), [storeAt(0)], "JINGLE");
    const id = await promos(day, 26);
    const { music } = await world.platform
      .as(world.company.users.admin)
      .quoteCampaign({ query: { id } });
    expect(music).toMatchObject({
      hour: 11,
      secondsAfter: 3600 - 26 * 12,
      leastSeconds: 3300,
      isRefused: true,
    });
    expect(fieldsOf(await world.book(id).reply)).toEqual(refused);
    expect(await world.book(await promos(day, 25))).toMatchObject({ takenPlays: 25 });
  });

  // the embedded engine has one connection
  it.skipIf(anyEngine === "embedded")(
    "are judged under the locks: of two at once, of one kind or two, one is refused",
    async () => {
      await keep(true);
      const days = ["2026-05-13", "2026-05-14"];
      for (const day of days) await world.sell(day, openAll(60), [storeAt(0)], "JINGLE");
      const pairs = [
        [await ads(days[0] ?? "", 20), await ads(days[0] ?? "", 20)],
        [await ads(days[1] ?? "", 20), await promos(days[1] ?? "", 20)],
      ];
      for (const [place, pair] of pairs.entries()) {
        const replies = await world.platform.database.dedicated(async (client) => {
          await client.query("begin");
          await client.query(
            "select 1 from ad_ledger where store_id = $1 and day = $2 for update",
            [storeAt(0), days[place]],
          );
          const both = Promise.all(pair.map((id) => world.book(id).reply));
          await somebodyWaits(client);
          await new Promise((resolve) => setTimeout(resolve, 500)); // the other has come as far
          await client.query("commit");
          return both;
        });
        expect(replies.map(fieldsOf).sort()).toEqual([[200, undefined], refused]);
      }
      expect(await world.differences()).toEqual([]);
    },
  );

  it("ask of an extension too, and refuse it", async () => {
    const first = "2026-05-15";
    const second = "2026-05-16";
    await keep(false);
    await world.book(await ads(second, 20));
    const id = await ads(first, 20);
    await world.book(id);
    const extend = (body: object = {}) =>
      world.platform.as(world.company.users.admin).changeBooking({
        body: { campaignId: id, endsOn: second, ...body } as never,
      }).reply;
    expect(fieldsOf(await extend({ acceptsLessMusic: false }))).toEqual(consentRefusal);
    await db()
      .update(adSetting)
      .set({ refusesLessMusic: true })
      .where(eq(adSetting.companyId, world.company.companyId));
    expect(fieldsOf(await extend())).toEqual(refused);
    await db()
      .update(adSetting)
      .set({ refusesLessMusic: false })
      .where(eq(adSetting.companyId, world.company.companyId));
    expect((await extend()).status).toBe(200);
  });

  it("bound what is offered instead of a full hour, so that each offer can be booked", async () => {
    const day = "2026-05-21";
    await keep(true);
    for (const onSale of [day, "2026-05-22"])
      await world.sell(
        onSale,
        openAll(600).map((seconds, hour) => (hour === 11 && onSale === day ? 100 : seconds)),
        [storeAt(0)],
      );
    const { body } = await world.book(await ads(day, 60)).reply;
    const { offers } = body as unknown as refusals.BookingRefused;
    expect(offers.map(({ kind }) => kind)).toEqual(["OTHER_HOURS", "FEWER"]);
    expect(Math.max(...offers.flatMap(({ plays = [] }) => plays))).toBeLessThanOrEqual(30);
    for (const offer of offers.map(timesOf)) {
      const id = await ads(day, 60);
      expect((await world.book(id, { offer }).reply).status).toBe(200);
      await world.act(id, "cancel");
    }
  });

  it("are quoted before a campaign is saved as they are after, by the same rule [PUB-1]", async () => {
    const day = "2026-05-23";
    await keep(true);
    await world.sell(day, openAll(200), [storeAt(0)]);
    const as = world.platform.as(world.company.users.admin);
    const body = {
      ...world.form(world.company),
      storeIds: [storeAt(0)],
      startsOn: day,
      endsOn: day,
      plays: at11(31),
    };
    const before = await as.listCampaigns({});
    const typed = await as.quoteDraft({ body });
    expect(await as.listCampaigns({})).toEqual(before);
    expect(typed).toMatchObject({
      plays: 31,
      freePlays: 20,
      hours: 1,
      freeHours: 0,
      music: {
        storeId: storeAt(0),
        day,
        hour: 11,
        secondsBefore: 3600,
        secondsAfter: 3600 - 31 * 10,
        isRefused: true,
      },
    });
    const id = await world.draft(body);
    expect(typed).toEqual(await as.quoteCampaign({ query: { id } }));
    const change = { ...body, id, storeIds: [], keepStores: true, plays: at11(30) };
    expect((await as.quoteDraft({ body: change })).music).toMatchObject({ isRefused: false });
    const { offers } = (await world.book(id).reply).body as unknown as refusals.BookingRefused;
    expect(await as.listOffers({ query: { id } })).toEqual(offers);
    expect(offers.map(({ kind, takes }) => [kind, takes])).toEqual([
      ["OTHER_HOURS", 31],
      ["FEWER", 20],
    ]);
  });

  it("count what is taken, where less fits than was asked for", async () => {
    const day = "2026-05-17";
    await keep(true);
    await world.sell(day, openAll(200), [storeAt(0)]);
    expect(await world.book(await ads(day, 40), { mode: "fits" })).toMatchObject({
      takenPlays: 20,
      wantedPlays: 40,
    });
  });

  it("count a paused campaign and a held one, so that resuming and booking them takes no more", async () => {
    const first = "2026-05-18";
    const second = "2026-05-19";
    await keep(true);
    const paused = await ads(first, 20);
    await world.book(paused);
    await world.act(paused, "pause");
    expect(fieldsOf(await world.book(await ads(first, 20)).reply)).toEqual(refused);
    expect(await world.act(paused, "resume")).toMatchObject({ state: "BOOKED" });
    const held = await ads(second, 20);
    await world.book(held, { as: "held" });
    expect(fieldsOf(await world.book(await ads(second, 20)).reply)).toEqual(refused);
    expect(await world.act(held, "book")).toMatchObject({ state: "BOOKED", takenPlays: 20 });
  });

  it("leave out what a store that joins has no music for, where the company refuses", async () => {
    const { company } = world;
    const day = "2026-05-20";
    await keep(true);
    const groupId = company.south.groupIds[1] ?? 0;
    const alone = storeAt(8);
    const id = await world.draft({
      groupIds: [groupId],
      startsOn: day,
      endsOn: day,
      plays: at11(20),
      takesNewStores: true,
    });
    await world.book(id);
    await world.book(await ads(day, 18, alone));
    const { regionId, zoneIds } = company.south;
    await db()
      .update(store)
      .set({ regionId, zoneId: zoneIds[1], groupId })
      .where(eq(store.id, alone));
    await followStores(
      { database: world.platform.database, now: new Date(world.platform.clock.now) },
      company.companyId,
    );
    expect(await world.show(id)).toMatchObject({
      stores: 3,
      takenPlays: 2 * 20 + 12,
      shortfallPlays: 8,
    });
    const { rows } = await db().execute<{ plays: number[] }>(
      sql`select plays from campaign_line where campaign_id = ${id} and store_id = ${alone}`,
    );
    expect(rows[0]?.plays[11]).toBe(12);
    expect(await world.differences()).toEqual([]);
  });
});
