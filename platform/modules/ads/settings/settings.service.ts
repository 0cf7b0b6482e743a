import type { z } from "zod";
import {
  type AdSettings,
  type AdSettingsCheck,
  type AdSettingValues,
  type changeAdSettings,
  companySettings,
  type FullHour,
  inheritableSettings,
  type LocationSettings,
} from "#contract/ads/settings";
import { inventoryWords } from "#contract/ads/words";
import { showClock, showDate } from "#contract/base/dates";
import { recordOf } from "#contract/base/records";
import type { UnitIds } from "#contract/schedule/master-rule";
import type { SpotKind } from "#contract/schedule/positions";
import { owns, type Scope } from "../../../access/scope.ts";
import { onPath, type Unit, unitOf } from "../../../access/units.ts";
import { forbidden, invalid } from "../../../base/refusal.ts";
import { refusalsByConstraint } from "../../../http/constraints.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit } from "../../audit/index.ts";
import { findBelowSold, findConflicts } from "../ledger/capacity.queries.ts";
import { hourly, planCapacity } from "../ledger/capacity-plan.ts";
import { findStoresToSell, type StoreToSell } from "../ledger/keep-ledger.queries.ts";
import {
  type FoundSettings,
  findSettingsOfPaths,
  findSettingUnits,
  lockSettings,
  storeSettings,
} from "./settings.queries.ts";
import { firstSet, resolveSettings, settingsResolver } from "./store-settings.ts";

const notYours = "You cannot change this location's ad settings: it is outside your own locations.";
const ofCompanyAlone = "This is set for the whole company.";
const storesAtOnce = 200;
/** Full hours that an answer names; it gives the count of all. */
const hoursNamed = 20;
const kinds: readonly SpotKind[] = ["AD", "JINGLE", "TOH"];

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
): Promise<LocationSettings> {
  const unit = await unitOf(scope, db, ids);
  const pathSettings = onPath(unit, await findSettingsOfPaths(scope, db, [unit]));
  const own = pathSettings.find(({ level }) => level === unit.level);
  const { daysOnSale, holdHours, leastMusicMinutes, rivalMinutes, brandMinutes, refusesLessMusic } =
    resolveSettings(pathSettings);
  return {
    unit: { ...unit, mayChange: owns(scope, unit) },
    version: own?.version ?? null,
    own: own?.settings ?? nothingSet,
    values: settingValues(pathSettings),
    inherited: settingValues(pathSettings.filter((one) => one !== own)),
    company: {
      daysOnSale,
      holdHours,
      leastMusicMinutes,
      rivalMinutes,
      brandMinutes,
      refusesLessMusic,
    },
  };
}

type SentSettings = Omit<z.output<typeof changeAdSettings.body>, "belowSold">;

/**
 * Replaces a unit's own settings; the ledger follows them after the commit. Throws 404, 403 (not
 * owned), and 422: on `version` if somebody changed them in the meantime, on a field that only the
 * company has, and on `adSecondsPerHour` and its like if more is sold than could be sold then,
 * unless `belowSold` accepts that those hours owe a make-good.
 */
export async function changeSettings(
  call: ScopedCall,
  { belowSold, ...body }: z.output<typeof changeAdSettings.body>,
) {
  const { scope, now } = call;
  const { unit, settings, version } = await readSent(call, body);
  if (belowSold === "REFUSE") refuseBelowSold(await judgeSettings(call, unit, settings), call);
  await call.database.transaction(async (tx) => {
    const before = await lockSettings(scope, tx, unit);
    if (before?.version !== version) throw invalid(refusalsByConstraint.ad_setting_once);
    await storeSettings(scope, tx, unit, {
      settings,
      isNew: before === undefined,
      now,
    });
    const { level, unitId } = unit;
    await audit(tx, call, [
      {
        companyId: scope.companyId,
        action: "ad settings changed",
        itemKind: "ad settings",
        itemId: `${level} ${unitId}`,
        itemName: unit.name,
        before: before?.settings ?? nothingSet,
        after: settings,
      },
    ]);
  });
  return showSettings(call, body);
}

/**
 * Shows the effect of a save on future capacity, and on what is sold. Throws as
 * changing does, except about the version.
 */
export async function checkSettings(
  call: ScopedCall,
  body: SentSettings,
): Promise<AdSettingsCheck> {
  const { unit, settings } = await readSent(call, body);
  return judgeSettings(call, unit, settings);
}

/** The hours to come, in scope, that have more sold than their store may sell by itself. */
export async function listConflicts({ scope, db, now }: ScopedCall, { limit }: { limit: number }) {
  const { total, first } = await findConflicts(scope, db, { now, limit });
  return {
    total,
    first: first.map(({ free, wanted: sold, ...hour }) => ({ ...hour, capacity: free, sold })),
  };
}

async function readSent(
  { scope, db }: ScopedCall,
  { regionId, zoneId, groupId, storeId, version, ...settings }: SentSettings,
) {
  const unit = await unitOf(scope, db, { regionId, zoneId, groupId, storeId });
  if (!owns(scope, unit)) throw forbidden(notYours);
  const misplaced =
    unit.level === "COMPANY"
      ? undefined
      : companySettings.find((field) => settings[field] !== null);
  if (misplaced) throw invalid({ [misplaced]: ofCompanyAlone });
  return { unit, settings, version };
}

