import { and, eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Goal } from "#contract/ads/words";
import { addDays } from "#contract/base/dates";
import { sum } from "#contract/base/sum";
import * as table from "#platform/db/schema/index";
import { followStores, planGoals } from "#platform/modules/ads/index";
import { anyEngine } from "../support/database.ts";
import {
  type DeliveryWorld,
  flight,
  inHours,
  openDeliveryWorld,
  type PlayerBehaviour,
} from "../support/delivery.ts";
import { cases } from "../support/drawn-cases.ts";

/** The most plays of an hour, 10:00 to 13:00; each store begins with four a day. */
const most = inHours({ 10: 3, 11: 3, 12: 3 });

describe("a goal over drawn days of closures and misses [ADS-7]", () => {
  let world: DeliveryWorld;
  beforeAll(async () => {
    world = await openDeliveryWorld(anyEngine);
  });
  afterAll(() => world?.platform.close());

  const did = fc.constantFrom<PlayerBehaviour>("plays", "plays", "cuts off", "says nothing");
  const course = fc.record({
    measure: fc.constantFrom("TOTAL" as const, "STORE_DAY" as const),
    room: fc.constantFrom(20, 30, 60),
    days: fc.array(
      fc.record({
        isClosed: fc.boolean(),
        did: fc.array(did, { minLength: 2, maxLength: 2 }),
      }),
      { minLength: 5, maxLength: 5 },
    ),
  });

  it("reaches it or has no room left, makes misses good once, and never oversells", async () => {
    const coverage = { madeUp: 0, reached: 0, lacking: 0 };
    await fc.assert(
      fc.asyncProperty(course, async ({ measure, room, days }) => {
        const goal: Goal = { measure, target: measure === "TOTAL" ? 70 : 8 };
        const its = await world.openCampaign({ room, over: { goal, plays: most } });
        const { database, clock } = world.platform;
        const keeping = () => ({ database, now: new Date(clock.now) });
        const { companyId } = its.company;
        const [, second = 0] = its.storeIds;
        const isOfCompany = eq(table.campaignStore.companyId, companyId);
        await database.db.update(table.campaignStore).set({ wanted: 40 }).where(isOfCompany);
        for (const [place, day] of days.entries()) {
          const date = addDays(flight.startsOn, place);
          its.at(date);
          await database.db
            .update(table.store)
            .set({ status: day.isClosed ? "inactive" : "active" })
            .where(and(eq(table.store.companyId, companyId), eq(table.store.id, second)));
          await followStores(keeping(), companyId);
          await planGoals(keeping());
          const dates = await findDates(its, date);
          expect(dates.every(({ sold }) => sold >= 0)).toBe(true);
          const lacking = dates.filter(({ sold }) => measure === "TOTAL" || sold < goal.target);
          const { taken } = await countPlays(companyId);
          const isReached = measure === "TOTAL" ? taken === goal.target : lacking.length === 0;
          if (!isReached) expect(sum(lacking.map(({ free }) => free))).toBe(0);
          coverage[isReached ? "reached" : "lacking"]++;
          if (measure === "TOTAL") expect(taken).toBeLessThanOrEqual(goal.target);
          else expect(dates.every(({ sold }) => sold <= goal.target)).toBe(true);
          expect(await its.differences()).toEqual([]);
          await its.keepGoods();
          await its.keep();
          its.at(date, "22:00");
          for (const [which, storeId] of its.storeIds.entries())
            if (!(day.isClosed && storeId === second))
              await its.report(storeId, date, () => day.did[which] ?? "plays");
        }
        its.at(addDays(flight.endsOn, 2));
        const { booked, makeGoods, verified, missed } = await its.delivery();
        expect(booked + makeGoods).toBe(verified + missed);
        expect(makeGoods).toBeLessThanOrEqual(missed);
        expect(booked).toBe((await countPlays(companyId)).taken);
        coverage.madeUp += makeGoods;
        expect(await its.differences()).toEqual([]);
      }),
      { numRuns: cases(6), endOnFailure: true },
    );
    for (const count of Object.values(coverage)) expect(count).toBeGreaterThan(0);
  });

  /** Finds what the goal has sold on each date to come of the stores in it, and could still take. */
  async function findDates(its: Awaited<ReturnType<DeliveryWorld["openCampaign"]>>, from: string) {
    const { rows } = await world.platform.database.db.execute<{ sold: number; free: number }>(sql`
      select (coalesce(max(line.plays_in_all), 0) - coalesce((select sum(plays_in_all) from campaign_make_good good
          where good.company_id = member.company_id and good.campaign_id = member.campaign_id and good.store_id = member.store_id and good.day = ledger.day), 0))::int as sold,
        sum(greatest(0, least(campaign.plays[hour] - coalesce(line.plays[hour], 0), (capacity[hour] - booked[hour] - held[hour]) / 10)))::int as free
      from campaign_store member join campaign on campaign.company_id = member.company_id and campaign.id = member.campaign_id
        join ad_ledger ledger on ledger.company_id = member.company_id and ledger.kind = 'AD' and ledger.store_id = member.store_id
        cross join generate_series(1, 24) hour
        left join campaign_line line on line.company_id = member.company_id and line.campaign_id = member.campaign_id
          and line.store_id = member.store_id and line.day = ledger.day
      where member.company_id = ${its.company.companyId} and member.left_at is null and ledger.day >= greatest(${from}, member.since)
        and ledger.day between campaign.starts_on and campaign.ends_on
      group by member.company_id, member.campaign_id, member.store_id, ledger.day`);
    return rows;
  }

  async function countPlays(companyId: number): Promise<{ taken: number }> {
    const { rows } = await world.platform.database.db.execute<{ taken: number }>(
      sql`select sum(taken)::int as taken from campaign_store where company_id = ${companyId}`,
    );
    return rows[0] ?? { taken: 0 };
  }
});
