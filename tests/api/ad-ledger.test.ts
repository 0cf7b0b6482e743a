import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Scope, wholeCompany } from "#platform/access/scope";
import { constraintOf } from "#platform/db/constraint-error";
import type { Database } from "#platform/db/database";
import { adLedger, adShortfall, campaign, campaignLine, store } from "#platform/db/schema/index";
import { setCapacity } from "#platform/modules/ads/ledger/capacity.queries";
import { bookHeld, giveBack, recount } from "#platform/modules/ads/ledger/ledger.queries";
import { type Reservation, takePlays } from "#platform/modules/ads/ledger/take-plays.queries";
import { makeCompany } from "../support/companies.ts";
import { engines, openTestDatabase } from "../support/database.ts";
import { cases } from "../support/drawn-cases.ts";
import { plainCampaign } from "../support/plain-campaign.ts";

const days = ["2026-11-23", "2026-11-24", "2026-11-25"] as const;
/** Hours of the day that the cases use: few, so that they meet. */
const hoursUsed = [8, 9, 23] as const;
const kind = "AD" as const;
const hourly = (of: (hour: number) => number) => Array.from({ length: 24 }, (_, hour) => of(hour));
const ofHours = (values: readonly number[]) =>
  hourly((hour) => values[hoursUsed.indexOf(hour as 8)] ?? 0);

/**
 * Counts what the ledger should hold in the simplest way: one number for each store, date and hour.
 */
class Model {
  /** Holds what the stores may sell by themselves. */
  storeCapacity = new Map<string, number>();
  campaigns: { id: number; playTakes: number; isHeld: boolean; plays: Map<string, number> }[] = [];
  constructor(readonly offsets: Map<number, number>) {}

  static key = (storeId: number, day: string, hour: number) => `${storeId} ${day} ${hour}`;
  sold(key: string, which: "booked" | "held"): number {
    return this.campaigns
      .filter(({ isHeld }) => isHeld === (which === "held"))
      .reduce((sum, { plays, playTakes }) => sum + (plays.get(key) ?? 0) * playTakes, 0);
  }
  countSold = (key: string) => this.sold(key, "booked") + this.sold(key, "held");
  /** Never below what is sold, and no more than that where the store may sell less. */
  capacity = (key: string) => Math.max(this.storeCapacity.get(key) ?? 0, this.countSold(key));
  isBegun(storeId: number, day: string, hour: number, now: Date): boolean {
    const begins =
      Date.parse(`${day}T00:00:00Z`) + (hour - (this.offsets.get(storeId) ?? 0)) * 3_600_000;
    return begins <= now.getTime();
  }
}

