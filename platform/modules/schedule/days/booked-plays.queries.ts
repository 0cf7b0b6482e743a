import { and, eq, inArray, isNotNull, isNull, notExists, sql } from "drizzle-orm";
import { adCompanyLimits, adSettingLimits } from "#contract/ads/words";
import type { Scope } from "../../../access/scope.ts";
import { onPath, sourceColumns, type UnitPath } from "../../../access/units.ts";
import {
  adSetting,
  campaign,
  campaignLine,
  campaignRefusal,
  campaignSpot,
  campaignStore,
  campaignTime,
  spot,
  store,
} from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";
import type { BreakRules } from "../../../engine/ad-inventory/ad-breaks.ts";
import type { PlayingCampaign } from "../../../engine/ad-inventory/spread-plays.ts";
import type { RefusedPlays } from "../logs/refused-plays.ts";
import type { BookedLine, BookedPlays } from "./store-spots.ts";

/**
 * Finds the campaigns whose last change the logs may not have yet; of given groups (null: the
 * stores without one), those that have no store elsewhere.
 */
export const findChangedCampaigns = (
  scope: Scope,
  db: Db,
  groupIds?: readonly (number | null)[],
) => {
  const ids = groupIds?.map((id) => id ?? 0);
  const storesElsewhere = db
    .select({ id: store.id })
    .from(campaignStore)
    .innerJoin(
      store,
      and(eq(store.companyId, campaignStore.companyId), eq(store.id, campaignStore.storeId)),
    )
    .where(
      and(
        eq(campaignStore.companyId, campaign.companyId),
        eq(campaignStore.campaignId, campaign.id),
        sql`coalesce(${store.groupId}, 0) <> all(${sql.param(ids)}::bigint[])`,
      ),
    );
  return db
    .select({ id: campaign.id, playsChangedAt: campaign.playsChangedAt })
    .from(campaign)
    .where(
      and(
        eq(campaign.companyId, scope.companyId),
        isNotNull(campaign.playsChangedAt),
        isNull(campaign.inLogsAt),
        ids && notExists(storesElsewhere),
      ),
    );
};

/** Records since when the logs contain the campaigns, except those that changed again. */
export async function markInLogs(
  { companyId }: Scope,
  db: Db,
  campaigns: Awaited<ReturnType<typeof findChangedCampaigns>>,
  now: Date,
): Promise<void> {
  if (campaigns.length === 0) return;
  const changes = campaigns.map(({ id, playsChangedAt }) => sql`(${id}, ${playsChangedAt})`);
  await db
    .update(campaign)
    .set({ inLogsAt: now })
    .where(
      and(
        eq(campaign.companyId, companyId),
        sql`(${campaign.id}, ${campaign.playsChangedAt}) in (${sql.join(changes, sql`, `)})`,
      ),
    );
}

type Store = Omit<UnitPath, "storeId"> & { id: number };

/**
 * Finds the plays that stores owe campaigns between two dates, and the campaigns with the
 * spots that may play: held, paused and returned plays are not owed.
 */
export async function findBookedPlays(
  scope: Scope,
  db: Db,
  stores: readonly Store[],
  { from, to }: { from: string; to: string },
): Promise<BookedPlays> {
  const storeIds = stores.map(({ id }) => id);
  const lineRows = await db
    .select({
      storeId: campaignLine.storeId,
      day: campaignLine.day,
      campaignId: campaignLine.campaignId,
      plays: campaignLine.plays,
      minutes: sql<
        number[] | null
      >`case when ${campaign.exactTimes} is not null then (select array_agg(${campaignTime.minute}::int order by ${campaignTime.minute})
        from ${campaignTime} where ${campaignTime.companyId} = ${campaignLine.companyId} and ${campaignTime.storeId} = ${campaignLine.storeId}
          and ${campaignTime.day} = ${campaignLine.day} and ${campaignTime.campaignId} = ${campaignLine.campaignId}) end`,
    })
    .from(campaignLine)
    .innerJoin(
      campaign,
      and(eq(campaign.companyId, campaignLine.companyId), eq(campaign.id, campaignLine.campaignId)),
    )
    .where(
      and(
        eq(campaignLine.companyId, scope.companyId),
        sql`${campaignLine.storeId} = any(${sql.param(storeIds)}::bigint[]) and ${campaignLine.day} between ${from} and ${to}`,
        sql`${campaign.state} not in ('DRAFT', 'HELD', 'PAUSED', 'EXPIRED')`,
      ),
    )
    .orderBy(campaignLine.storeId, campaignLine.day, campaignLine.campaignId);
  const lines = new Map<string, BookedLine[]>();
  for (const { storeId, day, campaignId, plays, minutes } of lineRows) {
    const ofDay = lines.get(`${storeId} ${day}`) ?? [];
    lines.set(`${storeId} ${day}`, ofDay);
    ofDay.push({ campaignId, plays, minutes: minutes ?? [] });
  }
  const campaignIds = [...new Set(lineRows.map(({ campaignId }) => campaignId))];
  const campaigns =
    campaignIds.length > 0
      ? await findPlayingCampaigns(scope, db, campaignIds)
      : new Map<number, PlayingCampaign>();
  return {
    campaigns,
    lines,
    breaks:
      campaignIds.length > 0
        ? await findBreakRules(scope, db, stores)
        : new Map<number, BreakRules>(),
  };
}

/**
 * Finds each store's rules of breaks, by its own or nearest setting. What separates plays is left
 * out where it is not set, so that the digests of such days stay.
 */
