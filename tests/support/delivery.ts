import { and, eq, sql } from "drizzle-orm";
import * as contract from "#contract/ads/delivery";
import { addDays } from "#contract/base/dates";
import type { Endpoint } from "#contract/base/endpoint";
import type { SpotKind } from "#contract/schedule/positions";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { ensurePartitions } from "#platform/jobs/keep-house";
import {
  countTaken,
  insertCampaignStores,
} from "#platform/modules/ads/booking/campaign-stores.queries";
import { takeTimes } from "#platform/modules/ads/booking/exact-times.queries";
import { makeGoods } from "#platform/modules/ads/index";
import { recount } from "#platform/modules/ads/ledger/ledger.queries";
import { takePlays } from "#platform/modules/ads/ledger/take-plays.queries";
import { findCurrentLogs, keepDays } from "#platform/modules/schedule/index";
import { makeCompany, makeProvider, makeUser } from "./companies.ts";
import type { Engine } from "./database.ts";
import { makeLibrary, makeSlot, ruleOver } from "./music.ts";
import { openTestPlatform } from "./platform.ts";
import { makeSpot, playOut } from "./play-outs.ts";

/** Half past midnight in the stores, on the day before the flight. */
const begin = new Date("2026-05-10T19:00:00Z");
export const flight = { startsOn: "2026-05-12", endsOn: "2026-05-16" };
const everyDay = [0, 1, 2, 3, 4, 5, 6];
export const inHours = (hours: Record<number, number>) =>
  Array.from({ length: 24 }, (_, hour) => hours[hour] ?? 0);
const usualPlays = inHours({ 10: 2, 11: 2 });
const usualHours = { from: 9, to: 21 };
export type PlayerBehaviour = "plays" | "cuts off" | "says nothing";

