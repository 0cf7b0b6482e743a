import { and, eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as bookings from "#contract/ads/booking";
import { sum } from "#contract/base/sum";
import { store } from "#platform/db/schema/index";
import { followStores, keepLedger, planGoals } from "#platform/modules/ads/index";
import { type AdWorld, hourly, openAdWorld } from "../support/campaigns.ts";
import { anyEngine } from "../support/database.ts";
import { cases } from "../support/drawn-cases.ts";
import { withCutConnection } from "../support/failing-database.ts";

const open = (most: number) => hourly((hour) => (hour >= 9 && hour < 21 ? most : 0));

describe("a campaign with a goal [ADS-7]", () => {
  let world: AdWorld;
  let stores: number[];
  beforeAll(async () => {
    world = await openAdWorld(anyEngine);
    stores = world.company.stores.map(({ id }) => id);
  });
  afterAll(() => world?.platform.close());
  beforeEach(async () => {
    // each begins with an empty ledger
    const { db } = world.platform.database;
    const { rows } = await db.execute<{ id: number }>(
      sql`select id::int from campaign where state in ('HELD', 'BOOKED', 'LIVE', 'PAUSED')`,
    );
    for (const { id } of rows) await world.act(id, "cancel");
  });

  const now = () => new Date(world.platform.clock.now);
  const plan = () => planGoals({ database: world.platform.database, now: now() });
  const as = () => world.platform.as(world.company.users.admin);
  const draft = (target: number, measure: string, body: object = {}) =>
    world.draft({ wholeCompany: true, plays: open(5), goal: { target, measure }, ...body });
  const linesOf = async (campaignId: number) => {
    const { rows } = await world.platform.database.db.execute<{
      storeId: number;
      day: string;
      plays: number[];
    }>(sql`select store_id::int as "storeId", day::text as day, plays from campaign_line
      where campaign_id = ${campaignId} order by 1, 2`);
    return rows;
  };

  it("of plays in all spreads them evenly over stores, dates and open hours", async () => {
    const target = stores.length * 7 * 6;
    const id = await draft(target, "TOTAL");
    const quote = await as().quoteCampaign({ query: { id } });
    expect(quote).toMatchObject({
      plays: target,
      freePlays: target,
      stores: stores.length,
      full: [],
      goal: { atMost: stores.length * 7 * 12 * 5, notOnSale: 0 },
    });
    expect(await world.book(id)).toMatchObject({ takenPlays: target, wantedPlays: target });
    const lines = await linesOf(id);
    expect(lines.map(({ plays }) => sum(plays))).toEqual(lines.map(() => 6));
    expect(lines.every(({ plays }) => plays.every((count) => count <= 1))).toBe(true);
    const detail = await world.show(id);
    expect(detail).toMatchObject({ goal: { target, measure: "TOTAL" }, shortfallPlays: 0 });
    expect(await world.differences()).toEqual([]);
  });

  it("of plays a store and day has them on each date, and follows another flight", async () => {
    const id = await draft(7, "STORE_DAY");
    await world.book(id);
    const perDay = async () => new Set((await linesOf(id)).map(({ plays }) => sum(plays)));
    expect(await perDay()).toEqual(new Set([7]));
    const change = (endsOn: string) =>
      as().call(bookings.booking.change, { body: { campaignId: id, endsOn } });
    const days = (count: number) => stores.length * 7 * count;
    expect(await change("2026-05-20")).toMatchObject({
      takenPlays: days(9),
      wantedPlays: days(9),
    });
    expect(await change("2026-05-13")).toMatchObject({
      takenPlays: days(2),
      wantedPlays: days(2),
    });
    expect(await perDay()).toEqual(new Set([7]));
    expect(await world.differences()).toEqual([]);
  });

  it("of a share of voice has that part of what its hours can sell", async () => {
    const id = await draft(20, "SHARE", { plays: open(60) });
    // 12 hours of 60 plays of ten seconds on 7 dates
    const share = (12 * 60 * 7) / 5;
    expect(await world.book(id)).toMatchObject({
      takenPlays: share * stores.length,
      wantedPlays: share * stores.length,
    });
    expect(await world.differences()).toEqual([]);
  });

  it("that it cannot reach is refused with the reason, or takes what there is and lacks the rest", async () => {
    const [storeId = 0] = stores;
    const flight = { startsOn: "2026-05-26", endsOn: "2026-05-27" };
    await world.sell(
      "2026-05-26",
      hourly((hour) => (hour === 12 ? 30 : 0)),
      [storeId],
    );
    const only = { wholeCompany: false, storeIds: [storeId], ...flight };
    // an hour with room for 3 on one date, 12 hours with room for 5 on the other
    const id = await draft(100, "TOTAL", only);
    expect(await as().quoteCampaign({ query: { id } })).toMatchObject({
      plays: 100,
      freePlays: 63,
      goal: { atMost: 63, notOnSale: 0 },
    });
    const refused = await world.book(id).errors;
    expect(Object.keys(refused)).toEqual(["goal.target"]);
    expect(refused["goal.target"]).toContain("Only 63 of 100 plays can be planned.");
    expect(await world.differences()).toEqual([]);
    expect(await world.book(id, { mode: "fits" })).toMatchObject({
      takenPlays: 63,
      wantedPlays: 100,
    });
    expect(await world.show(id)).toMatchObject({ shortfallPlays: 37 });
    expect(await world.differences()).toEqual([]);
  });

  it("takes each night what others gave back, once, and says so", async () => {
    const [storeId = 0] = stores;
    const flight = { startsOn: "2026-05-21", endsOn: "2026-05-22" };
    const only = { wholeCompany: false, storeIds: [storeId], ...flight };
    // others have all but one play of each hour
    const others = await world.draft({ ...only, plays: open(59) });
    await world.book(others);
    const id = await draft(60, "TOTAL", only);
    expect(await world.book(id, { mode: "fits" })).toMatchObject({ takenPlays: 24 });
    await plan();
    const before = await world.show(id);
    expect(before).toMatchObject({ takenPlays: 24, wantedPlays: 60 });
    await world.act(others, "cancel");
    await plan();
    const after = await world.show(id);
    expect(after).toMatchObject({ takenPlays: 60, wantedPlays: 60, shortfallPlays: 0 });
    expect(after.version).toBe(before.version + 1);
    await plan();
    expect((await world.show(id)).version).toBe(after.version);
    expect(await world.differences()).toEqual([]);
  });

  it("is planned although another one cannot be, and the failure is thrown", async () => {
    const { database } = world.platform;
    const flight = { startsOn: "2026-05-23", endsOn: "2026-05-24" };
    const ids: number[] = [];
    const others: number[] = [];
    for (const storeId of stores.slice(0, 2)) {
      const only = { wholeCompany: false, storeIds: [storeId], ...flight };
      const other = await world.draft({ ...only, plays: open(59) });
      await world.book(other);
      others.push(other);
      const id = await draft(60, "TOTAL", only);
      await world.book(id, { mode: "fits" });
      ids.push(id);
    }
    for (const other of others) await world.act(other, "cancel");
    await expect(
      planGoals({ database: withCutConnection(database), now: now() }),
    ).rejects.toMatchObject({
      message: "not all goals were planned",
      errors: [{ message: `campaign ${ids[0]} of company ${world.company.companyId}` }],
    });
    const playsOfBoth = async () =>
      (await Promise.all(ids.map((id) => world.show(id)))).map(({ takenPlays }) => takenPlays);
    expect(await playsOfBoth()).toEqual([24, 60]);
    await plan();
    expect(await playsOfBoth()).toEqual([60, 60]);
    expect(await world.differences()).toEqual([]);
  });

  it("goes on as dates come on sale", async () => {
    const { platform, company } = world;
    const { database, clock } = platform;
    const [storeId = 0] = stores;
    const begins = clock.now;
    // 35 days are on sale, to 14 June
    const flight = { startsOn: "2026-06-13", endsOn: "2026-06-17" };
    const id = await draft(4, "STORE_DAY", { wholeCompany: false, storeIds: [storeId], ...flight });
    expect(await as().quoteCampaign({ query: { id } })).toMatchObject({
      plays: 20,
      freePlays: 8,
      goal: { notOnSale: 3 },
    });
    await world.book(id, { mode: "fits" });
    clock.now = Date.parse("2026-05-14T06:30:00Z");
    await keepLedger({ database, db: database.db, now: now() }, company.companyId);
    await plan();
    expect(await world.show(id)).toMatchObject({ takenPlays: 20, wantedPlays: 20 });
    clock.now = begins;
    expect(await world.differences()).toEqual([]);
  });

  it("in all moves to the other stores where one leaves, and to one that joins", async () => {
    const { platform, company } = world;
    const { database } = platform;
    const [leaving = 0] = stores;
    const id = await draft(stores.length * 14, "TOTAL", { takesNewStores: true });
    await world.book(id);
    const setStatus = (status: "active" | "inactive") =>
      database.db
        .update(store)
        .set({ status })
        .where(and(eq(store.companyId, company.companyId), eq(store.id, leaving)));
    const follow = () => followStores({ database, now: now() }, company.companyId);
    await setStatus("inactive");
    await follow();
    expect((await linesOf(id)).some(({ storeId }) => storeId === leaving)).toBe(false);
    const total = { takenPlays: stores.length * 14, wantedPlays: stores.length * 14 };
    expect(await world.show(id)).toMatchObject(total);
    await setStatus("active");
    await follow();
    expect(await world.show(id)).toMatchObject(total);
    expect(await world.differences()).toEqual([]);
  });

  it("is refused without target or measure, above a limit, and at exact times", async () => {
    const wrong = (body: object) => world.add({ wholeCompany: true, ...body }).wrongFields;
    expect(await wrong({ goal: { measure: "TOTAL" } })).toEqual(["goal.target"]);
    expect(await wrong({ goal: { target: 5 } })).toEqual(["goal.measure"]);
    expect(await wrong({ goal: { target: 101, measure: "SHARE" } })).toEqual(["goal.target"]);
    const atTimes = { plays: undefined, exactTimes: [600], goal: { target: 5, measure: "TOTAL" } };
    expect(await wrong(atTimes)).toEqual(["goal.target"]);
  });

  const step = fc.oneof(
    fc.record({
      act: fc.constant("sell" as const),
      place: fc.nat({ max: 2 }),
      day: fc.constantFrom("2026-05-28", "2026-05-29"),
      seconds: fc.integer({ min: 0, max: 60 }),
    }),
    fc.record({ act: fc.constant("others" as const), plays: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ act: fc.constant("cancel" as const) }),
    fc.record({
      act: fc.constant("store" as const),
      place: fc.nat({ max: 2 }),
      status: fc.constantFrom("active" as const, "inactive" as const),
    }),
    fc.record({ act: fc.constant("night" as const) }),
  );

  it("reaches its goal or has no room left, whatever closes or is sold, and never oversells", async () => {
    const { platform, company } = world;
    const { database } = platform;
    const those = stores.slice(0, 3);
    const flight = { startsOn: "2026-05-28", endsOn: "2026-05-29" };
    const only = { wholeCompany: false, storeIds: those, ...flight };
    const setStatus = (storeId: number, status: "active" | "inactive") =>
      database.db
        .update(store)
        .set({ status })
        .where(and(eq(store.companyId, company.companyId), eq(store.id, storeId)));
    const night = async () => {
      await followStores({ database, now: now() }, company.companyId);
      await plan();
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 20, max: 200 }),
        async (steps, target) => {
          for (const day of [flight.startsOn, flight.endsOn])
            await world.sell(day, open(60), those);
          const id = await draft(target, "TOTAL", only);
          await world.book(id, { mode: "fits" });
          const others: number[] = [];
          for (const one of steps) {
            if (one.act === "sell")
              await world.sell(one.day, open(one.seconds), [those[one.place] ?? 0]);
            if (one.act === "others") {
              const other = await world.draft({ ...only, plays: open(one.plays) });
              if ((await world.book(other, { mode: "fits" }).status) === 200) others.push(other);
            }
            if (one.act === "cancel") {
              const other = others.pop();
              if (other) await world.act(other, "cancel");
            }
            if (one.act === "store") await setStatus(those[one.place] ?? 0, one.status);
            if (one.act === "night") await night();
            expect(await world.differences()).toEqual([]);
          }
          await night();
          const { takenPlays, wantedPlays } = await world.show(id);
          const isLeft = (await world.show(id)).state === "BOOKED";
          expect(isLeft).toBe(true);
          expect(takenPlays).toBeLessThanOrEqual(target);
          if (takenPlays < target) {
            const { rows } = await database.db.execute<{ free: number }>(sql`
              select coalesce(sum(greatest(0, least(5 - coalesce(line.plays[hour], 0), (capacity[hour] - booked[hour] - held[hour]) / 10))), 0)::int as free
              from ad_ledger ledger join store on store.company_id = ledger.company_id and store.id = ledger.store_id and store.status = 'active'
                cross join generate_series(10, 21) hour
                left join campaign_line line on line.company_id = ledger.company_id and line.campaign_id = ${id}
                  and line.store_id = ledger.store_id and line.day = ledger.day
              where ledger.company_id = ${company.companyId} and ledger.kind = 'AD' and ledger.store_id = any(${sql.param(those)}::bigint[])
                and ledger.day between ${flight.startsOn} and ${flight.endsOn}`);
            expect(rows[0]?.free).toBe(0);
          } else expect(wantedPlays).toBe(target);
          expect(await world.differences()).toEqual([]);
          for (const campaignId of [id, ...others]) await world.act(campaignId, "cancel");
          for (const storeId of those) await setStatus(storeId, "active");
        },
      ),
      { numRuns: cases(25) },
    );
  });
});
