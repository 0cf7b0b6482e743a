/**
 * Plans 200 campaigns with goals anew over 2,000 stores and 28 days on PostgreSQL, as the nightly
 * job does: each asks plays of a tenth of the stores. First when a twentieth of the stores lost
 * what they had, then when nothing is lacking, and one campaign of all stores. Afterwards the ledger
 * is counted again from the lines. Prints one JSON line. Run: npx tsx bench/goal-plans.ts
 */
import { sql } from "drizzle-orm";
import type { Goal } from "../contract/ads/words.ts";
import { addDays } from "../contract/base/dates.ts";
import { wholeCompany } from "../platform/access/scope.ts";
import { campaign } from "../platform/db/schema/index.ts";
import { planGoals } from "../platform/modules/ads/index.ts";
import { recount } from "../platform/modules/ads/ledger/ledger.queries.ts";
import { plainCampaign } from "../tests/support/plain-campaign.ts";
import { limited, say, stated } from "./support/figures.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { seedOrganisation } from "./support/seed.ts";

const companyId = 900;
const stores = 2_000;
const campaigns = 200;
const storesACampaign = 200;
const daysBooked = 28;
const firstDay = "2027-01-01";
const lastDay = addDays(firstDay, daysBooked - 1);
const now = new Date("2026-12-20T03:00:00Z");
const limitSeconds = 60;

const { database, stop } = await openBenchDatabase();
const { db } = database;
const scope = wholeCompany(companyId);
await seedOrganisation(database, { id: companyId, stores, username: "goals.bench" });
const openHours = (value: number) =>
  sql`(array_fill(0::smallint, array[9]) || array_fill(${value}::smallint, array[13]) || array_fill(0::smallint, array[2]))`;
// ten campaigns in each store want 40 plays of 20 s a day: half of what its hours sell
await db.execute(sql`insert into ad_ledger (company_id, kind, store_id, day, capacity, booked, held)
  select ${companyId}, 'AD', s, ${firstDay}::date + d, ${openHours(720)}, array_fill(0::smallint, array[24]), array_fill(0::smallint, array[24])
  from generate_series(1, ${stores}::int) s, generate_series(0, ${daysBooked - 1}::int) d`);

const plan = async () => {
  const from = performance.now();
  await planGoals({ database, now });
  return (performance.now() - from) / 1000;
};
const countPlays = async () => {
  const { rows } = await db.execute<{ plays: string }>(
    sql`select coalesce(sum(plays_in_all), 0) as plays from campaign_line where company_id = ${companyId}`,
  );
  return Number(rows[0]?.plays);
};

const goals: Goal[] = [
  { measure: "TOTAL", target: storesACampaign * daysBooked * 20 },
  { measure: "STORE_DAY", target: 20 },
];
for (let n = 0; n < campaigns; n++)
  await addCampaign(goals[n % goals.length] as Goal, {
    from: 1 + ((n * storesACampaign) % stores),
    count: storesACampaign,
  });
await db.execute(sql`analyze`);
const first = await plan();
const soldPlays = await countPlays();
if (soldPlays !== campaigns * storesACampaign * daysBooked * 20)
  throw new Error(`${soldPlays} plays were planned`);

await loseStores();
const afterLoss = await plan();
const missing = soldPlays - (await countPlays());
const unchanged = await plan();
const oneOfAll = { measure: "STORE_DAY", target: 10 } as const;
await addCampaign(oneOfAll, { from: 1, count: stores });
const wide = await plan();
const differences = (await recount(scope, db)).length;
await stop();

say("goal-plans", [
  limited(
    `${campaigns} campaigns planned anew, a twentieth of their stores empty`,
    afterLoss,
    limitSeconds,
    "s",
  ),
  limited("the same for the first time, a flight of 28 days", first, limitSeconds, "s"),
  stated("the same when nothing is lacking", unchanged, "s"),
  stated("one campaign of all stores", wide, "s"),
  stated("plays that found no room again", missing, "plays"),
  limited("store-days of the ledger that differ from the lines", differences, 0, "store-days"),
]);
process.exit(0);

/** Adds a booked campaign without a play yet, in `count` stores from the ID `from` on. */
async function addCampaign(goal: Goal, { from, count }: { from: number; count: number }) {
  const [row] = await db
    .insert(campaign)
    .values({
      companyId,
      ...plainCampaign,
      name: "Bench",
      kind: "AD",
      playTakes: 20,
      state: "BOOKED",
      startsOn: firstDay,
      endsOn: lastDay,
      plays: Array.from({ length: 24 }, () => 4),
      goal,
    })
    .returning();
  await db.execute(sql`insert into campaign_store (company_id, campaign_id, store_id, since, wanted, taken)
    select ${companyId}, ${row?.id ?? 0}, s, ${firstDay}, 1, 0 from generate_series(${from}::int, ${from + count - 1}::int) s`);
}

/** Takes away all that every twentieth store has, as if it had closed and opened again. */
async function loseStores() {
  await database.transaction(async (tx) => {
    await tx.execute(
      sql`delete from campaign_line where company_id = ${companyId} and store_id % 20 = 0`,
    );
    await tx.execute(
      sql`update ad_ledger set booked = array_fill(0::smallint, array[24]) where company_id = ${companyId} and store_id % 20 = 0`,
    );
    await tx.execute(
      sql`update campaign_store set taken = 0 where company_id = ${companyId} and store_id % 20 = 0`,
    );
  });
}
