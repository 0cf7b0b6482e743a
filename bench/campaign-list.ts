/**
 * Measures how fast a page of campaigns reads delivery on PostgreSQL: 50 campaigns, each live in
 * 2,000 stores on the 15th of its 28 days, from stored counts, against the same figures
 * added up from all lines. Prints one JSON line. Run: npx tsx bench/campaign-list.ts
 */
import { sql } from "drizzle-orm";
import { wholeCompany } from "../platform/access/scope.ts";
import { campaign } from "../platform/db/schema/index.ts";
import { withParts } from "../platform/db/with-parts.ts";
import { countDelivery } from "../platform/modules/ads/delivery/count-delivery.service.ts";
import { findDelivery } from "../platform/modules/ads/delivery/delivery.queries.ts";
import { deliveryByDay, idsOf } from "../platform/modules/ads/delivery/delivery-parts.queries.ts";
import { plainCampaign } from "../tests/support/plain-campaign.ts";
import { compared, say, stated } from "./support/figures.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { seedOrganisation } from "./support/seed.ts";

const campaigns = 50;
const stores = 2_000;
const rounds = 3;
const startsOn = "2027-01-01";
const endsOn = "2027-01-28";
const now = new Date("2027-01-15T06:30:00Z");

const { database, stop } = await openBenchDatabase();
await seedOrganisation(database, { id: 900, stores, username: "ads.bench" });
const scope = wholeCompany(900);
const { db } = database;
const values = Array.from({ length: campaigns }, (_, n) => {
  return {
    ...plainCampaign,
    startsOn,
    endsOn,
    companyId: 900,
    name: `Campaign ${n}`,
    kind: "AD" as const,
    playTakes: 30,
  };
});
const ids = (await db.insert(campaign).values(values).returning({ id: campaign.id })).map(
  ({ id }) => id,
);
const everyCampaign = sql`unnest(${idsOf(ids)}) c, generate_series(1, ${stores}::int) s`;
await db.execute(sql`insert into campaign_line (company_id, campaign_id, store_id, day, plays)
  select 900, c, s, ${startsOn}::date + d, (array_fill(0, array[8]) || array_fill(1, array[14]) || array[0, 0])::smallint[]
  from ${everyCampaign}, generate_series(0, 27) d`);
await db.execute(sql`insert into campaign_plays (company_id, campaign_id, day, store_id, spot_id, verified)
  select 900, c, ${startsOn}::date + d, s, 1, 14 from ${everyCampaign}, generate_series(0, 13) d`);
await db.execute(
  sql`insert into campaign_store (company_id, campaign_id, store_id, since, taken) select 900, c, s, ${startsOn}, 392 from ${everyCampaign}`,
);
await db.execute(sql`vacuum analyze`);
const counting = await timed(() => countDelivery({ database, now }));
await db.execute(sql`vacuum analyze campaign_delivery`);

const page: number[] = [];
const lines: number[] = [];
for (let round = 0; round < rounds; round++) {
  page.push(await timed(() => findDelivery(scope, db, ids, now)));
  const parts = withParts(deliveryByDay(scope, { campaignIds: idsOf(ids) }, now));
  lines.push(
    await timed(() =>
      db.execute(
        sql`${parts} select campaign_id, sum(booked), sum(verified), sum(missed) from delivery group by 1`,
      ),
    ),
  );
}
await stop();
const ratios = page.map((value, at) => value / (lines[at] ?? Number.NaN));
say("campaign-list", [
  compared({
    measure: "milliseconds of a page's delivery",
    peer: "all lines added up",
    values: page,
    peers: lines,
    ratios,
    atMost: 0.2,
  }),
  stated("counting all of it for the first time", counting / 1000, "s"),
]);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
