import { and, eq, sql } from "drizzle-orm";
import type { Scope } from "../../../access/scope.ts";
import { storesWithin } from "../../../access/scope-conditions.ts";
import { announce, type ChangedPlays } from "../../../db/changes.ts";
import {
  campaign,
  campaignLine,
  campaignMakeGood,
  campaignStore,
  store,
} from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { isInCampaign } from "./booking.queries.ts";
import { findStoresOfUnits, storeColumns } from "./booking-facts.queries.ts";

/** Finds a campaign's stores within the scope, with the plays that each should have and has. */
export const findTakenByStore = (scope: Scope, db: Db, campaignId: number) =>
  db
    .select({
      storeId: store.id,
      storeName: store.name,
      wantedPlays: campaignStore.wanted,
      takenPlays: campaignStore.taken,
      leftAt: campaignStore.leftAt,
    })
    .from(campaignStore)
    .innerJoin(
      store,
      and(eq(store.companyId, campaignStore.companyId), eq(store.id, campaignStore.storeId)),
    )
    .where(and(storesWithin(scope), eq(campaignStore.campaignId, campaignId)))
    .orderBy(store.nameKey, store.id);

/**
 * The stores within the scope that a campaign has plays in, or was to have, and that have not left
 * it.
 */
export const findBookedStores = (scope: Scope, db: Db, campaignId: number) =>
  db
    .select(storeColumns)
    .from(campaignStore)
    .innerJoin(
      store,
      and(eq(store.companyId, campaignStore.companyId), eq(store.id, campaignStore.storeId)),
    )
    .where(
      and(
        storesWithin(scope),
        eq(campaignStore.campaignId, campaignId),
        sql`${campaignStore.leftAt} is null`,
      ),
    )
    .orderBy(store.id);

/** Puts stores into a campaign from a day on; those that left it are in it again. */
export async function insertCampaignStores(
  scope: Scope,
  tx: Tx,
  campaignId: number,
  { storeIds, since }: { storeIds: readonly number[]; since: string },
) {
  await tx.execute(sql`insert into ${campaignStore} (company_id, campaign_id, store_id, since, taken)
    select ${scope.companyId}, ${campaignId}, id, ${since}, 0 from unnest(${sql.param([...storeIds])}::bigint[]) as given(id)
    on conflict (company_id, campaign_id, store_id) do update set left_at = null`);
}

export async function markStoresLeft(
  scope: Scope,
  tx: Tx,
  campaignId: number,
  { storeIds, now }: { storeIds: readonly number[]; now: Date },
): Promise<void> {
  await tx
    .update(campaignStore)
    .set({ leftAt: now })
    .where(
      and(
        eq(campaignStore.companyId, scope.companyId),
        eq(campaignStore.campaignId, campaignId),
        sql`${campaignStore.storeId} = any(${sql.param([...storeIds])}::bigint[])`,
      ),
    );
}

/** Stores that are in a campaign since its first day are so since another one. */
export async function moveSince(
  scope: Scope,
  tx: Tx,
  campaignId: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx
    .update(campaignStore)
    .set({ since: to })
    .where(
      and(
        eq(campaignStore.companyId, scope.companyId),
        eq(campaignStore.campaignId, campaignId),
        eq(campaignStore.since, from),
      ),
    );
}

/**
 * Counts the plays of a campaign's lines, without make-goods, into its stores, and announces the
 * change to listeners. Gives the sum.
 */
export async function countTaken(scope: Scope, tx: Tx, campaignId: number): Promise<number> {
  const { rows } = await tx.execute<{ taken: number }>(sql`with store_changes as (
      update ${campaignStore} set taken = coalesce((select sum(line.plays_in_all) from ${campaignLine} line
        where line.company_id = ${scope.companyId} and line.campaign_id = ${campaignId} and line.store_id = ${campaignStore.storeId}), 0)
        - coalesce((select sum(good.plays_in_all) from ${campaignMakeGood} good
        where good.company_id = ${scope.companyId} and good.campaign_id = ${campaignId} and good.store_id = ${campaignStore.storeId}), 0)
      where ${campaignStore.companyId} = ${scope.companyId} and ${campaignStore.campaignId} = ${campaignId} returning taken)
    select coalesce(sum(taken), 0)::bigint as taken from store_changes`);
  await announceCampaign(scope, tx, campaignId);
  return rows[0]?.taken ?? 0;
}