describe.each(engines)("the ad ledger on %s", (engine) => {
  let database: Database;
  let scope: Scope;
  let storeIds: number[];

  beforeAll(async () => {
    database = await openTestDatabase(engine, { maxConnections: 20 });
    const company = await makeCompany(database);
    scope = wholeCompany(company.companyId);
    storeIds = company.stores.slice(0, 3).map(({ id }) => id);
    await database.db
      .update(store)
      .set({ timeZone: "Europe/London" })
      .where(sql`${store.id} = ${storeIds[1]}`);
  });
  afterAll(() => database.close());

  const clear = () =>
    database.db.execute(
      sql`truncate ${adShortfall}, ${adLedger}, ${campaignLine}, ${campaign} cascade`,
    );
  const inTransaction = <T>(work: Parameters<typeof database.transaction<T>>[0]) =>
    database.transaction(work);
  async function addCampaign(playTakes: number, isHeld: boolean): Promise<number> {
    const state = isHeld
      ? { state: "HELD" as const, holdUntil: new Date() }
      : { state: "BOOKED" as const };
    const [row] = await database.db
      .insert(campaign)
      .values({
        companyId: scope.companyId,
        ...plainCampaign,
        name: "Cola",
        kind,
        playTakes,
        ...state,
      })
      .returning({ id: campaign.id });
    return row?.id ?? 0;
  }
  const open = (capacity: number) =>
    inTransaction((tx) =>
      setCapacity(
        scope,
        tx,
        kind,
        storeIds.flatMap((storeId) =>
          days.map((day) => ({ storeId, day, capacity: hourly(() => capacity) })),
        ),
      ),
    );

  test("agrees with a plain count after any course of bookings, holds and returns", async () => {
    const which = fc.record({
      store: fc.integer({ min: 0, max: 2 }),
      day: fc.constantFrom(...days),
    });
    const step = fc.oneof(
      fc.record({
        act: fc.constant("capacity" as const),
        which,
        seconds: fc.tuple(...hoursUsed.map(() => fc.integer({ min: 0, max: 120 }))),
      }),
      fc.record({
        act: fc.constant("take" as const),
        stores: fc.subarray([0, 1, 2], { minLength: 1 }),
        days: fc.subarray([...days], { minLength: 1 }),
        plays: fc.tuple(...hoursUsed.map(() => fc.integer({ min: 0, max: 4 }))),
        playTakes: fc.constantFrom(10, 15, 20, 30),
        isHeld: fc.boolean(),
        all: fc.boolean(),
      }),
      fc.record({
        act: fc.constant("more" as const),
        campaign: fc.nat(),
        day: fc.constantFrom(...days),
        plays: fc.integer({ min: 1, max: 2 }),
      }),
      fc.record({ act: fc.constant("book" as const), campaign: fc.nat() }),
      fc.record({
        act: fc.constant("return" as const),
        campaign: fc.nat(),
        from: fc.constantFrom(undefined, ...days),
      }),
      fc.record({ act: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 12 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 18 }), async (steps) => {
        await clear();
        const model = new Model(new Map(storeIds.map((id, index) => [id, index === 1 ? 0 : 5.5])));
        let now = new Date("2026-11-22T20:00:00Z");
        await open(60);
        for (const storeId of storeIds)
          for (const day of days)
            for (let hour = 0; hour < 24; hour++)
              model.storeCapacity.set(Model.key(storeId, day, hour), 60);

        async function take(
          at: (typeof model.campaigns)[number],
          stores: number[],
          wantedDays: { day: string; plays: number[] }[],
          all: boolean,
        ) {
          const result = await inTransaction((tx) =>
            takePlays(scope, tx, {
              ofCampaign: { id: at.id, kind, playTakes: at.playTakes },
              demand: { storeIds: stores, days: wantedDays },
              options: { as: at.isHeld ? "held" : "booked", all, now },
            }),
          );
          const fits: [string, number][] = [];
          let missing = 0;
          for (const storeId of stores)
            for (const { day, plays } of wantedDays)
              for (const hour of hoursUsed) {
                const key = Model.key(storeId, day, hour);
                const free = model.isBegun(storeId, day, hour, now)
                  ? 0
                  : Math.floor((model.capacity(key) - model.countSold(key)) / at.playTakes);
                // an hour in which the store sells nothing is not asked for
                const want = model.capacity(key) === 0 ? 0 : (plays[hour] ?? 0);
                missing += Math.max(0, want - free);
                fits.push([key, Math.min(want, free)]);
              }
          const expectedPlays = all && missing > 0 ? [] : fits;
          for (const [key, plays] of expectedPlays)
            at.plays.set(key, (at.plays.get(key) ?? 0) + plays);
          expect(result).toMatchObject({
            notOnSale: 0,
            taken: expectedPlays.reduce((sum, [, plays]) => sum + plays, 0),
          } satisfies Partial<Reservation>);
          expect(result.full.reduce((sum, hour) => sum + hour.wanted - hour.free, 0)).toBe(missing);
        }

        for (const one of steps) {
          const chosen =
            "campaign" in one
              ? model.campaigns[one.campaign % Math.max(1, model.campaigns.length)]
              : undefined;
          if (one.act === "wait") now = new Date(now.getTime() + one.hours * 3_600_000);
          if (one.act === "capacity") {
            const storeId = storeIds[one.which.store] ?? 0;
            const capacity = ofHours(one.seconds);
            const full = await inTransaction((tx) =>
              setCapacity(scope, tx, kind, [{ storeId, day: one.which.day, capacity }]),
            );
            const keys = capacity.map((_, hour) => Model.key(storeId, one.which.day, hour));
            const over = keys.filter((key, hour) => model.countSold(key) > (capacity[hour] ?? 0));
            expect(full.map(({ hour }) => Model.key(storeId, one.which.day, hour))).toEqual(over);
            for (const [hour, key] of keys.entries())
              model.storeCapacity.set(key, capacity[hour] ?? 0);
          }
          if (one.act === "take") {
            const added = {
              id: await addCampaign(one.playTakes, one.isHeld),
              playTakes: one.playTakes,
              isHeld: one.isHeld,
              plays: new Map(),
            };
            model.campaigns.push(added);
            const plays = ofHours(one.plays);
            await take(
              added,
              one.stores.map((index) => storeIds[index] ?? 0),
              one.days.map((day) => ({ day, plays })),
              one.all,
            );
          }
          if (one.act === "more" && chosen)
            await take(
              chosen,
              [storeIds[0] ?? 0],
              [{ day: one.day, plays: ofHours([one.plays, 0, one.plays]) }],
              true,
            );
          if (one.act === "book" && chosen?.isHeld) {
            await inTransaction(async (tx) => {
              await bookHeld(scope, tx, { id: chosen.id, kind, playTakes: chosen.playTakes });
              await tx
                .update(campaign)
                .set({ state: "BOOKED", holdUntil: null })
                .where(sql`${campaign.id} = ${chosen.id}`);
            });
            chosen.isHeld = false;
          }
          if (one.act === "return" && chosen) {
            const returned = await inTransaction((tx) =>
              giveBack(
                scope,
                tx,
                { id: chosen.id, kind, playTakes: chosen.playTakes },
                { as: chosen.isHeld ? "held" : "booked", now, from: one.from },
              ),
            );
            let expected = 0;
            for (const [key, plays] of chosen.plays) {
              const [storeId = "", day = "", hour = ""] = key.split(" ");
              if (
                (one.from && day < one.from) ||
                model.isBegun(Number(storeId), day, Number(hour), now)
              )
                continue;
              expected += plays;
              chosen.plays.delete(key);
            }
            expect(returned).toBe(expected);
          }
          const rows = await database.db.select().from(adLedger);
          for (const { storeId, day, capacity, booked, held } of rows)
            for (const hour of hoursUsed) {
              const key = Model.key(storeId, day, hour);
              expect(
                { capacity: capacity[hour], booked: booked[hour], held: held[hour] },
                key,
              ).toEqual({
                capacity: model.capacity(key),
                booked: model.sold(key, "booked"),
                held: model.sold(key, "held"),
              });
            }
          expect(await recount(scope, database.db)).toEqual([]);
        }
      }),
      { numRuns: cases(15) },
    );
  });

  test("sells exactly what there is to many who ask at once, and nobody waits for ever", async () => {
    await clear();
    await open(60);
    const bookers = engine === "embedded" ? 16 : 64;
    const ids = await Promise.all(Array.from({ length: bookers }, () => addCampaign(20, false)));
    const results = await Promise.all(
      ids.map((id, index) =>
        inTransaction((tx) =>
          takePlays(scope, tx, {
            ofCampaign: { id, kind, playTakes: 20 },
            demand: {
              storeIds: index % 2 ? storeIds : [...storeIds].reverse(),
              days: (index % 3 ? [...days] : [...days].reverse()).map((day) => ({
                day,
                plays: ofHours([1, 1, 0]),
              })),
            },
            options: { as: "booked", all: index % 2 === 0, now: new Date("2026-11-22T00:00:00Z") },
          }),
        ),
      ),
    );
    const rows = await database.db.select().from(adLedger);
    expect(rows).toHaveLength(9);
    for (const { booked } of rows) expect([booked[8], booked[9], booked[23]]).toEqual([60, 60, 0]);
    expect(results.reduce((sum, { taken: takenPlays }) => sum + takenPlays, 0)).toBe(9 * 2 * 3);
    expect(await recount(scope, database.db)).toEqual([]);
  });

  test("the database itself refuses what oversells, whoever writes it", async () => {
    await clear();
    await open(60);
    const refused = await database.db.execute(sql`update ${adLedger} set booked[9] = 61`).then(
      () => undefined,
      (error: unknown) => constraintOf(error)?.constraint,
    );
    expect(refused).toBe("ad_ledger_never_oversold");
    const [storeId = 0] = storeIds;
    const result = await inTransaction(async (tx) => {
      const id = await addHeldIn(tx);
      return takePlays(scope, tx, {
        ofCampaign: { id, kind, playTakes: 30 },
        demand: { storeIds: [storeId], days: [{ day: "2026-12-24", plays: ofHours([1, 0, 0]) }] },
        options: {
          as: "held",
          all: false,
          now: new Date("2026-11-22T00:00:00Z"),
        },
      });
    });
    expect(result).toEqual({ taken: 0, wanted: 1, notOnSale: 1, full: [] });
  });

  test("a recount names what a ledger has that its campaigns have not", async () => {
    await clear();
    await open(60);
    await database.db.execute(
      sql`update ${adLedger} set held[10] = 7 where store_id = ${storeIds[2]} and day = '2026-11-24'`,
    );
    const [difference, ...others] = await recount(scope, database.db);
    expect(others).toEqual([]);
    expect(difference).toMatchObject({ kind, storeId: storeIds[2], day: "2026-11-24" });
    expect([difference?.held[9], difference?.heldByLines[9]]).toEqual([7, 0]);
  });

  async function addHeldIn(
    tx: Parameters<Parameters<typeof database.transaction>[0]>[0],
  ): Promise<number> {
    const [row] = await tx
      .insert(campaign)
      .values({
        companyId: scope.companyId,
        ...plainCampaign,
        name: "Held",
        kind,
        playTakes: 30,
        state: "HELD",
        holdUntil: new Date(),
      })
      .returning({ id: campaign.id });
    return row?.id ?? 0;
  }
});
