import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Goal } from "#contract/ads/words";
import type { Scope } from "../../../access/scope.ts";
import {
  campaign,
  campaignLine,
  campaignMakeGood,
  campaignStore,
} from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";

/**
 * The plays of a campaign in each of its dates and stores, all or those given: by hour, and how many
 * of them are sold, that is, make up for none.
 */
export async function findOwnPlays(
  scope: Scope,
  db: Db,
  campaignId: number,
  storeIds: readonly number[] | undefined,
) {
  const isOf = (table: typeof campaignLine | typeof campaignMakeGood) =>
    sql`${table.companyId} = ${scope.companyId} and ${table.campaignId} = ${campaignId}
      ${storeIds ? sql`and ${table.storeId} = any(${sql.param([...storeIds])}::bigint[])` : sql``}`;
  const { rows } = await db.execute<{
    storeId: number;
    day: string;
    plays: number[];
    sold: number;
  }>(sql`with make_goods as (select store_id, day, sum(plays_in_all)::int as plays from ${campaignMakeGood}
      where ${isOf(campaignMakeGood)} group by 1, 2)
    select line.store_id::int as "storeId", line.day::text as day, line.plays, line.plays_in_all - coalesce(make_goods.plays, 0) as sold
    from (select * from ${campaignLine} where ${isOf(campaignLine)}) line left join make_goods using (store_id, day)`);
  return rows;
}

/** Since which day each store is in a campaign that has plays. */
export async function findStoresSince(
  scope: Scope,
  db: Db,
  campaignId: number,
): Promise<Map<number, string>> {
  const rows = await db
    .select({ storeId: campaignStore.storeId, since: campaignStore.since })
    .from(campaignStore)
    .where(
      and(eq(campaignStore.companyId, scope.companyId), eq(campaignStore.campaignId, campaignId)),
    );
  return new Map(rows.map(({ storeId, since }) => [storeId, since]));
}

/**
 * The stores in a campaign for whose goal plays may be planned: of plays per store and day those
 * that lack some, because each has a goal of its own; else all.
 */
export async function findStoresToPlan(
  scope: Scope,
  db: Db,
  { id, goal }: { id: number; goal: Goal },
): Promise<number[]> {
  const rows = await db
    .select({ storeId: campaignStore.storeId })
    .from(campaignStore)
    .where(
      and(
        eq(campaignStore.companyId, scope.companyId),
        eq(campaignStore.campaignId, id),
        isNull(campaignStore.leftAt),
        goal.measure === "STORE_DAY" ? gt(campaignStore.wanted, campaignStore.taken) : undefined,
      ),
    )
    .orderBy(campaignStore.storeId);
  return rows.map(({ storeId }) => storeId);
}

/** Sets what these stores of a campaign are to have; one that left it has what it was sold. */
export async function setWanted(
  scope: Scope,
  tx: Tx,
  campaignId: number,
  wantedPlays: ReadonlyMap<number, number>,
): Promise<void> {
  const stores = [...wantedPlays].map(([store_id, plays]) => ({ store_id, plays }));
  await tx.execute(sql`update ${campaignStore} set wanted = coalesce(goal.plays, ${campaignStore.taken})
    from ${campaignStore} own left join jsonb_to_recordset(${JSON.stringify(stores)}::jsonb) as goal(store_id bigint, plays int) using (store_id)
    where own.company_id = ${scope.companyId} and own.campaign_id = ${campaignId} and (goal.store_id is not null or own.left_at is not null)
      and ${campaignStore.companyId} = own.company_id and ${campaignStore.campaignId} = own.campaign_id and ${campaignStore.storeId} = own.store_id`);
}

/**
 * Campaigns of all companies with days to come whose goal may lack plays: a share of voice grows as
 * dates come on sale.
 */
export async function findGoalsToPlan(db: Db, now: Date) {
  const { rows } = await db.execute<{ companyId: number; id: number }>(sql`
    select ${campaign.companyId}::int as "companyId", ${campaign.id}::int as id from ${campaign}
    where ${campaign.state} in ('BOOKED', 'LIVE') and ${campaign.goal} is not null
      and ${campaign.endsOn} >= (${now.toISOString()}::timestamptz)::date - 1
      and (${campaign.goal} ->> 'measure' = 'SHARE' or exists (select 1 from ${campaignStore}
        where ${campaignStore.companyId} = ${campaign.companyId} and ${campaignStore.campaignId} = ${campaign.id}
          and ${campaignStore.wanted} > ${campaignStore.taken}))
    order by 1, 2`);
  return rows;
}