/**
 * Announces that a campaign's plays changed: in the groups of its stores, of those that
 * left it too, from its first date on.
 */
export async function announceCampaign(scope: Scope, tx: Tx, campaignId: number): Promise<void> {
  const { rows } =
    await tx.execute<ChangedPlays>(sql`select array_agg(distinct ${store.groupId}::int) as "groupIds", ${campaign.startsOn}::text as "from"
    from ${campaign} join ${campaignStore} on ${campaignStore.companyId} = ${campaign.companyId} and ${campaignStore.campaignId} = ${campaign.id}
      join ${store} on ${store.companyId} = ${campaign.companyId} and ${store.id} = ${campaignStore.storeId}
    where ${campaign.companyId} = ${scope.companyId} and ${campaign.id} = ${campaignId} group by ${campaign.startsOn}`);
  for (const only of rows) announceBooking(scope, tx, only);
}

/** Announces a campaign's plays where groups and date are known already. */
export const announceBooking = (scope: Scope, tx: Tx, only: ChangedPlays) =>
  announce(tx, "campaigns", { companyId: scope.companyId, only });

/**
 * The company's campaigns with plays to come of which stores have joined, left or come back to the
 * locations.
 */
export async function findCampaignsToFollow(
  { companyId }: Scope,
  db: Db,
  now: Date,
): Promise<number[]> {
  const isInNow = sql`(${store.status} = 'active' and ${isInCampaign(campaign.id)} and ${store.id} <> all(${campaign.blackoutStoreIds}))`;
  const isJoined = sql`${campaignStore.companyId} = ${companyId} and ${campaignStore.campaignId} = ${campaign.id} and ${campaignStore.storeId} = ${store.id}`;
  const { rows } = await db.execute<{
    id: number;
  }>(sql`select ${campaign.id}::int as id from ${campaign}
    where ${campaign.companyId} = ${companyId} and ${campaign.state} in ('HELD', 'BOOKED', 'LIVE', 'PAUSED')
      and ${campaign.endsOn} >= (${now.toISOString()}::timestamptz)::date - 1
      and (exists (select 1 from ${campaignStore} join ${store} on ${store.companyId} = ${companyId} and ${isJoined}
          where (${campaignStore.leftAt} is null) <> ${isInNow})
        or ${campaign.takesNewStores} and exists (select 1 from ${store} where ${store.companyId} = ${companyId} and ${isInNow}
          and not exists (select 1 from ${campaignStore} where ${isJoined})))
    order by 1`);
  return rows.map(({ id }) => id);
}

/**
 * Finds which of a campaign's stores have joined its locations, come back to them, and left them.
 */
export async function findStoreChanges(scope: Scope, tx: Tx, campaignId: number) {
  const inNow = await findStoresOfUnits(scope, tx, campaignId);
  const rows = await tx
    .select({ storeId: campaignStore.storeId, leftAt: campaignStore.leftAt })
    .from(campaignStore)
    .where(
      and(eq(campaignStore.companyId, scope.companyId), eq(campaignStore.campaignId, campaignId)),
    )
    .orderBy(campaignStore.storeId);
  const leftAtByStore = new Map(rows.map(({ storeId, leftAt }) => [storeId, leftAt]));
  const present = new Set(inNow.map(({ id }) => id));
  return {
    joined: inNow.filter(({ id }) => !leftAtByStore.has(id)),
    back: inNow.filter(({ id }) => leftAtByStore.get(id)),
    left: rows.flatMap(({ storeId, leftAt }) =>
      leftAt === null && !present.has(storeId) ? [storeId] : [],
    ),
  };
}
