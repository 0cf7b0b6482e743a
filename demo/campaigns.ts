import { and, eq, sql } from "drizzle-orm";
import type { CampaignState } from "#contract/ads/words";
import { addDays, dateIn, weekdayOf } from "#contract/base/dates";
import { wholeCompany } from "../platform/access/scope.ts";
import type { Database } from "../platform/db/database.ts";
import {
  adSetting,
  campaign,
  campaignSpot,
  campaignUnit,
  spot,
} from "../platform/db/schema/index.ts";
import type { Tx } from "../platform/db/types.ts";
import { countWanted, keepLedger, savePrice, takePlays } from "../platform/modules/ads/index.ts";
import { spotRecordings } from "./audio.ts";
import { isTroubled } from "./behaviour.ts";
import { type DemoCampaign, everywhere, ofNorthwind } from "./campaign-list.ts";
import { clientCompanies, companies, unitIdOf } from "./companies.ts";
import { insertRows } from "./insert-rows.ts";

const bookingStates: readonly CampaignState[] = ["HELD", "BOOKED", "LIVE", "PAUSED", "FINISHED"];
/** Days of a campaign's past, including today. */
export const campaignDays = 7;
const rateCard = { adRate: "0.50", adPrimeRate: "0.80", promoRate: "4.00", tohRate: "6.00" };
/** In paise, as booking fixes them by the rate card. */
const ratesOf = {
  AD: { rate: 50, primeRate: 80 },
  JINGLE: { rate: 400, primeRate: null },
  TOH: { rate: 600, primeRate: null },
} as const;
/** A demo of thousands of stores has a week of campaigns, so that it opens within minutes. */
const manyStores = 1_000;

/**
 * `days`: days of the past that are made up, including today. `isTodayFilled`: today's past is
 * already written.
 */
type DemoPeriod = { stores: number; days: number; isTodayFilled: boolean };

/**
 * Puts the demo's stores on sale and books its campaigns through the ledger from today on
 * (`bookPastDay` books the days before). None begins before the past that is made up, nor in hours
 * of today that are there without it: stores would owe what nobody asked them to play.
 */
export async function seedCampaigns(
  database: Database,
  now: Date,
  { stores, days, isTodayFilled }: DemoPeriod,
): Promise<void> {
  const few = stores <= manyStores;
  for (const { id: companyId } of clientCompanies) {
    if ((await database.db.$count(campaign, eq(campaign.companyId, companyId))) > 0) continue;
    const isNorthwind = companyId === companies.northwind.id;
    const evenings = [1, 2, 3, 4, 5].flatMap((weekday) =>
      [17, 18, 19, 20].map((hour) => weekday * 24 + hour),
    );
    const settings = {
      companyId,
      ...rateCard,
      primeHours: evenings,
      ...(!few && { daysOnSale: 7 }),
    };
    await database.db.insert(adSetting).values(settings).onConflictDoNothing();
    const call = { database, db: database.db };
    // a day more: of the day that it is, the hours that have begun are not on sale
    if (few && days > 0) await keepLedger({ ...call, now: at(now, -days) }, companyId);
    await keepLedger({ ...call, now }, companyId);
    const list = isNorthwind ? [...everywhere, ...ofNorthwind] : everywhere;
    await database.transaction(async (tx) => {
      for (const [place, one] of list.entries()) {
        const dated = few
          ? { ...one, from: Math.max(Math.min(0, 1 - days), one.from) }
          : inWeek(one);
        if (dated.from <= dated.to)
          await addCampaign(
            tx,
            { companyId, id: unitIdOf(companyId, place + 1), one: dated },
            {
              now,
              isTodayFilled,
            },
          );
      }
      await tx.execute(
        sql`select setval(pg_get_serial_sequence('campaign', 'id'), (select max(id) from ${campaign}))`,
      );
    });
  }
}

/** Moves a campaign into the days on sale; later ones go to their second half. */
const inWeek = (one: DemoCampaign): DemoCampaign => ({
  ...one,
  from: Math.min(Math.max(0, one.from), 3),
  to: Math.max(0, Math.min(6, one.to)),
});

type Booking = { now: Date; isTodayFilled: boolean };