export async function findBreakRules(
  scope: Scope,
  db: Db,
  stores: readonly Store[],
): Promise<Map<number, BreakRules>> {
  const { longestBreakSeconds, leastBreakDistanceSeconds, rivalMinutes, brandMinutes } = adSetting;
  const { level, unitId } = sourceColumns(adSetting);
  const rows = await db
    .select({
      level,
      unitId: unitId.mapWith(Number),
      longestBreakSeconds,
      leastBreakDistanceSeconds,
      rivalMinutes,
      brandMinutes,
    })
    .from(adSetting)
    .where(eq(adSetting.companyId, scope.companyId));
  const usual = { ...adSettingLimits, ...adCompanyLimits };
  return new Map(
    stores.map((store) => {
      const pathSettings = onPath({ ...store, storeId: store.id }, rows);
      const value = (field: BreakSetting) =>
        pathSettings.find((row) => row[field] !== null)?.[field] ?? usual[field].usual;
      const rivalSeconds = value("rivalMinutes") * 60;
      const brandSeconds = value("brandMinutes") * 60;
      return [
        store.id,
        {
          longestBreakSeconds: value("longestBreakSeconds"),
          leastBreakDistanceSeconds: value("leastBreakDistanceSeconds"),
          ...(rivalSeconds > 0 && { rivalSeconds }),
          ...(brandSeconds > 0 && { brandSeconds }),
        },
      ];
    }),
  );
}
type BreakSetting =
  | "longestBreakSeconds"
  | "leastBreakDistanceSeconds"
  | "rivalMinutes"
  | "brandMinutes";

const playingSpot = {
  spotId: spot.id,
  name: spot.name,
  durationSeconds: spot.durationSeconds,
  brandId: spot.brandId,
  category: spot.category,
  validFrom: spot.validFrom,
  validTo: spot.validTo,
  territories: spot.territories,
};

/** The active spots of a rotation that is booked or not, as a day plays them. */
export async function findPlayingSpots(
  scope: Scope,
  db: Db,
  rotation: readonly { spotId: number; weight: number }[],
): Promise<PlayingCampaign["spots"]> {
  const ids = rotation.map(({ spotId }) => spotId);
  const rows = await db
    .select(playingSpot)
    .from(spot)
    .where(and(eq(spot.companyId, scope.companyId), inArray(spot.id, ids), eq(spot.active, true)))
    .orderBy(spot.id);
  const weights = new Map(rotation.map(({ spotId, weight }) => [spotId, weight]));
  return rows.map((row) => ({ ...row, weight: weights.get(row.spotId) ?? 1 }));
}

/** Campaigns with those of their active spots that have not been taken out. */
async function findPlayingCampaigns(
  scope: Scope,
  db: Db,
  ids: number[],
): Promise<Map<number, PlayingCampaign>> {
  const rows = await db
    .select({
      id: campaign.id,
      kind: campaign.kind,
      breakPosition: campaign.breakPosition,
      weight: campaignSpot.weight,
      ...playingSpot,
    })
    .from(campaign)
    .innerJoin(
      campaignSpot,
      and(eq(campaignSpot.companyId, campaign.companyId), eq(campaignSpot.campaignId, campaign.id)),
    )
    .innerJoin(spot, and(eq(spot.companyId, campaign.companyId), eq(spot.id, campaignSpot.spotId)))
    .where(
      and(
        eq(campaign.companyId, scope.companyId),
        sql`${campaign.id} = any(${sql.param(ids)}::bigint[])`,
        isNull(campaignSpot.droppedAt),
        eq(spot.active, true),
      ),
    )
    .orderBy(campaign.id, spot.id);
  const campaigns = new Map<number, PlayingCampaign>();
  for (const { id, kind, breakPosition, ...one } of rows) {
    const spots = [...(campaigns.get(id)?.spots ?? []), one];
    // left out where there is none, so that the digests of such days stay
    campaigns.set(id, { id, kind, spots, ...(breakPosition && { breakPosition }) });
  }
  return campaigns;
}

/**
 * Replaces the recorded plays that the published logs of stores leave out of a day. People are
 * notified only of increases (ads/delivery/refusals.service.ts), and not of plays that are moved.
 */
export async function replaceRefusals(
  scope: Scope,
  tx: Tx,
  { storeIds, logDay }: { storeIds: readonly number[]; logDay: string },
  refused: readonly RefusedPlays[],
): Promise<void> {
  const rows = refused.map(({ storeId, campaignId, ...row }) => ({
    store_id: storeId,
    campaign_id: campaignId,
    ...row,
  }));
  const refusalRows = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as given(store_id bigint, campaign_id bigint, day date, because text, plays smallint[])`;
  await tx.execute(sql`delete from ${campaignRefusal} where ${campaignRefusal.companyId} = ${scope.companyId}
    and ${campaignRefusal.logDay} = ${logDay} and ${campaignRefusal.storeId} = any(${sql.param([...storeIds])}::bigint[])
    and (${campaignRefusal.storeId}, ${campaignRefusal.campaignId}, ${campaignRefusal.day}, ${campaignRefusal.because}) not in
      (select store_id, campaign_id, day, because from ${refusalRows})`);
  if (rows.length === 0) return;
  await tx.execute(sql`insert into ${campaignRefusal} (company_id, store_id, log_day, campaign_id, day, because, plays, told)
    select ${scope.companyId}, store_id, ${logDay}::date, campaign_id, day, because, plays, because = 'MOVED'
    from ${refusalRows} order by store_id, campaign_id, day, because
    on conflict (company_id, store_id, log_day, campaign_id, day, because) do update set plays = excluded.plays,
      told = campaign_refusal.told and not exists (select 1 from unnest(excluded.plays, campaign_refusal.plays) as at(now, before) where now > before)`);
}
