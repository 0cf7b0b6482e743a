import { and, asc, eq, inArray, isNull, notInArray, sql } from "drizzle-orm";
import type { Scope } from "../../../access/scope.ts";
import { campaignSpot, spot } from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";

export const findCampaignSpots = (scope: Scope, db: Db, campaignId: number) =>
  db
    .select({
      spotId: campaignSpot.spotId,
      name: spot.name,
      weight: campaignSpot.weight,
      seconds: spot.durationSeconds,
      active: spot.active,
      hasAudio: sql<boolean>`${spot.audioFile} is not null`,
    })
    .from(campaignSpot)
    .innerJoin(
      spot,
      and(eq(spot.companyId, campaignSpot.companyId), eq(spot.id, campaignSpot.spotId)),
    )
    .where(
      and(
        eq(campaignSpot.companyId, scope.companyId),
        eq(campaignSpot.campaignId, campaignId),
        isNull(campaignSpot.droppedAt),
      ),
    )
    .orderBy(asc(spot.nameKey), asc(campaignSpot.spotId));

/** The spots named of the company, locked against a change until the transaction ends. */
export const findSpotsNamed = (scope: Scope, tx: Tx, ids: number[]) =>
  tx
    .select({ id: spot.id, kind: spot.kind, seconds: spot.durationSeconds, active: spot.active })
    .from(spot)
    .where(and(eq(spot.companyId, scope.companyId), inArray(spot.id, ids)))
    .orderBy(asc(spot.id))
    .for("share");

/**
 * Replaces a campaign's spots with these. If it may have played, the removed ones are kept as
 * dropped.
 */
export async function replaceCampaignSpots(
  scope: Scope,
  tx: Tx,
  campaign: { id: number; mayHavePlayed: boolean },
  { spots, now }: { spots: readonly { spotId: number; weight: number }[]; now: Date },
): Promise<void> {
  const { companyId } = scope;
  const spotIds = spots.map(({ spotId }) => spotId);
  const isOther = and(
    eq(campaignSpot.companyId, companyId),
    eq(campaignSpot.campaignId, campaign.id),
    notInArray(campaignSpot.spotId, spotIds),
    isNull(campaignSpot.droppedAt),
  );
  if (campaign.mayHavePlayed)
    await tx.update(campaignSpot).set({ droppedAt: now, told: null }).where(isOther);
  else await tx.delete(campaignSpot).where(isOther);
  await tx
    .insert(campaignSpot)
    .values(
      spots.map(({ spotId, weight }) => ({ companyId, campaignId: campaign.id, spotId, weight })),
    )
    .onConflictDoUpdate({
      target: [campaignSpot.companyId, campaignSpot.campaignId, campaignSpot.spotId],
      set: { weight: sql`excluded.weight`, droppedAt: null },
    });
}
