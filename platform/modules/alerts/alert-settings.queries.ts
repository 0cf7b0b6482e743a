import { and, eq, sql } from "drizzle-orm";
import type { AlertSettings } from "#contract/alerts/settings";
import type { Scope } from "../../access/scope.ts";
import {
  findUnits,
  isOfUnit,
  isOnPaths,
  ofUnit,
  sourceColumns,
  type Unit,
  type UnitPath,
} from "../../access/units.ts";
import { alertSetting, company, region, store, storeGroup, zone } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

const columns = {
  offlineMinutes: alertSetting.offlineMinutes,
  silentMinutes: alertSetting.silentMinutes,
  lowVolumeMinutes: alertSetting.lowVolumeMinutes,
  logHours: alertSetting.logHours,
  pausedMinutes: alertSetting.pausedMinutes,
  tellOffline: alertSetting.tellOffline,
  tellSilent: alertSetting.tellSilent,
  tellLowVolume: alertSetting.tellLowVolume,
  tellNotPlaying: alertSetting.tellNotPlaying,
  tellLogEnding: alertSetting.tellLogEnding,
  tellPaused: alertSetting.tellPaused,
  quietFrom: alertSetting.quietFrom,
  quietTo: alertSetting.quietTo,
} satisfies Record<keyof AlertSettings, unknown>;

/**
 * The settings on the paths of units that were found within the scope: theirs, those above them,
 * the company's.
 */
export const findSettingsOfPaths = (scope: Scope, db: Db, paths: readonly UnitPath[]) =>
  db
    .select({
      id: alertSetting.id,
      version: alertSetting.version,
      ...sourceColumns(alertSetting),
      settings: columns,
    })
    .from(alertSetting)
    .innerJoin(company, eq(company.id, alertSetting.companyId))
    .leftJoin(
      region,
      and(eq(region.companyId, alertSetting.companyId), eq(region.id, alertSetting.regionId)),
    )
    .leftJoin(
      zone,
      and(eq(zone.companyId, alertSetting.companyId), eq(zone.id, alertSetting.zoneId)),
    )
    .leftJoin(
      storeGroup,
      and(
        eq(storeGroup.companyId, alertSetting.companyId),
        eq(storeGroup.id, alertSetting.groupId),
      ),
    )
    .leftJoin(
      store,
      and(eq(store.companyId, alertSetting.companyId), eq(store.id, alertSetting.storeId)),
    )
    .where(and(eq(alertSetting.companyId, scope.companyId), isOnPaths(alertSetting, paths)))
    .orderBy(alertSetting.id);
export type FoundSettings = Awaited<ReturnType<typeof findSettingsOfPaths>>[number];

/** The units that a tree of settings names. */
export const findSettingUnits = (scope: Scope, db: Db, groupId: number | undefined) =>
  findUnits(scope, db, { groupId, own: alertSetting });

/** The unit's own settings, kept from being changed by others until the transaction ends. */
export async function lockSettings(scope: Scope, tx: Tx, unit: Unit) {
  const [row] = await tx
    .select({ version: alertSetting.version, settings: columns })
    .from(alertSetting)
    .where(isOfUnit(alertSetting, scope, unit))
    .for("update");
  return row;
}

/**
 * Writes the unit's own settings; `isNew` if it has none. Throws alert_setting_once if
 * somebody else adds them at this moment.
 */
export async function storeSettings(
  scope: Scope,
  tx: Tx,
  { unit, settings }: { unit: Unit; settings: AlertSettings },
  { isNew, now }: { isNew: boolean; now: Date },
): Promise<void> {
  if (isNew)
    await tx
      .insert(alertSetting)
      .values({ ...settings, ...ofUnit(unit), companyId: scope.companyId, updatedAt: now });
  else
    await tx
      .update(alertSetting)
      .set({ ...settings, version: sql`${alertSetting.version} + 1`, updatedAt: now })
      .where(isOfUnit(alertSetting, scope, unit));
}
