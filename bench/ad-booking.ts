/**
 * Measures the ad ledger on PostgreSQL: a campaign over 2,000 stores, 28 days and 14 hours with its
 * lines, against one bare UPDATE of 784,000 rows, one per store-hour; cold (the first booking of
 * the rows) and warm; 64 who book the last seconds at once; the size of a sold store-day. Prints
 * one JSON line. Run: npx tsx bench/ad-booking.ts
 */
import { sql } from "drizzle-orm";
import { addDays } from "../contract/base/dates.ts";
import { wholeCompany } from "../platform/access/scope.ts";
import { campaign } from "../platform/db/schema/index.ts";
import { recount } from "../platform/modules/ads/ledger/ledger.queries.ts";
import { takePlays } from "../platform/modules/ads/ledger/take-plays.queries.ts";
import { plainCampaign } from "../tests/support/plain-campaign.ts";
import { compared, median, say, stated } from "./support/figures.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { residentMemory } from "./support/processes.ts";
import { seedOrganisation } from "./support/seed.ts";

const stores = 2_000;
const daysBooked = 28;
const firstHour = 8;
const hoursBooked = 14;
const rounds = 5;
const bookers = 64;
const firstDay = "2027-01-01";

const { database, stop } = await openBenchDatabase();
await seedOrganisation(database, { id: 900, stores, username: "ads.bench" });
const scope = wholeCompany(900);
const { db } = database;
const perHour = (value: number) => sql.raw(`array_fill(${value}::smallint, array[24])`);
await db.execute(sql`insert into ad_ledger (company_id, kind, store_id, day, capacity, booked, held)
  select 900, 'AD', s, ${firstDay}::date + d, ${perHour(720)}, ${perHour(0)}, ${perHour(0)}
  from generate_series(1, ${stores}::int) s, generate_series(0, ${daysBooked - 1}::int) d`);
await db.execute(
  sql`create table bare (store_id int, day date, hour smallint, capacity smallint, booked smallint, primary key (store_id, day, hour))`,
);
await db.execute(sql`insert into bare select s, ${firstDay}::date + d, h, 720, 0
  from generate_series(1, ${stores}::int) s, generate_series(0, ${daysBooked - 1}::int) d, generate_series(${firstHour}::int, ${firstHour + hoursBooked - 1}::int) h`);

const storeIds = Array.from({ length: stores }, (_, index) => index + 1);
const plays = Array.from({ length: 24 }, (_, hour) =>
  hour >= firstHour && hour < firstHour + hoursBooked ? 1 : 0,
);
const days = Array.from({ length: daysBooked }, (_, index) => ({
  day: addDays(firstDay, index),
  plays,
}));

const times: { booking: number[]; bare: number[] } = { booking: [], bare: [] };
const memoryBefore = await residentMemory(process.pid);
for (let round = 0; round < rounds; round++) {
  await db.execute(sql`vacuum analyze bare`);
  await db.execute(sql`vacuum analyze ad_ledger`);
  const bare = () => timed(() => db.execute(sql`update bare set booked = booked + 20`));
  const booking = () => timed(() => book(storeIds, days, true));
  // in turn first, so that neither always follows the other
  const order = round % 2 ? [bare, booking] : [booking, bare];
  for (const work of order) times[work === bare ? "bare" : "booking"].push(await work());
}
const memoryGrown = ((await residentMemory(process.pid)) - memoryBefore) / 2 ** 20;

await db.execute(
  sql`update ad_ledger set capacity = (select array_agg(b + 40)::smallint[] from unnest(booked) b) where day = ${firstDay}`,
);
const began = performance.now();
const few = storeIds.slice(0, 10);
const wantedDays = [{ day: firstDay, plays }];
const sold = await Promise.all(
  Array.from({ length: bookers }, (_, index) =>
    book(index % 2 ? few : [...few].reverse(), wantedDays, false),
  ),
);
const seconds = (performance.now() - began) / 1000;
const soldPlays = sold.reduce((sum, one) => sum + one.taken, 0);
if (soldPlays !== few.length * hoursBooked * 2) throw new Error(`${soldPlays} plays were sold`);
if ((await recount(scope, db)).length > 0) throw new Error("the ledger differs from its campaigns");

const { rows } = await db.execute<{ bytes: number }>(
  sql`select (pg_total_relation_size('ad_ledger') / count(*))::int as bytes from ad_ledger`,
);
await stop();

const ratio = (measure: string, booking: number[], bare: number[], atMost: number) =>
  compared({
    measure,
    peer: "bare UPDATE of 784,000 rows",
    values: booking,
    peers: bare,
    ratios: booking.map((value, at) => value / (bare[at] ?? Number.NaN)),
    atMost,
  });
say(
  "ad-booking",
  [
    ratio(
      "784,000 store-hours booked in one transaction, cold, ms",
      times.booking.slice(0, 1),
      times.bare.slice(0, 1),
      1,
    ),
    ratio("the same, warm, ms", times.booking.slice(1), times.bare.slice(1), 1),
    stated("memory grown by it", memoryGrown, "MB"),
    stated(
      `${bookers} bookers at once on 10 stores, bookings a second`,
      bookers / seconds,
      "bookings",
    ),
    stated("a store-day of the ledger with its index", rows[0]?.bytes ?? Number.NaN, "bytes"),
  ],
  { rounds, median: median(times.booking) },
);
process.exit(0);

async function book(ofStores: number[], ofDays: typeof days, all: boolean) {
  return database.transaction(async (tx) => {
    const [row] = await tx
      .insert(campaign)
      .values({
        companyId: 900,
        ...plainCampaign,
        name: "Bench",
        kind: "AD",
        playTakes: 20,
        state: "BOOKED",
      })
      .returning();
    const result = await takePlays(scope, tx, {
      ofCampaign: { id: row?.id ?? 0, kind: "AD", playTakes: 20 },
      demand: { storeIds: ofStores, days: ofDays },
      options: { as: "booked", all, now: new Date("2026-11-23") },
    });
    if (all && result.full.length > 0) throw new Error("there is room for all");
    return result;
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
