import { and, eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adLedger, store } from "#platform/db/schema/index";
import { followStores, keepCampaigns } from "#platform/modules/ads/index";
import { type AdWorld, hourly, openAdWorld } from "../support/campaigns.ts";
import { engines } from "../support/database.ts";
import { cases } from "../support/drawn-cases.ts";

const dates = ["2026-05-13", "2026-05-14", "2026-05-15"] as const;
const step = fc.oneof(
  fc.record({
    act: fc.constant("take" as const),
    stores: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
    to: fc.constantFrom(...dates),
    plays: fc.integer({ min: 1, max: 4 }),
    mode: fc.constantFrom("all", "fits"),
    as: fc.constantFrom("held", "booked"),
    takesNewStores: fc.boolean(),
  }),
  fc.record({
    act: fc.constantFrom("book" as const, "pause" as const, "resume" as const, "cancel" as const),
    which: fc.nat(),
  }),
  fc.record({
    act: fc.constant("flight" as const),
    which: fc.nat(),
    to: fc.constantFrom(...dates),
    mode: fc.constantFrom("all", "fits"),
  }),
  fc.record({
    act: fc.constant("capacity" as const),
    place: fc.integer({ min: 0, max: 3 }),
    day: fc.constantFrom(...dates),
    seconds: fc.integer({ min: 0, max: 120 }),
  }),
  fc.record({
    act: fc.constant("store" as const),
    place: fc.integer({ min: 0, max: 3 }),
    active: fc.boolean(),
  }),
  fc.record({ act: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 20 }) }),
);

describe.each(engines)(
  "any course of bookings on %s, several at once [ADS-2] [ADS-5]",
  (engine) => {
    let world: AdWorld;
    beforeAll(async () => {
      world = await openAdWorld(engine);
    });
    afterAll(() => world?.platform.close());

    it("leaves the ledger as its campaigns have it, and what is cancelled comes back exactly", async () => {
      const { company, platform } = world;
      const { db } = platform.database;
      const begins = platform.clock.now;
      const group = company.north.groupIds[0] ?? 0;
      const storeIds = company.stores.slice(0, 4).map(({ id }) => id);
      const admin = company.users.admin;
      const keeping = () => ({ database: platform.database, now: new Date(platform.clock.now) });
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 7 }),
          async (batches) => {
            platform.clock.now = begins;
            // what had begun when the clock was further on stays sold
            for (const table of [
              "campaign_line",
              "campaign_time",
              "campaign_store",
              "ad_shortfall",
              "ad_ledger",
            ])
              await db.execute(
                sql`delete from ${sql.identifier(table)} where company_id = ${company.companyId}`,
              );
            await db
              .update(store)
              .set({ status: "active" })
              .where(eq(store.companyId, company.companyId));
            for (const day of dates)
              await world.sell(
                day,
                hourly((hour) => (hour === 10 || hour === 20 ? 60 : 0)),
                storeIds,
              );
            const ids: number[] = [];
            const run = async (one: typeof step extends fc.Arbitrary<infer S> ? S : never) => {
              const id = "which" in one ? (ids[one.which % Math.max(1, ids.length)] ?? 0) : 0;
              if (one.act === "take") {
                const places = one.takesNewStores
                  ? { groupIds: [group] }
                  : { storeIds: one.stores.map((place) => storeIds[place]) };
                const plays = hourly((hour) => (hour === 10 || hour === 20 ? one.plays : 0));
                const added = await world.draft({
                  ...places,
                  startsOn: dates[0],
                  endsOn: one.to,
                  plays,
                  takesNewStores: one.takesNewStores,
                });
                ids.push(added);
                return world.book(added, { mode: one.mode, as: one.as }).reply;
              }
              if (one.act === "flight") {
                const change = { campaignId: id, endsOn: one.to, mode: one.mode };
                return platform.as(admin).changeBooking({ body: change } as never).reply;
              }
              if (one.act === "capacity") {
                await world.sell(
                  one.day,
                  hourly((hour) => (hour === 10 || hour === 20 ? one.seconds : 0)),
                  [storeIds[one.place] ?? 0],
                );
                return undefined;
              }
              if (one.act === "store") {
                const which = and(
                  eq(store.companyId, company.companyId),
                  eq(store.id, storeIds[one.place] ?? 0),
                );
                await db
                  .update(store)
                  .set({ status: one.active ? "active" : "inactive" })
                  .where(which);
                await followStores(keeping(), company.companyId);
                return undefined;
              }
              if (one.act === "wait") {
                platform.clock.now += one.hours * 3_600_000;
                await keepCampaigns(keeping());
                return undefined;
              }
              return world.act(id, one.act).reply;
            };
            for (const batch of batches) {
              // time passes between calls, not amid them
              for (const one of batch) if (one.act === "wait") await run(one);
              const replies = await Promise.all(batch.filter(({ act }) => act !== "wait").map(run));
              for (const reply of replies)
                if (reply) expect([200, 404, 422], reply.body.message).toContain(reply.status);
              expect(await world.differences()).toEqual([]);
            }
            const beginning = new Date(platform.clock.now + 5.5 * 3_600_000)
              .toISOString()
              .slice(0, 10);
            for (const id of ids) {
              await world.act(id, "cancel").reply;
              const { takenPlays, days } = await world.show(id);
              expect(takenPlays).toBe(days.reduce((sum, { plays }) => sum + plays, 0));
            }
            const rows = await db
              .select()
              .from(adLedger)
              .where(
                sql`${adLedger.companyId} = ${company.companyId} and ${adLedger.day} > ${beginning}`,
              );
            expect(
              rows.filter(({ booked, held }) => [...booked, ...held].some((sold) => sold !== 0)),
            ).toEqual([]);
            expect(await world.differences()).toEqual([]);
          },
        ),
        { numRuns: cases(6), endOnFailure: true },
      );
    });
  },
);
