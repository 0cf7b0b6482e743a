import { sql } from "drizzle-orm";
import { addDays, dateIn } from "#contract/base/dates";
import { wholeCompany } from "#platform/access/scope";
import * as table from "#platform/db/schema/index";
import { keepLedger, type LedgerFingerprints } from "#platform/modules/ads/index";
import { giveBack } from "#platform/modules/ads/ledger/ledger.queries";
import { takePlays } from "#platform/modules/ads/ledger/take-plays.queries";
import { everyDay, hourly } from "../support/campaigns.ts";
import { type DemoWorld, ours } from "../sweeps/demo-world.ts";

/**
 * Campaigns in our group that calls take in one state alone: a draft with room, one of ads and one
 * of the top of the hour that are booked, and one that missed its plays.
 */
const spares = [
  { id: 5_000_000, kind: "AD", state: "DRAFT", day: 2 },
  { id: 5_000_001, kind: "AD", state: "BOOKED", day: 2 },
  { id: 5_000_002, kind: "AD", state: "FINISHED", day: -3 },
  { id: 5_000_003, kind: "TOH", state: "BOOKED", day: 2 },
] as const;

/** Offers values to the members of calls that name these campaigns. */
export const campaignPools = {
  "/api/schedule-non-music campaignId": [spares[0].id, spares[1].id],
  "/api/schedule-non-music version": [1],
  "/api/schedule-non-music/with-time version": [1, 2],
  "/api/schedule-non-music/for-toh campaignId": [spares[3].id],
  "/api/schedule-non-music/for-toh version": [1, 2],
  "/api/campaign/quote id": [spares[0].id],
  "/api/campaign/state id": [spares[1].id],
  "/api/campaign/make-good campaignId": [spares[2].id],
  "/api/campaign/make-good/preview campaignId": [spares[2].id],
};

const playTakesOf = (kind: "AD" | "TOH") => (kind === "AD" ? 10 : 1);

const keptLedgers = new Map<number, LedgerFingerprints>();

/**
 * Puts what stores sell and the campaigns as they were where a request has changed one: what they
 * have of the ledger comes back, and they are made anew.
 */
export async function restoreCampaigns({ at: { database }, units }: DemoWorld): Promise<void> {
  const ids = sql`${sql.param(spares.map(({ id }) => id))}::bigint[]`;
  const ofOurs = sql`company_id = ${ours} and id = any(${ids})`;
  const { rows: spareCampaigns } = await database.db.execute<{
    id: number;
    kind: "AD" | "TOH";
    state: string;
    version: number;
  }>(sql`select id::int, kind, state, version from campaign where ${ofOurs}`);
  const scope = wholeCompany(ours);
  const now = new Date();
  await keepLedger({ database, db: database.db, now }, ours, keptLedgers);
  if (
    spareCampaigns.length === spares.length &&
    spareCampaigns.every(({ version }) => version === 1)
  )
    return;
  const { groupId } = units.ours;
  await database.transaction(async (tx) => {
    for (const { id, kind, state } of spareCampaigns)
      await giveBack(
        scope,
        tx,
        { id, kind, playTakes: playTakesOf(kind) },
        { as: state === "HELD" ? "held" : "booked", now, hours: "all" },
      );
    for (const part of ["line", "store", "time", "make_good", "plays", "unit", "spot"])
      await tx.execute(
        sql`delete from ${sql.identifier(`campaign_${part}`)} where company_id = ${ours} and campaign_id = any(${ids})`,
      );
    await tx.execute(sql`delete from campaign where ${ofOurs}`);
    for (const { id, kind, state, day } of spares) {
      const date = addDays(dateIn("Asia/Kolkata", now), day);
      const plays = hourly((hour) => (hour === 12 ? 1 : 0));
      const flight = { startsOn: date, endsOn: date, weekdays: everyDay, plays };
      const ofCampaign = { id, kind, playTakes: playTakesOf(kind) };
      await tx.insert(table.campaign).values({
        companyId: ours,
        ...ofCampaign,
        name: `Ourmark ${state}`,
        state,
        ...flight,
        createdBy: "fuzz",
      });
      await tx.insert(table.campaignUnit).values({ companyId: ours, campaignId: id, groupId });
      await tx.execute(sql`insert into campaign_spot (company_id, campaign_id, spot_id, weight)
        select company_id, ${id}, id, 1 from spot where company_id = ${ours} and name = 'Ourmark booked' and kind = ${kind}`);
      if (state === "DRAFT") continue;
      const { rows: stores } = await tx.execute<{ id: number }>(
        sql`select id::int from store where company_id = ${ours} and group_id = ${groupId} and status = 'active' order by id`,
      );
      const demand = { storeIds: stores.map((store) => store.id), days: [{ day: date, plays }] };
      const before = new Date(now.getTime() - 5 * 86_400_000);
      const { taken: takenPlays } = await takePlays(scope, tx, {
        ofCampaign,
        demand,
        options: {
          as: "booked",
          all: false,
          now: before,
        },
      });
      if (takenPlays === 0) throw new Error(`there is no room for campaign ${id}`);
      await tx.execute(sql`insert into campaign_store (company_id, campaign_id, store_id, since, taken)
        select company_id, campaign_id, store_id, ${date}, 1 from campaign_line where company_id = ${ours} and campaign_id = ${id}`);
    }
  });
}

/**
 * Opens all stores and puts them on sale, as jobs would, and adds the spot that the campaigns play.
 */
export async function openSales({ at: { database } }: DemoWorld): Promise<void> {
  const { db } = database;
  await db.update(table.store).set({ status: "active" });
  // the campaign that missed its plays was booked days ago
  for (const days of [5, 0])
    await keepLedger({ database, db, now: new Date(Date.now() - days * 86_400_000) }, ours);
  for (const kind of ["AD", "TOH"] as const)
    await db
      .insert(table.spot)
      .values({ companyId: ours, kind, name: "Ourmark booked", durationSeconds: 10 });
}
