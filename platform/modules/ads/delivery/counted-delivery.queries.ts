import { sql } from "drizzle-orm";
import type { Scope } from "../../../access/scope.ts";
import { campaign, campaignDelivery, campaignStore, store } from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { withParts } from "../../../db/with-parts.ts";
import { lockStoreStates } from "../../player/index.ts";
import { countedUntil, idsOf, uncountedDays } from "./delivery-parts.queries.ts";

/** Dates before this one are over in every time zone. */
const firstUnsettled = (now: Date) =>
  sql`((${now.toISOString()}::timestamptz at time zone 'UTC')::date - 1)`;

/** The stores of campaigns of a company with a date that is over and not counted, by campaign. */
export async function findUncounted(scope: Scope, db: Db, now: Date) {
  const campaignIds = sql`array(select ${campaign.id} from ${campaign} where ${campaign.companyId} = ${scope.companyId} and ${campaign.startsOn} < ${firstUnsettled(now)})`;
  const { rows } = await db.execute<{ campaignId: number; storeIds: number[] }>(sql`
    select ${campaignStore.campaignId}::int as "campaignId", array_agg(${campaignStore.storeId}::int order by ${campaignStore.storeId}) as "storeIds"
    from ${campaignStore} join (${countedUntil(scope, { campaignIds }, firstUnsettled(now))}) until on until.campaign_id = ${campaignStore.campaignId}
      left join ${campaignDelivery} counted on counted.company_id = ${campaignStore.companyId} and counted.campaign_id = ${campaignStore.campaignId}
        and counted.store_id = ${campaignStore.storeId}
    where ${campaignStore.companyId} = ${scope.companyId} and coalesce(counted.counted_to, '-infinity') < until.day
    group by 1 order by 1`);
  return rows;
}

/**
 * Counts the outcome of a campaign's plays in some stores up to yesterday in their local time. The
 * stores' batches wait: an earlier batch is counted, and a later one sees the
 * counts and deletes them if it has a play of these dates.
 */
export async function countStores(
  scope: Scope,
  tx: Tx,
  campaignId: number,
  { storeIds, now }: { storeIds: readonly number[]; now: Date },
): Promise<void> {
  lockStoreStates(scope, tx, storeIds);
  const campaignIds = idsOf([campaignId]);
  const deliveryFilter = { campaignIds, stores: sql`${store.id} = any(${idsOf(storeIds)})` };
  await tx.execute(sql`${withParts(uncountedDays(scope, deliveryFilter, now))}
    insert into ${campaignDelivery} (company_id, campaign_id, store_id, counted_to, booked, make_goods, verified, missed, extra)
    select ${scope.companyId}, campaign_id, store_id, place.today - 1, sum(booked), sum(make_goods), sum(verified), sum(missed), sum(extra)
    from (select campaign_id, store_id, day, booked, make_goods, verified, missed, extra from delivery
        union all select campaign_id, store_id, '-infinity', booked, make_goods, verified, missed, extra from counted
        union all select campaign_id, store_id, '-infinity', 0, 0, 0, 0, 0 from ${campaignStore}
          where ${campaignStore.companyId} = ${scope.companyId} and ${campaignStore.campaignId} = ${campaignId}) figure
      join place using (store_id)
    where day <= place.today - 1 group by campaign_id, store_id, place.today
    on conflict (company_id, campaign_id, store_id) do update set counted_to = greatest(campaign_delivery.counted_to, excluded.counted_to), booked = excluded.booked,
      make_goods = excluded.make_goods, verified = excluded.verified, missed = excluded.missed, extra = excluded.extra`);
}
