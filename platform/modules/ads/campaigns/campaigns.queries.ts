import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { findLocations, isLocationSeen } from "../../../access/locations.ts";
import type { Scope } from "../../../access/scope.ts";
import { storesWithin } from "../../../access/scope-conditions.ts";
import { ofUnit, type Unit } from "../../../access/units.ts";
import { campaign, campaignUnit, catalogueItem, store } from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { campaignBrand } from "./campaign-brand.queries.ts";

export const hasUnit = (which: SQL | undefined) =>
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
export const shownColumns = {
  ...columns,
  brandName: campaignBrand,
};

export const findLiveCampaignIds = async (scope: Scope, db: Db): Promise<number[]> =>
  (
    await db
      .select({ id: campaign.id })
      .from(campaign)
      .where(and(campaignsWithin(scope), eq(campaign.state, "LIVE")))
  ).map(({ id }) => id);

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
