import { and, between, countDistinct, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { CampaignQuery } from "#contract/ads/campaigns";
import type { Scope } from "../../../access/scope.ts";
import { ofStoresWithin, storesWithin } from "../../../access/scope-conditions.ts";
import { isOnPaths, type UnitPath } from "../../../access/units.ts";
import { columnOf, idKey, type KeyPart, keyset, textKey } from "../../../db/keyset.ts";
import {
  campaign,
  campaignLine,
  campaignStore,
  campaignUnit,
  store,
  storeLog,
} from "../../../db/schema/index.ts";
import { containsText } from "../../../db/text-search.ts";
import type { Db } from "../../../db/types.ts";
import { ofBrand } from "./campaign-brand.queries.ts";
import { campaignsWithin, hasUnit, shownColumns } from "./campaigns.queries.ts";

/** The lines of a campaign are looked up by its key. */
const hasPlays = (
  scope: Scope,
  { from, to }: { from: string; to: string },
) => sql`exists (select 1 from ${campaignLine}
  where ${campaignLine.companyId} = ${campaign.companyId} and ${campaignLine.campaignId} = ${campaign.id}
    and ${campaignLine.day} between ${from}::date and ${to}::date and ${ofStoresWithin(campaignLine, scope)})`;

export const sortKeys = {
  starts: textKey(sql`${campaign.startsOn}::text collate "C"`),
  name: textKey(campaign.nameKey),
  created: { value: campaign.createdAt, type: "instant" },
} satisfies Record<string, KeyPart>;

export type CampaignListQuery = Omit<
  CampaignQuery,
  "companyId" | "regionId" | "zoneId" | "groupId" | "storeId"
> & {
  path: UnitPath | undefined;
  ids?: number[] | undefined;
  /** Drafts, and campaigns with a play in this time in a store within the scope. */
  playsIn?: { from: string; to: string };
};
export const matching = (
  scope: Scope,
  {
    search,
    state,
    kind,
    brandId,
    from,
    to,
    path,
    ids,
    playsIn,
  }: Omit<CampaignListQuery, "sort" | "limit" | "cursor">,
) =>
  and(
    campaignsWithin(scope),
    containsText(search, campaign.name),
    state && eq(campaign.state, state),
    kind && eq(campaign.kind, kind),
    ofBrand(brandId),
    from === undefined ? undefined : sql`${campaign.endsOn} >= ${from}::date`,
    to === undefined ? undefined : sql`${campaign.startsOn} <= ${to}::date`,
    ids && inArray(campaign.id, ids),
    path && hasUnit(isOnPaths(campaignUnit, [path])),
    playsIn && or(eq(campaign.state, "DRAFT"), hasPlays(scope, playsIn)),
  );

/** A page of campaigns in the order asked for. Throws 422 for a cursor that is not ours. */
export async function findCampaignPage(scope: Scope, db: Db, query: CampaignListQuery) {
  const order = keyset([sortKeys[columnOf(query.sort)], idKey(campaign.id)], {
    descending: query.sort.startsWith("-"),
    cursor: query.cursor,
  });
  const rows = await db
    .select({ ...shownColumns, rowKey: order.select })
    .from(campaign)
    .where(and(matching(scope, query), order.where))
    .orderBy(order.orderBy)
    .limit(query.limit + 1);
  return order.page(rows, query.limit);
}

export const countCampaigns = (scope: Scope, db: Db, query: CampaignListQuery): Promise<number> =>
  db.$count(campaign, matching(scope, query));

/** Counts by campaign the stores that are seen, and the plays wanted and taken there. */
export const findStoreFigures = (scope: Scope, db: Db, campaignIds: readonly number[]) =>
  db
    .select({
      campaignId: campaignStore.campaignId,
      stores: sql<number>`count(*)::int`,
      wantedPlays: sql<number>`sum(${campaignStore.wanted})::bigint`,
      takenPlays: sql<number>`sum(${campaignStore.taken})::bigint`,
    })
    .from(campaignStore)
    .innerJoin(
      store,
      and(eq(store.companyId, campaignStore.companyId), eq(store.id, campaignStore.storeId)),
    )
    .where(
      and(
        storesWithin(scope),
        eq(campaignStore.companyId, scope.companyId),
        sql`${campaignStore.campaignId} = any(${sql.param([...campaignIds])}::bigint[])`,
      ),
    )
    .groupBy(campaignStore.campaignId);

/** Counts the stores within the scope that play a campaign and have a log of one of these days. */
export async function countStoresWithLogs(
  scope: Scope,
  db: Db,
  campaignId: number,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const [row] = await db
    .select({ stores: countDistinct(storeLog.storeId) })
    .from(campaignStore)
    .innerJoin(
      store,
      and(eq(store.companyId, campaignStore.companyId), eq(store.id, campaignStore.storeId)),
    )
    .innerJoin(
      storeLog,
      and(
        eq(storeLog.companyId, store.companyId),
        eq(storeLog.storeId, store.id),
        isNull(storeLog.supersededAt),
        between(storeLog.day, from, to),
      ),
    )
    .where(
      and(
        storesWithin(scope),
        eq(campaignStore.companyId, scope.companyId),
        eq(campaignStore.campaignId, campaignId),
      ),
    );
  return row?.stores ?? 0;
}