async function judgeSettings(
  { scope, db, now }: ScopedCall,
  unit: Unit,
  settings: AdSettings,
): Promise<AdSettingsCheck> {
  const before = new Map<SpotKind, number>();
  const after = new Map<SpotKind, number>();
  const first: FullHour[] = [];
  let count = 0;
  let hoursBelowSold = 0;
  for (let last = 0; ; ) {
    const stores = await findStoresToSell(
      scope,
      db,
      { after: last, limit: storesAtOnce, unit },
      now,
    );
    if (stores.length === 0) break;
    last = stores.at(-1)?.storeId ?? 0;
    const settingsRows = await findSettingsOfPaths(scope, db, stores);
    const settingsBefore = settingsResolver(settingsRows);
    const settingsAfter = settingsResolver(replacing(settingsRows, scope, unit, settings));
    const changed = stores.filter(
      (store) => store.isActive && isOther(settingsBefore(store), settingsAfter(store)),
    );
    if (changed.length === 0) continue;
    count += changed.length;
    const plan = planCapacity(changed, settingsAfter, now);
    addUp(before, planCapacity(changed, settingsBefore, now));
    addUp(after, plan);
    const byId = new Map(changed.map((store) => [store.storeId, store]));
    for (const kind of kinds) {
      const below = await findBelowSold(scope, db, kind, { plan, limit: hoursNamed });
      hoursBelowSold += below.total;
      for (const { storeId, free, wanted: sold, ...hour } of below.first) {
        const { code, name } = byId.get(storeId) as StoreToSell;
        if (first.length < hoursNamed)
          first.push({
            ...hour,
            kind,
            storeId,
            storeCode: code,
            storeName: name,
            capacity: free,
            sold,
          });
      }
    }
  }
  return {
    stores: count,
    kinds: kinds.map((kind) => ({
      kind,
      before: before.get(kind) ?? 0,
      after: after.get(kind) ?? 0,
    })),
    hoursBelowSold,
    first,
  };
}

type ResolvedSettings = ReturnType<ReturnType<typeof settingsResolver>>;
const isOther = (one: ResolvedSettings, other: ResolvedSettings) =>
  JSON.stringify([hourly(one), one.daysOnSale]) !==
  JSON.stringify([hourly(other), other.daysOnSale]);

/** Gives the settings as they would be after a save. */
function replacing(
  settingsRows: readonly FoundSettings[],
  { companyId }: Scope,
  { level, unitId, name }: Unit,
  settings: AdSettings,
) {
  const others = settingsRows.filter(
    (one) => one.level !== level || (level !== "COMPANY" && one.unitId !== unitId),
  );
  const id = -companyId; // an id that no stored row has
  return [...others, { id, version: 0, level, unitId, name, settings }];
}

function addUp(
  totals: Map<SpotKind, number>,
  { stores, days }: ReturnType<typeof planCapacity>,
): void {
  const storesOf = new Map<number, number>();
  for (const { pattern } of stores) storesOf.set(pattern, (storesOf.get(pattern) ?? 0) + 1);
  for (const { pattern, capacity } of days)
    for (const kind of kinds) {
      const ofDay = capacity[kind].reduce<number>((sum, hour) => sum + (hour ?? 0), 0);
      totals.set(kind, (totals.get(kind) ?? 0) + ofDay * (storesOf.get(pattern) ?? 0));
    }
}

const fieldOf = { AD: "adSecondsPerHour", JINGLE: "promoPositions", TOH: "tohPositions" } as const;

function refuseBelowSold(
  { hoursBelowSold, first: [hour] }: AdSettingsCheck,
  { figures }: ScopedCall,
): void {
  if (!hour) return;
  const { kind, storeName, storeCode, day, sold, capacity } = hour;
  const others =
    hoursBelowSold > 1
      ? ` The same is true of ${figures.counted(hoursBelowSold - 1, "other hour")}.`
      : "";
  const at = showClock(hour.hour * 3600);
  throw invalid({
    [fieldOf[kind]]:
      `${storeName} (${storeCode}) has ${inventoryWords(kind, sold)} sold on ${showDate(day)} at ${at}, more than the ${capacity} it could sell.${others}`,
    belowSold: "Enter more, or choose to owe make-goods.",
  });
}

const nothingSet: AdSettings = recordOf([...inheritableSettings, ...companySettings], () => null);
const isEmpty = (settings: AdSettings) => Object.values(settings).every((value) => value === null);

function settingValues(pathSettings: readonly FoundSettings[]): AdSettingValues {
  const resolved = resolveSettings(pathSettings);
  return Object.fromEntries(
    inheritableSettings.map((field) => {
      const from = firstSet(pathSettings, field);
      return [
        field,
        {
          value: resolved[field],
          source: from ? { level: from.level, unitId: from.unitId, name: from.name } : null,
        },
      ];
    }),
  ) as AdSettingValues;
}
