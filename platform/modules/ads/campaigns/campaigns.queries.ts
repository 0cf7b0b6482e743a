import {
  and,
  asc,
  between,
  countDistinct,
  eq,
  inArray,
  isNull,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { CampaignQuery } from "#contract/ads/campaigns";
import { findLocations, isLocationSeen } from "../../../access/locations.ts";
import type { Scope } from "../../../access/scope.ts";
import { ofStoresWithin, storesWithin } from "../../../access/scope-conditions.ts";
import { isOnPaths, ofUnit, type Unit, type UnitPath } from "../../../access/units.ts";
import { columnOf, idKey, type KeyPart, keyset, textKey } from "../../../db/keyset.ts";
import {
  campaign,
  campaignLine,
  campaignSpot,
  campaignStore,
  campaignUnit,
  catalogueItem,
  spot,
  store,
  storeLog,
} from "../../../db/schema/index.ts";
import { containsText } from "../../../db/text-search.ts";
import type { Db, Tx } from "../../../db/types.ts";

const hasUnit = (which: SQL | undefined) =>
  sql`exists (select 1 from ${campaignUnit} where ${and(eq(campaignUnit.companyId, campaign.companyId), eq(campaignUnit.campaignId, campaign.id), which)})`;

/**
 * True if a store within the scope is in a location of a campaign: a store's people see no
 * location above it except the company.
 */
const holdsStoreWithin = (
  scope: Scope,
) => sql`exists (select 1 from ${store} where ${storesWithin(scope)} and (${store.regionId} = ${campaignUnit.regionId}
  or ${store.zoneId} = ${campaignUnit.zoneId} or ${store.groupId} = ${campaignUnit.groupId}))`;

/**
 * Matches campaigns of locations within the scope or above it, and of locations that contain its
 * stores; a caller with the whole company sees all.
 */
export const campaignsWithin = (scope: Scope) =>
  and(
    eq(campaign.companyId, scope.companyId),
    scope.reach === "company"
      ? undefined
      : hasUnit(or(isLocationSeen(scope, campaignUnit), holdsStoreWithin(scope))),
  );

/** The lines of a campaign are looked up by its key. */
const hasPlays = (
  scope: Scope,
  { from, to }: { from: string; to: string },
) => sql`exists (select 1 from ${campaignLine}
  where ${campaignLine.companyId} = ${campaign.companyId} and ${campaignLine.campaignId} = ${campaign.id}
    and ${campaignLine.day} between ${from}::date and ${to}::date and ${ofStoresWithin(campaignLine, scope)})`;

const columns = {
  id: campaign.id,
  name: campaign.name,
  brandId: campaign.brandId,
  kind: campaign.kind,
  playTakes: campaign.playTakes,
  startsOn: campaign.startsOn,
  endsOn: campaign.endsOn,
  weekdays: campaign.weekdays,
  blackoutDates: campaign.blackoutDates,
  blackoutStoreIds: campaign.blackoutStoreIds,
  plays: campaign.plays,
  goal: campaign.goal,
  breakPosition: campaign.breakPosition,
  priority: campaign.priority,
  mayBePreempted: campaign.mayBePreempted,
  exactTimes: campaign.exactTimes,
  takesNewStores: campaign.takesNewStores,
  note: campaign.note,
  state: campaign.state,
  holdUntil: campaign.holdUntil,
  approvalAskedBy: campaign.approvalAskedBy,
  rate: campaign.rate,
  primeRate: campaign.primeRate,
  price: campaign.price,
  playsChangedAt: campaign.playsChangedAt,
  inLogsAt: campaign.inLogsAt,
  createdBy: campaign.createdBy,
  createdAt: campaign.createdAt,
  version: campaign.version,
  /** The company's own zone. */
  timeZone: sql<string>`(select zone_of.time_zone from company zone_of where zone_of.id = ${sql.raw('"campaign"."company_id"')})`,
};
const shownColumns = {
  ...columns,
  brandName: sql<
    string | null
  >`(select ${catalogueItem.name} from ${catalogueItem} where ${catalogueItem.id} = ${campaign.brandId} limit 1)`,
};

export const sortKeys = {
  starts: textKey(sql`${campaign.startsOn}::text collate "C"`),
  name: textKey(campaign.nameKey),
  created: { value: campaign.createdAt, type: "instant" },
} satisfies Record<string, KeyPart>;

export type Listed = Omit<
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
  }: Omit<Listed, "sort" | "limit" | "cursor">,
) =>
  and(
    campaignsWithin(scope),
    containsText(search, campaign.name),
    state && eq(campaign.state, state),
    kind && eq(campaign.kind, kind),
    brandId === undefined ? undefined : eq(campaign.brandId, brandId),
    from === undefined ? undefined : sql`${campaign.endsOn} >= ${from}::date`,
    to === undefined ? undefined : sql`${campaign.startsOn} <= ${to}::date`,
    ids && inArray(campaign.id, ids),
    path && hasUnit(isOnPaths(campaignUnit, [path])),
    playsIn && or(eq(campaign.state, "DRAFT"), hasPlays(scope, playsIn)),
  );

