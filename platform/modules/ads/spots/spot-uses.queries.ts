import { and, desc, eq, inArray, isNull, lt, notInArray, sql } from "drizzle-orm";
import type { Scope } from "../../../access/scope.ts";
import { campaign, campaignLine, campaignSpot } from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { campaignsWithin } from "../campaigns/campaigns.queries.ts";

const mostCampaigns = 50;

/** The first of the campaigns within the scope that have a spot. */
export const findCampaignsOf = (scope: Scope, db: Db, spotId: number) =>
  db
    .select({
      id: campaign.id,
      name: campaign.name,
      state: campaign.state,
      startsOn: campaign.startsOn,
      endsOn: campaign.endsOn,
    })
    .from(campaignSpot)
    .innerJoin(
      campaign,
      and(eq(campaign.companyId, campaignSpot.companyId), eq(campaign.id, campaignSpot.campaignId)),
    )
    .where(and(campaignsWithin(scope), eq(campaignSpot.spotId, spotId)))
    .orderBy(desc(campaign.endsOn), campaign.id)
    .limit(mostCampaigns);

export const countCampaignsOf = (scope: Scope, db: Db, spotId: number): Promise<number> =>
  db.$count(
    campaign,
    and(
      campaignsWithin(scope),
      sql`exists (select 1 from ${campaignSpot} where ${campaignSpot.companyId} = ${campaign.companyId}
        and ${campaignSpot.campaignId} = ${campaign.id} and ${campaignSpot.spotId} = ${spotId})`,
    ),
  );

/** Counts the campaigns of each spot, with those that dropped it after they may have played it. */
export const countUses = (
  { companyId }: Scope,
  db: Db | Tx,
  spotIds: readonly number[],
): Promise<number> =>
  db.$count(
    campaignSpot,
    and(eq(campaignSpot.companyId, companyId), inArray(campaignSpot.spotId, [...spotIds])),
  );

/**
 * The campaign with the shortest plays to come that are shorter than a spot's new length; its name
 * is null where the caller does not see it.
 */
export async function findShorterBooking(
  scope: Scope,
  tx: Tx,
  { spotId, seconds }: { spotId: number; seconds: number },
  today: string,
): Promise<{ name: string | null; playTakes: number } | undefined> {
  const [row] = await tx
    .select({
      name: sql<string | null>`case when ${campaignsWithin(scope)} then ${campaign.name} end`,
      playTakes: campaign.playTakes,
    })
    .from(campaignSpot)
    .innerJoin(
      campaign,
      and(eq(campaign.companyId, campaignSpot.companyId), eq(campaign.id, campaignSpot.campaignId)),
    )
    .where(
      and(
        eq(campaignSpot.companyId, scope.companyId),
        eq(campaignSpot.spotId, spotId),
        isNull(campaignSpot.droppedAt),
        eq(campaign.kind, "AD"),
        lt(campaign.playTakes, seconds),
        notInArray(campaign.state, ["DRAFT", "CANCELLED", "EXPIRED"]),
        sql`exists (select 1 from ${campaignLine} where ${campaignLine.companyId} = ${campaign.companyId}
          and ${campaignLine.campaignId} = ${campaign.id} and ${campaignLine.day} >= ${today}::date)`,
      ),
    )
    .orderBy(campaign.playTakes, campaign.id)
    .limit(1);
  return row;
}
