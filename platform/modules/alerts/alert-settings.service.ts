import type { z } from "zod";
import {
  type AlertSettings,
  type AlertSettingValues,
  alertSettingFields,
  type changeAlertSettings,
  type LocationAlertSettings,
} from "#contract/alerts/settings";
import { alertSettingLimits } from "#contract/alerts/words";
import { recordOf } from "#contract/base/records";
import type { UnitIds } from "#contract/schedule/master-rule";
import { owns } from "../../access/scope.ts";
import { onPath, unitOf } from "../../access/units.ts";
import { forbidden, invalid } from "../../base/refusal.ts";
import { refusalsByConstraint } from "../../http/constraints.ts";
import type { ScopedCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import {
  type FoundSettings,
  findSettingsOfPaths,
  findSettingUnits,
  lockSettings,
  storeSettings,
} from "./alert-settings.queries.ts";

const notYours =
  "You cannot change this location's alert settings: it is outside your own locations.";

/** The units in scope from the company down, and which of them have settings of their own. */
export async function listSettingUnits(
  { scope, db }: ScopedCall,
  { groupId }: { groupId?: number | undefined },
) {
  const units = await findSettingUnits(scope, db, groupId);
  const unitSettings = await findSettingsOfPaths(scope, db, units);
  const own = new Set(
    unitSettings.flatMap(({ level, unitId, settings }) =>
      isEmpty(settings) ? [] : [`${level} ${unitId}`],
    ),
  );
  return units.map((unit) => ({
    ...unit,
    mayChange: owns(scope, unit),
    own: own.has(`${unit.level} ${unit.unitId}`),
  }));
}

/**
 * Shows the settings of a unit: its own, and those inherited, with their source. Throws 404 for a
 * unit that does not exist or is out of scope.
 */
export async function showSettings(
  { scope, db }: Pick<ScopedCall, "scope" | "db">,
  ids: UnitIds,
): Promise<LocationAlertSettings> {
  const unit = await unitOf(scope, db, ids);
  const pathSettings = onPath(unit, await findSettingsOfPaths(scope, db, [unit]));
  const own = pathSettings.find(({ level }) => level === unit.level);
  return {
    unit: { ...unit, mayChange: owns(scope, unit) },
    version: own?.version ?? null,
    own: own?.settings ?? nothingSet,
    values: alertValues(pathSettings),
    inherited: alertValues(pathSettings.filter((one) => one !== own)),
  };
}

/**
 * Replaces a unit's own settings. Throws 404, 403 (not owned), and 422 on `version` if somebody
 * changed them in the meantime.
 */
export async function changeSettings(
  call: ScopedCall,
  body: z.output<typeof changeAlertSettings.body>,
): Promise<LocationAlertSettings> {
  const { scope, db, now } = call;
  const { regionId, zoneId, groupId, storeId, version, ...settings } = body;
  const unit = await unitOf(scope, db, { regionId, zoneId, groupId, storeId });
  if (!owns(scope, unit)) throw forbidden(notYours);
  await call.database.transaction(async (tx) => {
    const before = await lockSettings(scope, tx, unit);
    if (before?.version !== version) throw invalid(refusalsByConstraint.alert_setting_once);
    await storeSettings(scope, tx, { unit, settings }, { isNew: before === undefined, now });
    await audit(tx, call, [
      {
        companyId: scope.companyId,
        action: "alert settings changed",
        itemKind: "alert settings",
        itemId: `${unit.level} ${unit.unitId}`,
        itemName: unit.name,
        before: before?.settings ?? nothingSet,
        after: settings,
      },
    ]);
  });
  return showSettings(call, { regionId, zoneId, groupId, storeId });
}

const nothingSet: AlertSettings = recordOf(alertSettingFields, () => null);
const isEmpty = (settings: AlertSettings) =>
  Object.values(settings).every((value) => value === null);

/**
 * Applies if no location has a value: the same as in settingsOfStore (watch-stores.queries.ts).
 */
const builtIn: Record<keyof AlertSettings, number | boolean | string> = {
  offlineMinutes: alertSettingLimits.offlineMinutes.usual,
  silentMinutes: alertSettingLimits.silentMinutes.usual,
  lowVolumeMinutes: alertSettingLimits.lowVolumeMinutes.usual,
  logHours: alertSettingLimits.logHours.usual,
  pausedMinutes: alertSettingLimits.pausedMinutes.usual,
  tellOffline: true,
  tellSilent: true,
  tellLowVolume: true,
  tellNotPlaying: true,
  tellLogEnding: true,
  tellPaused: true,
  quietFrom: "00:00",
  quietTo: "00:00",
};

const alertValues = (pathSettings: readonly FoundSettings[]): AlertSettingValues =>
  Object.fromEntries(
    alertSettingFields.map((field) => {
      const from = pathSettings.find(({ settings }) => settings[field] !== null);
      const source = from ? { level: from.level, unitId: from.unitId, name: from.name } : null;
      return [field, { value: from?.settings[field] ?? builtIn[field], source }];
    }),
  ) as AlertSettingValues;