export const findLiveCampaignIds = async (scope: Scope, db: Db): Promise<number[]> =>
  (
    await db
      .select({ id: campaign.id })
      .from(campaign)
      .where(and(campaignsWithin(scope), eq(campaign.state, "LIVE")))
  ).map(({ id }) => id);

/** A page of campaigns in the order asked for. Throws 422 for a cursor that is not ours. */
export async function findCampaignPage(scope: Scope, db: Db, query: Listed) {
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

export const countCampaigns = (scope: Scope, db: Db, query: Listed): Promise<number> =>
  db.$count(campaign, matching(scope, query));

export async function findCampaignRow(scope: Scope, db: Db, id: number) {
  const [row] = await db
    .select(shownColumns)
    .from(campaign)
    .where(and(campaignsWithin(scope), eq(campaign.id, id)));
  return row;
}
export type FoundCampaign = NonNullable<Awaited<ReturnType<typeof findCampaignRow>>>;

/** Locks a campaign until the transaction ends, so that changes of one come one after the other. */
export async function lockCampaign(scope: Scope, tx: Tx, id: number) {
  const [row] = await tx
    .select(columns)
    .from(campaign)
    .where(and(campaignsWithin(scope), eq(campaign.id, id)))
    .for("update");
  return row;
}
export type LockedCampaign = NonNullable<Awaited<ReturnType<typeof lockCampaign>>>;

/** The locations of campaigns, the widest first, and whether the caller sees each. */
export async function findCampaignUnits(scope: Scope, db: Db, campaignIds: readonly number[]) {
  const rows = await findLocations(scope, db, {
    t: campaignUnit,
    itemId: sql`${campaignUnit.campaignId}`.mapWith(Number),
    itemIds: campaignIds,
  });
  return rows.map(({ itemId: campaignId, ...unit }) => ({ campaignId, ...unit }));
}

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

export const findCampaignSpots = (scope: Scope, db: Db, campaignId: number) =>
  db
    .select({
      spotId: campaignSpot.spotId,
      name: spot.name,
      weight: campaignSpot.weight,
      seconds: spot.durationSeconds,
      active: spot.active,
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
    .orderBy(asc(spot.name), asc(campaignSpot.spotId));

/** The spots named of the company, locked against a change until the transaction ends. */
export const findSpotsNamed = (scope: Scope, tx: Tx, ids: number[]) =>
  tx
    .select({ id: spot.id, kind: spot.kind, seconds: spot.durationSeconds, active: spot.active })
    .from(spot)
    .where(and(eq(spot.companyId, scope.companyId), inArray(spot.id, ids)))
    .orderBy(asc(spot.id))
    .for("share");

/** True if an item of the library, or of the company, is an active brand. */
export const isBrand = async (scope: Scope, library: Scope, db: Db, id: number): Promise<boolean> =>
  (await db.$count(
    catalogueItem,
    and(
      inArray(catalogueItem.companyId, [scope.companyId, library.companyId]),
      eq(catalogueItem.id, id),
      eq(catalogueItem.kind, "brand"),
      eq(catalogueItem.active, true),
    ),
  )) > 0;

type Values = Omit<typeof campaign.$inferInsert, "companyId" | "id">;
export async function insertCampaign(scope: Scope, tx: Tx, values: Values): Promise<number> {
  const [row] = await tx
    .insert(campaign)
    .values({ ...values, companyId: scope.companyId })
    .returning({ id: campaign.id });
  if (!row) throw new Error("no campaign was written");
  return row.id;
}

export const saveCampaign = (
  scope: Scope,
  tx: Tx,
  id: number,
  { values, now }: { values: Partial<Values>; now: Date },
) =>
  tx
    .update(campaign)
    .set({ ...values, updatedAt: now })
    .where(and(eq(campaign.companyId, scope.companyId), eq(campaign.id, id)));

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

export async function deleteCampaign(scope: Scope, tx: Tx, id: number): Promise<void> {
  await tx
    .delete(campaign)
    .where(and(eq(campaign.companyId, scope.companyId), eq(campaign.id, id)));
}

/** A statement has 65,535 parameters at most. */
const rowsAStatement = 5_000;

/** Gives a campaign these locations and no others. */
export async function replaceCampaignUnits(
  scope: Scope,
  tx: Tx,
  campaignId: number,
  units: readonly Unit[],
): Promise<void> {
  const { companyId } = scope;
  await tx
    .delete(campaignUnit)
    .where(and(eq(campaignUnit.companyId, companyId), eq(campaignUnit.campaignId, campaignId)));
  const rows = units.map((unit) => ({ ...ofUnit(unit), companyId, campaignId }));
  for (let first = 0; first < rows.length; first += rowsAStatement)
    await tx.insert(campaignUnit).values(rows.slice(first, first + rowsAStatement));
}

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
    ...[eq(campaignSpot.companyId, companyId), eq(campaignSpot.campaignId, campaign.id)],
    ...[notInArray(campaignSpot.spotId, spotIds), isNull(campaignSpot.droppedAt)],
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