/** Opens companies whose campaigns are delivered day by day, as each test decides. */
export async function openDeliveryWorld(engine: Engine) {
  const platform = await openTestPlatform(engine, { now: begin });
  const provider = await makeProvider(platform.database);
  const library = await makeLibrary(platform.database, provider.companyId);
  await ensurePartitions(platform.database.db, begin);

  /**
   * Makes a company in which one group of two stores plays, with a campaign: by default ten-second
   * ads, two plays from 10:00 and two from 11:00. `room` is the amount on sale in each open hour;
   * hours from 24 on are past midnight.
   */
  async function openCampaign({
    room = 30,
    kind = "AD" as SpotKind,
    plays = usualPlays,
    open = usualHours,
    over = {} as Partial<typeof table.campaign.$inferInsert>,
  } = {}) {
    const { database } = platform;
    const { db } = database;
    platform.clock.now = begin.getTime();
    const company = await makeCompany(database);
    const { companyId } = company;
    const scope = wholeCompany(companyId);
    const [groupId = 0] = company.north.groupIds;
    const storeIds = company.stores.filter((one) => one.groupId === groupId).map(({ id }) => id);
    await db.execute(
      sql`update store set status = 'inactive' where company_id = ${companyId} and group_id is distinct from ${groupId}`,
    );
    const timeSlotId = await makeSlot(database, companyId);
    await platform
      .as(company.users.admin)
      .addMasterRule({ body: { timeSlotId, ...ruleOver([library.popular, 100]) } });
    const managers = new Map<number, string>();
    for (const storeId of storeIds) {
      const person = {
        role: "ROLE_Store_Music_Manager" as const,
        level: "store" as const,
        units: [{ storeId }],
      };
      managers.set(storeId, (await makeUser(database, companyId, person)).username);
    }
    await db
      .update(table.storeHours)
      .set({ opens: open.from * 60, closes: open.to * 60 })
      .where(eq(table.storeHours.companyId, companyId));
    const openHours = Array.from({ length: open.to - open.from }, (_, at) => (open.from + at) % 24);
    const capacity = inHours(Object.fromEntries(openHours.map((hour) => [hour, room])));
    await db.insert(table.adLedger).values(
      storeIds.flatMap((storeId) =>
        Array.from({ length: 14 }, (_, at) => ({
          companyId,
          kind,
          storeId,
          day: addDays("2026-05-11", at),
          capacity,
          booked: inHours({}),
          held: inHours({}),
        })),
      ),
    );
    const spotId = await makeSpot(database, companyId, kind, "Fizz");
    const playTakes = kind === "AD" ? 10 : 1;
    const values = {
      companyId,
      name: "Summer",
      kind,
      playTakes,
      plays,
      ...flight,
      weekdays: everyDay,
      createdBy: "test",
    };
    const [row] = await db
      .insert(table.campaign)
      .values({ ...values, state: "LIVE", ...over })
      .returning({ id: table.campaign.id });
    const campaignId = row?.id ?? 0;
    await db.insert(table.campaignUnit).values({ companyId, campaignId, groupId });
    await db.insert(table.campaignSpot).values({ companyId, campaignId, spotId, weight: 1 });
    const inLedger = { id: campaignId, kind, playTakes };
    const days = Array.from({ length: 5 }, (_, at) => ({
      day: addDays(flight.startsOn, at),
      plays,
    }));
    const { exactTimes } = over;
    await database.transaction(async (tx) => {
      if (exactTimes)
        await takeTimes(
          scope,
          tx,
          { id: campaignId, kind },
          { storeIds, days: days.map(({ day }) => day), minutes: exactTimes },
        );
      await takePlays(scope, tx, {
        ofCampaign: inLedger,
        demand: { storeIds, days, ofTimes: Boolean(exactTimes) },
        options: { as: "booked", all: true, now: begin },
      });
      await insertCampaignStores(scope, tx, campaignId, { storeIds, since: flight.startsOn });
      await countTaken(scope, tx, campaignId);
    });

    const at = (day: string, time = "00:30") => {
      platform.clock.now = Date.parse(`${day}T${time}:00+05:30`);
      return new Date(platform.clock.now);
    };
    const keep = () => keepDays({ database, db, now: new Date(platform.clock.now) }, companyId);
    /** Gives the campaign's positions in a store's log. */
    const logged = async (storeId: number, day: string) => {
      const [log] = await findCurrentLogs(scope, db, [storeId], [day]);
      return (log?.positions ?? []).flatMap(({ bookingId, startsAt = 0 }, position) =>
        bookingId === campaignId
          ? [{ itemId: `${log?.id}-${position}`, startsAt: new Date(startsAt) }]
          : [],
      );
    };
    /** Sends a store's report of a day's plays of the campaign; `did` decides how each went. */
    const report = async (
      storeId: number,
      day: string,
      did: (place: number) => PlayerBehaviour,
    ) => {
      const batch = (await logged(storeId, day)).flatMap(({ itemId, startsAt }, place) => {
        const what = did(place);
        return what === "says nothing"
          ? []
          : [playOut(itemId, startsAt, what === "plays" ? 10 : 3)];
      });
      if (batch.length === 0) return;
      await platform.as(managers.get(storeId)).reportPlayOuts({ body: batch });
    };
    const call = <E extends Endpoint>(endpoint: E, query: object = {}, as = company.users.admin) =>
      platform.as(as).call(endpoint, { query: { campaignId, ...query } });
    const delivery = (as?: string) => call(contract.campaignDelivery, {}, as);
    const asRun = async (query: object = {}) => {
      const plays: contract.AsRunPlay[] = [];
      for (let cursor: string | undefined; ; ) {
        const { data, page } = await call(contract.campaignAsRun, { ...query, cursor, limit: 7 })
          .answer;
        plays.push(...data);
        if (!page.next) return { plays, total: page.total };
        cursor = page.next;
      }
    };
    const findMakeGoods = async () =>
      (
        await db.execute<{
          storeId: number;
          day: string;
          missedOn: string;
          plays: number[];
        }>(sql`select store_id::int as "storeId", day::text as day,
          missed_on::text as "missedOn", plays from campaign_make_good where company_id = ${companyId} order by 1, 2, 3`)
      ).rows;
    const change = (set: Partial<typeof table.campaign.$inferInsert>) =>
      db
        .update(table.campaign)
        .set(set)
        .where(and(eq(table.campaign.companyId, companyId), eq(table.campaign.id, campaignId)));
    const keepGoods = () => makeGoods({ database, now: new Date(platform.clock.now) });
    const differences = () => recount(scope, db);
    return {
      company,
      scope,
      storeIds,
      campaignId,
      inLedger,
      at,
      keep,
      logged,
      report,
      call,
      delivery,
      asRun,
      findMakeGoods,
      change,
      keepGoods,
      differences,
    };
  }
  return { platform, openCampaign };
}
export type DeliveryWorld = Awaited<ReturnType<typeof openDeliveryWorld>>;
