import { eq, sql } from "drizzle-orm";
import type { CampaignState } from "#contract/ads/words";
import { addDays, dateIn, weekdayOf } from "#contract/base/dates";
import { wholeCompany } from "../access/scope.ts";
import type { Database, Tx } from "../db/client.ts";
import { adSetting, campaign, campaignSpot, campaignUnit } from "../db/schema/index.ts";
import { countWanted, keepLedger, savePrice, takePlays } from "../modules/ads/index.ts";
import { spotRecordings } from "./audio.ts";
import { clientCompanies, companies, unitIdOf } from "./companies.ts";
import { hasPlayOuts } from "./play-plan.ts";

/** A campaign of a company; days are counted from today, hours are 0 to 23. */
type DemoCampaign = {
  name: string;
  file: string;
  state: CampaignState;
  from: number;
  to: number;
  hours: readonly [first: number, last: number];
  plays: number;
  weekend?: true;
  /** Which stores: all by default, those that the simulator plays for, those and some that stay silent, or those of the first group. */
  stores?: "played" | "played and silent" | "one group";
};

/** Hours in which nearly all shops are open. */
const allDay = [11, 20] as const;
/**
 * What plays once an hour, as the days before the demo was made have it (play-plan.ts). What began before today is booked where stores play, so that
 * a campaign is behind only by outages; one has silent stores besides, and is behind.
 */
const everywhere: readonly DemoCampaign[] = [
  { name: "Top of the hour", file: "audio/toh-chime.wav", state: "LIVE", from: -14, to: 30, hours: allDay, plays: 1, stores: "played" },
  {
    name: "Monsoon jackets",
    file: "audio/ad-1.wav",
    state: "LIVE",
    from: -14,
    to: 20,
    hours: allDay,
    plays: 1,
    stores: "played and silent",
  },
  { name: "Cold brew, launch", file: "audio/ad-2.wav", state: "FINISHED", from: -14, to: -5, hours: allDay, plays: 1, stores: "played" },
  { name: "Cold brew, two for one", file: "audio/ad-2.wav", state: "LIVE", from: -4, to: 10, hours: allDay, plays: 1, stores: "played" },
  {
    name: "Loyalty card, trial",
    file: "audio/promo-1.wav",
    state: "FINISHED",
    from: -14,
    to: -1,
    hours: allDay,
    plays: 1,
    stores: "played",
  },
  { name: "Loyalty card", file: "audio/promo-1.wav", state: "LIVE", from: 0, to: 30, hours: allDay, plays: 1 },
];
const ofNorthwind: readonly DemoCampaign[] = [
  { name: "Winter coats", file: "audio/ad-1.wav", state: "BOOKED", from: 12, to: 25, hours: [11, 20], plays: 2 },
  { name: "Weekend tasting", file: "audio/ad-2.wav", state: "HELD", from: 11, to: 24, hours: [16, 20], plays: 2, weekend: true },
  { name: "Flash sale", file: "audio/ad-2.wav", state: "BOOKED", from: 2, to: 2, hours: [18, 18], plays: 60, stores: "one group" },
  { name: "Stock clearance", file: "audio/ad-1.wav", state: "PAUSED", from: 3, to: 9, hours: [12, 14], plays: 1 },
  { name: "Festival lights", file: "audio/ad-1.wav", state: "CANCELLED", from: 5, to: 12, hours: allDay, plays: 1 },
  { name: "Phone fair", file: "audio/ad-2.wav", state: "EXPIRED", from: 6, to: 9, hours: [17, 20], plays: 2 },
  { name: "Spring shoes", file: "audio/ad-1.wav", state: "DRAFT", from: 20, to: 30, hours: [10, 21], plays: 2 },
];
const taking: readonly CampaignState[] = ["HELD", "BOOKED", "LIVE", "PAUSED", "FINISHED"];
const daysBack = 14;
const rateCard = { adRate: "0.50", adPrimeRate: "0.80", promoRate: "4.00", tohRate: "6.00" };
/** In paise, as booking fixes them by the rate card. */
const ratesOf = { AD: { rate: 50, primeRate: 80 }, JINGLE: { rate: 400, primeRate: null }, TOH: { rate: 600, primeRate: null } } as const;
/** A demo of thousands of stores has a week of campaigns, so that it opens within minutes. */
const manyStores = 1_000;

/**
 * Puts the demo's stores on sale and books its campaigns through the ledger, each as if on its first day. Where no past is made up, none begins before
 * today: stores would owe what nobody asked them to play.
 */
