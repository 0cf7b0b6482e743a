import { and, eq, sql } from "drizzle-orm";
import type { AdSettings } from "#contract/ads/settings";
import type { Scope } from "../../../access/scope.ts";
import { storesWithin } from "../../../access/scope-conditions.ts";
import {
  findUnits,
  isOfUnit,
  isOnPaths,
  ofUnit,
  sourceColumns,
  type Unit,
  type UnitPath,
} from "../../../access/units.ts";
import { announce } from "../../../db/changes.ts";
import { adSetting, company, region, store, storeGroup, zone } from "../../../db/schema/index.ts";
import type { Db, Tx } from "../../../db/types.ts";

const columns = {
  adSecondsPerHour: adSetting.adSecondsPerHour,
  promoPositions: adSetting.promoPositions,
  tohPositions: adSetting.tohPositions,
  longestBreakSeconds: adSetting.longestBreakSeconds,
  leastBreakDistanceSeconds: adSetting.leastBreakDistanceSeconds,
  primeHours: adSetting.primeHours,
  daysOnSale: adSetting.daysOnSale,
  holdHours: adSetting.holdHours,
  leastMusicMinutes: adSetting.leastMusicMinutes,
  rivalMinutes: adSetting.rivalMinutes,
  brandMinutes: adSetting.brandMinutes,
  refusesLessMusic: adSetting.refusesLessMusic,
  approvalAbove: adSetting.approvalAbove,
  adRate: adSetting.adRate,
  adPrimeRate: adSetting.adPrimeRate,
  promoRate: adSetting.promoRate,
  promoPrimeRate: adSetting.promoPrimeRate,
  tohRate: adSetting.tohRate,
  tohPrimeRate: adSetting.tohPrimeRate,
  discountBy: adSetting.discountBy,
  volumeDiscounts: adSetting.volumeDiscounts,
  seasonDiscounts: adSetting.seasonDiscounts,
  quoteDays: adSetting.quoteDays,
  quoteTerms: adSetting.quoteTerms,
} satisfies Record<keyof AdSettings, unknown>;

const selectSettings = (db: Db) =>
  db
    .select({
      id: adSetting.id,
      version: adSetting.version,
      ...sourceColumns(adSetting),
      settings: columns,
    })
    .from(adSetting)
    .innerJoin(company, eq(company.id, adSetting.companyId))
    .leftJoin(
      region,
      and(eq(region.companyId, adSetting.companyId), eq(region.id, adSetting.regionId)),
    )
    .leftJoin(zone, and(eq(zone.companyId, adSetting.companyId), eq(zone.id, adSetting.zoneId)))
    .leftJoin(
      storeGroup,
      and(eq(storeGroup.companyId, adSetting.companyId), eq(storeGroup.id, adSetting.groupId)),
    )
    .leftJoin(store, and(eq(store.companyId, adSetting.companyId), eq(store.id, adSetting.storeId)))
    .orderBy(adSetting.id)
    .$dynamic();

/**
 * The settings on the paths of units that were found within the scope: theirs, those above them,
 * the company's.
 */
export const findSettingsOfPaths = (scope: Scope, db: Db, paths: readonly UnitPath[]) =>
  selectSettings(db).where(
    and(eq(adSetting.companyId, scope.companyId), isOnPaths(adSetting, paths)),
  );
export type FoundSettings = Awaited<ReturnType<typeof findSettingsOfPaths>>[number];
/** The part of settings that resolves what holds for a store. */
export type StandingSettings = Pick<FoundSettings, "id" | "level" | "unitId" | "settings">;

const valuesAsJson = Object.entries(columns).map(
  ([name, column]) => `'${name}', ad_setting.${column.name}`,
);
/** A row of settings as JSON, for statements that read other things too; readSettings reads it. */
export const settingsAsJson =
  sql.raw(`json_build_object('id', ad_setting.id, 'level', case when ad_setting.store_id is not null then 'STORE'
  when ad_setting.group_id is not null then 'GROUP' when ad_setting.zone_id is not null then 'ZONE' when ad_setting.region_id is not null then 'REGION'
  else 'COMPANY' end, 'unitId', coalesce(ad_setting.store_id, ad_setting.group_id, ad_setting.zone_id, ad_setting.region_id, ad_setting.company_id),
  'settings', json_build_object(${valuesAsJson.join(", ")}))`);
type AsJson = Omit<StandingSettings, "settings"> & { settings: Record<keyof AdSettings, unknown> };
export const readSettings = (rows: readonly AsJson[]): StandingSettings[] =>
  rows.map(({ settings, ...row }) => ({
    ...row,
    settings: Object.fromEntries(
      Object.entries(columns).map(([name, column]) => {
        const value = settings[name as keyof AdSettings];
        return [name, value === null ? null : column.mapFromDriverValue(value as never)];
      }),
    ) as FoundSettings["settings"],
  }));

/** The units that a tree of settings names. */
export const findSettingUnits = (scope: Scope, db: Db, groupId: number | undefined) =>
  findUnits(scope, db, { groupId, own: adSetting });

/** Finds the paths of those of the stores that are within the scope. */
export const findStorePaths = (scope: Scope, db: Db, storeIds: readonly number[]) =>
  db
    .select({
      storeId: store.id,
      regionId: store.regionId,
      zoneId: store.zoneId,
      groupId: store.groupId,
    })
    .from(store)
    .where(and(storesWithin(scope), sql`${store.id} = any(${sql.param([...storeIds])}::bigint[])`))
    .orderBy(store.id);

/** The company's zone and country; undefined for one that is not an active client. */
export async function findSeller({ companyId }: Scope, db: Db) {
  const [row] = await db
    .select({ country: company.country })
    .from(company)
    .where(
      and(eq(company.id, companyId), eq(company.kind, "client"), eq(company.status, "active")),
    );
  return row;
}

/** The unit's own settings, kept from being changed by others until the transaction ends. */
export async function lockSettings(scope: Scope, tx: Tx, unit: Unit) {
  const [row] = await tx
    .select({ version: adSetting.version, settings: columns })
    .from(adSetting)
    .where(isOfUnit(adSetting, scope, unit))
    .for("update");
  return row;
}

/**
 * Writes the unit's own settings; `isNew` if it has none. Throws ad_setting_once if somebody else
 * adds them at this moment.
 */
export async function storeSettings(
  scope: Scope,
  tx: Tx,
  unit: Unit,
  { settings, isNew, now }: { settings: AdSettings; isNew: boolean; now: Date },
) {
  if (isNew)
    await tx
      .insert(adSetting)
      .values({ ...settings, ...ofUnit(unit), companyId: scope.companyId, updatedAt: now });
  else
    await tx
      .update(adSetting)
      .set({ ...settings, version: sql`${adSetting.version} + 1`, updatedAt: now })
      .where(isOfUnit(adSetting, scope, unit));
  announce(tx, "adSettings", { companyId: scope.companyId });
}

/** All client companies, active or not. */
export const findSellers = (db: Db) =>
  db
    .select({ id: company.id, name: company.name })
    .from(company)
    .where(eq(company.kind, "client"))
    .orderBy(company.id);
