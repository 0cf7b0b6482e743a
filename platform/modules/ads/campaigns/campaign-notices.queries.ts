import { sql } from "drizzle-orm";
import { bookedStates, type CampaignState } from "#contract/ads/words";
import type { Scope } from "../../../access/scope.ts";
import { appUser, campaign, campaignSpot, company, spot } from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";

/**
 * The active user of a name who belongs to the company or the provider: usernames are nobody
 * else's.
 */
export async function findUserNamed(scope: Scope, db: Db, username: string) {
  return db
    .select({ companyId: appUser.companyId, userId: appUser.id })
    .from(appUser)
    .innerJoin(
      company,
      sql`${company.id} = ${appUser.companyId} and (${company.id} = ${scope.companyId} or ${company.kind} = 'provider')`,
    )
    .where(sql`${appUser.username} = ${username} and ${appUser.status} = 'active'`);
}

/**
 * A spot that does not play to the end of a campaign; `otherSpots` are those of its rotation that
 * are not withdrawn.
 */
export type EndingSpot = {
  campaignId: number;
  name: string;
  state: CampaignState;
  createdBy: string;
  endsOn: string;
  spotName: string;
  validTo: string | null;
  isWithdrawn: boolean;
  otherSpots: number;
};

/**
 * Finds spots that are withdrawn, or end before a campaign does, of which people have not been
 * notified, and marks them as notified. A spot that plays again is unmarked, so that people are
 * notified the next time. Looks at `spotIds`, or at all spots of the company.
 */
export async function markSpotsNotified(
  scope: Scope,
  tx: Tx,
  now: Date,
  spotIds?: readonly number[],
): Promise<EndingSpot[]> {
  const states = sql`array[${sql.join(
    ["DRAFT", ...bookedStates].map((state) => sql`${state}`),
    sql`, `,
  )}]::text[]`;
  const out = sql`case when not ${spot.active} then 'WITHDRAWN'
    when ${spot.validTo} < ${campaign.endsOn} and ${campaign.state} <> 'DRAFT' then 'ENDS ' || ${spot.validTo} end`;
  const { rows } = await tx.execute<
    EndingSpot & { told: string | null }
  >(sql`with spot_news as materialized (
      select ${campaignSpot.campaignId}, ${campaignSpot.spotId}, ${out} as out, ${campaign.name} as name, ${campaign.state} as state,
        ${campaign.createdBy} as created_by, ${campaign.endsOn} as ends_on, ${spot.name} as spot_name, ${spot.validTo} as valid_to,
        not ${spot.active} as is_withdrawn
      from ${campaignSpot} join ${campaign} on ${campaign.companyId} = ${campaignSpot.companyId} and ${campaign.id} = ${campaignSpot.campaignId}
        join ${spot} on ${spot.companyId} = ${campaignSpot.companyId} and ${spot.id} = ${campaignSpot.spotId}
        join ${company} on ${company.id} = ${campaignSpot.companyId}
      where ${campaignSpot.companyId} = ${scope.companyId} and ${campaignSpot.droppedAt} is null and ${campaign.state} = any(${states})
        and ${campaign.endsOn} >= (${now.toISOString()}::timestamptz at time zone ${company.timeZone})::date
        and ${campaignSpot.told} is distinct from ${out} ${spotIds ? sql`and ${campaignSpot.spotId} = any(${sql.param([...spotIds])}::bigint[])` : sql``}
      order by 1, 2 for update of ${sql.identifier("campaign_spot")}),
    told_changes as (update ${campaignSpot} set told = spot_news.out from spot_news where ${campaignSpot.companyId} = ${scope.companyId}
      and ${campaignSpot.campaignId} = spot_news.campaign_id and ${campaignSpot.spotId} = spot_news.spot_id)
    select campaign_id::int as "campaignId", name, state, created_by as "createdBy", ends_on::text as "endsOn", spot_name as "spotName",
      valid_to::text as "validTo", is_withdrawn as "isWithdrawn",
      (select count(*)::int from ${campaignSpot} join ${spot} on ${spot.companyId} = ${campaignSpot.companyId} and ${spot.id} = ${campaignSpot.spotId}
        where ${campaignSpot.companyId} = ${scope.companyId} and ${campaignSpot.campaignId} = spot_news.campaign_id
          and ${campaignSpot.spotId} <> spot_news.spot_id and ${campaignSpot.droppedAt} is null and ${spot.active}) as "otherSpots"
    from spot_news where out is not null order by campaign_id, spot_id`);
  return rows;
}

/** The companies that have campaigns with plays. */
export async function findCompaniesWithCampaigns(db: Db): Promise<number[]> {
  const rows = await db
    .selectDistinct({ companyId: campaign.companyId })
    .from(campaign)
    .where(sql`${campaign.state} in ('HELD', 'BOOKED', 'LIVE', 'PAUSED')`);
  return rows.map(({ companyId }) => companyId);
}