export async function seedCampaigns(
  database: Database,
  now: Date,
  { stores, historyDays }: { stores: number; historyDays: number },
): Promise<void> {
  const few = stores <= manyStores;
  for (const { id: companyId } of clientCompanies) {
    if ((await database.db.$count(campaign, eq(campaign.companyId, companyId))) > 0) continue;
    const isNorthwind = companyId === companies.northwind.id;
    const evenings = [1, 2, 3, 4, 5].flatMap((weekday) => [17, 18, 19, 20].map((hour) => weekday * 24 + hour));
    const settings = { companyId, ...rateCard, primeHours: evenings, ...(!few && { daysOnSale: 7 }) };
    await database.db.insert(adSetting).values(settings).onConflictDoNothing();
    const call = { database, db: database.db };
    // a day more: of the day that it is, the hours that have begun are not on sale
    if (few) await keepLedger({ ...call, now: at(now, -daysBack - 1) }, companyId);
    await keepLedger({ ...call, now }, companyId);
    const list = isNorthwind ? [...everywhere, ...ofNorthwind] : everywhere;
    await database.transaction(async (tx) => {
      for (const [place, one] of list.entries()) {
        if (historyDays === 0 && one.to < 0) continue;
        const dated = historyDays === 0 ? { ...one, from: Math.max(0, one.from) } : one;
        await addCampaign(tx, companyId, unitIdOf(companyId, place + 1), few ? dated : inWeek(dated), now);
      }
      await tx.execute(sql`select setval(pg_get_serial_sequence('campaign', 'id'), (select max(id) from ${campaign}))`);
    });
  }
}

/** Within the days on sale; what is for later comes in their second half. */
const inWeek = (one: DemoCampaign): DemoCampaign => ({
  ...one,
  from: Math.min(Math.max(0, one.from), 3),
  to: Math.max(0, Math.min(6, one.to)),
});

async function addCampaign(tx: Tx, companyId: number, id: number, one: DemoCampaign, now: Date): Promise<void> {
  const { name, file, state, from, to, hours, plays, weekend } = one;
  const number = spotRecordings.findIndex((recording) => recording.file === file);
  const { kind = "AD", seconds = 10 } = spotRecordings[number] ?? {};
  const playTakes = kind === "AD" ? seconds : 1;
  const byHour = Array.from({ length: 24 }, (_, hour) => (hours[0] <= hour && hour <= hours[1] ? plays : 0));
  const weekdays = weekend ? [0, 6] : [0, 1, 2, 3, 4, 5, 6];
  const today = dateIn("Asia/Kolkata", now);
  const [startsOn, endsOn] = [addDays(today, from), addDays(today, to)];
  const holdUntil = state === "HELD" ? at(now, 2) : null;
  const flight = { startsOn, endsOn, weekdays, plays: byHour };
  const rates = taking.includes(state) ? ratesOf[kind] : { rate: null, primeRate: null };
  await tx
    .insert(campaign)
    .values({ companyId, id, name, kind, playTakes, state, holdUntil, ...flight, ...rates, createdBy: "client.admin" });
  await tx.insert(campaignSpot).values({ companyId, campaignId: id, spotId: unitIdOf(companyId, number + 1), weight: 1 });
  const { rows: shops } = await tx.execute<{ id: number; groupId: number | null }>(
    sql`select id::int, group_id::int as "groupId" from store where company_id = ${companyId} and status = 'active' order by id`,
  );
  const { units, isMember } = storesOf(one, companyId, shops);
  await tx.insert(campaignUnit).values(units.map((unit) => ({ companyId, campaignId: id, ...unit })));
  if (!taking.includes(state)) return;
  const days = Array.from({ length: to - from + 1 }, (_, day) => addDays(startsOn, day)).filter((day) => weekdays.includes(weekdayOf(day)));
  const demand = { storeIds: shops.filter(isMember).map((shop) => shop.id), days: days.map((day) => ({ day, plays: byHour })) };
  const terms = { as: state === "HELD" ? "held" : "booked", all: false, now: at(now, Math.min(from, 0) - 1) } as const;
  await takePlays(wholeCompany(companyId), tx, { id, kind, playTakes }, demand, terms);
  await tx.execute(sql`insert into campaign_store (company_id, campaign_id, store_id, since, taken)
    select ${companyId}, ${id}, store_id, ${startsOn}, sum((select sum(count) from unnest(plays) as count)) from campaign_line
    where company_id = ${companyId} and campaign_id = ${id} group by store_id order by store_id`);
  await countWanted(wholeCompany(companyId), tx, { id, kind, plays: byHour }, { days });
  await savePrice({ scope: wholeCompany(companyId), now }, tx, { id, kind, ...rates });
}

type Shop = { id: number; groupId: number | null };
/** Every twelfth store of Northwind, of which the simulator plays for none. */
const isSilent = (id: number) => (id % 1_000_000) % 12 === 1;

/** The locations of a campaign, and which of the company's stores they come to. */
function storesOf({ stores }: DemoCampaign, companyId: number, shops: readonly Shop[]) {
  const isWhole = stores === undefined || (stores !== "one group" && companyId !== companies.northwind.id);
  if (isWhole) return { units: [{}], isMember: () => true };
  if (stores === "one group") {
    const groupId = Math.min(...shops.flatMap((shop) => shop.groupId ?? []));
    return { units: [{ groupId }], isMember: (shop: Shop) => shop.groupId === groupId };
  }
  const isMember = ({ id }: Shop) => hasPlayOuts(companyId, id) || (stores === "played and silent" && isSilent(id));
  return { units: shops.filter(isMember).map(({ id }) => ({ storeId: id })), isMember };
}

const at = (now: Date, days: number) => new Date(now.getTime() + days * 86_400_000);