async function addCampaign(
  tx: Tx,
  { companyId, id, one }: { companyId: number; id: number; one: DemoCampaign },
  { now, isTodayFilled }: Booking,
): Promise<void> {
  const { name, file, state, from, to, hours, plays, weekend } = one;
  const number = spotRecordings.findIndex((recording) => recording.file === file);
  const { kind = "AD", seconds = 10 } = spotRecordings[number] ?? {};
  const playTakes = kind === "AD" ? seconds : 1;
  const byHour = Array.from({ length: 24 }, (_, hour) =>
    hours[0] <= hour && hour <= hours[1] ? plays : 0,
  );
  const weekdays = weekend ? [0, 6] : [0, 1, 2, 3, 4, 5, 6];
  const today = dateIn("Asia/Kolkata", now);
  const startsOn = addDays(today, from);
  const endsOn = addDays(today, to);
  const holdUntil = state === "HELD" ? at(now, 2) : null;
  const flight = { startsOn, endsOn, weekdays, plays: byHour };
  const spotId = unitIdOf(companyId, number + 1);
  const [{ brandId } = { brandId: null }] = await tx
    .select({ brandId: spot.brandId })
    .from(spot)
    .where(and(eq(spot.companyId, companyId), eq(spot.id, spotId)));
  const rates = bookingStates.includes(state) ? ratesOf[kind] : { rate: null, primeRate: null };
  const row = {
    companyId,
    id,
    name,
    brandId,
    kind,
    playTakes,
    state,
    holdUntil,
    createdBy: "client.admin",
  };
  await insertRows(tx, campaign, [{ ...row, ...flight, ...rates }]);
  await tx.insert(campaignSpot).values({ companyId, campaignId: id, spotId, weight: 1 });
  const { rows: shops } = await tx.execute<{ id: number; groupId: number | null }>(
    sql`select id::int, group_id::int as "groupId" from store where company_id = ${companyId} and status = 'active'
      and exists (select from store_state where store_state.company_id = store.company_id and store_state.store_id = store.id) order by id`,
  );
  const { units, isMember } = storesOf(one, companyId, shops);
  await tx
    .insert(campaignUnit)
    .values(units.map((unit) => ({ companyId, campaignId: id, ...unit })));
  if (!bookingStates.includes(state)) return;
  const isFromNow = (day: string) => day >= today && weekdays.includes(weekdayOf(day));
  const days = Array.from({ length: to - from + 1 }, (_, day) => addDays(startsOn, day)).filter(
    isFromNow,
  );
  const storeIds = shops.filter(isMember).map((shop) => shop.id);
  await tx.execute(sql`insert into campaign_store (company_id, campaign_id, store_id, since, taken)
    select ${companyId}::bigint, ${id}::bigint, store_id, ${startsOn}, 0 from unnest(${sql.param(storeIds)}::bigint[]) as store_id order by store_id`);
  const bookedAt = isTodayFilled ? now : at(now, -1);
  await book(
    tx,
    { companyId, id, kind, playTakes, plays: byHour, ...rates },
    { as: state === "HELD" ? "held" : "booked", storeIds, days, bookedAt },
  );
}

/**
 * Books the plays of a company's campaigns on a date before today, in the transaction that writes
 * the plays of that date.
 */
export async function bookPastDay(tx: Tx, companyId: number, day: string): Promise<void> {
  const { rows } = await tx.execute<SoldCampaign & { storeIds: number[] }>(sql`
    select company_id::int as "companyId", id::int as id, kind, play_takes as "playTakes", plays, rate, prime_rate as "primeRate",
      (select array_agg(store_id::int order by store_id) from campaign_store where campaign_store.company_id = campaign.company_id and campaign_id = campaign.id) as "storeIds"
    from campaign where company_id = ${companyId} and ${day}::date between starts_on and ends_on and state in ('LIVE', 'FINISHED') order by id`);
  for (const { storeIds, ...sold } of rows) {
    await book(tx, sold, { as: "booked", storeIds, days: [day], bookedAt: at(new Date(day), -2) });
    // the counts of its stores were made without this date
    await tx.execute(
      sql`delete from campaign_delivery where company_id = ${companyId} and campaign_id = ${sold.id}`,
    );
  }
}

type SoldCampaign = Pick<
  typeof campaign.$inferSelect,
  "companyId" | "id" | "kind" | "playTakes" | "plays" | "rate" | "primeRate"
>;
type DemoBooking = {
  as: "held" | "booked";
  storeIds: readonly number[];
  days: readonly string[];
  bookedAt: Date;
};

async function book(
  tx: Tx,
  sold: SoldCampaign,
  { as, storeIds, days, bookedAt }: DemoBooking,
): Promise<void> {
  const { companyId, id, kind, plays } = sold;
  const scope = wholeCompany(companyId);
  const demand = { storeIds, days: days.map((day) => ({ day, plays })) };
  await takePlays(scope, tx, {
    ofCampaign: sold,
    demand,
    options: { as, all: false, now: bookedAt },
  });
  const lines = sql`from campaign_line where company_id = ${companyId} and campaign_id = ${id}`;
  await tx.execute(sql`update campaign_store set taken = line.taken
    from (select store_id, sum((select sum(count) from unnest(plays) as count)) as taken ${lines} group by store_id) as line
    where company_id = ${companyId} and campaign_id = ${id} and campaign_store.store_id = line.store_id`);
  const { rows } = await tx.execute<{ day: string }>(
    sql`select distinct day::text as day ${lines}`,
  );
  await countWanted(scope, tx, { id, kind, plays }, { days: rows.map(({ day }) => day) });
  await savePrice({ scope, now: bookedAt }, tx, sold);
}

type Shop = { id: number; groupId: number | null };
/** Gives the locations of a campaign, and which of the company's stores they contain. */
function storesOf({ stores }: DemoCampaign, companyId: number, shops: readonly Shop[]) {
  const isWhole =
    stores === undefined || (stores === "troubled" && companyId !== companies.northwind.id);
  if (isWhole) return { units: [{}], isMember: () => true };
  if (stores === "one group") {
    const groupId = Math.min(...shops.flatMap((shop) => shop.groupId ?? []));
    return { units: [{ groupId }], isMember: (shop: Shop) => shop.groupId === groupId };
  }
  const isMember = ({ id }: Shop) => isTroubled(id);
  return { units: shops.filter(isMember).map(({ id }) => ({ storeId: id })), isMember };
}

const at = (now: Date, days: number) => new Date(now.getTime() + days * 86_400_000);
