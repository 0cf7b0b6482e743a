import { createHash } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { SeasonDiscount, VolumeDiscount } from "#contract/ads/discounts";
import {
  AdSettings,
  type AdSettingsCheck,
  type FullHour,
  findAdSettings,
  inheritableSettings,
  type LocationSettings,
  listAdConflicts,
  listAdSettingUnits,
} from "#contract/ads/settings";
import { adCompanyLimits, discountLimits, inventoryWords } from "#contract/ads/words";
import { showDate } from "#contract/base/dates";
import { search, version } from "#contract/base/fields";
import { unitFilters } from "#contract/base/identifiers";
import type { UnitIds } from "#contract/schedule/master-rule";
import { ruleLevelLabels } from "#contract/schedule/words";
import { clockOf } from "#contract/stores/words";
import { constraintsOf, readQuery } from "~/lib/forms/forms.server";
import { theDefault } from "~/lib/locations/inherited-words";
import { isSameUnit, unitMembers, unitsAsTree } from "~/lib/locations/units-as-tree";
import { load, type PageContext } from "~/lib/session/guard.server";
import { withMember, withMembers } from "~/ui/frame/address";
import { adSettingsPath } from "./paths";
import { adSettingsTexts, kindNames } from "./settings-words";

const Address = z.object({ ...unitFilters, find: search.optional() });

/** Reads the location from the address, by default the company. */
export function readSettingsAddress(
  request: Request,
  { ids }: PageContext,
): { unit: UnitIds; find: string | undefined } {
  const { find, ...unit } = readQuery(request, Address, { ids });
  return { unit, find };
}

/** Lines of the form that may be left empty, in any position. */
const lines = <S extends z.ZodType>(line: S) =>
  z
    .array(line.optional())
    .max(discountLimits.lines)
    .default([])
    .transform((all) => {
      const filled = all.filter((one) => one !== undefined);
      return filled.length > 0 ? filled : null;
    });

/**
 * Reads the form. Below the company, prime hours count only if the location chooses its own, which
 * may be none at all.
 */
export const PostedSettings = AdSettings.extend({
  volumeDiscounts: lines(VolumeDiscount),
  seasonDiscounts: lines(SeasonDiscount),
  version: version.optional(),
  primeFrom: z.enum(["inherit", "own"]).optional(),
}).transform(({ primeFrom, primeHours, ...settings }) => ({
  ...settings,
  primeHours: { inherit: null, own: primeHours ?? [], company: primeHours }[primeFrom ?? "company"],
}));

const addressOf = ({ ids }: PageContext, unit: Parameters<typeof unitMembers>[1]) =>
  withMembers(adSettingsPath, unitMembers(ids, unit));

export async function loadSettingsPage(args: LoaderFunctionArgs, pageContext: PageContext) {
  const { api, figures } = pageContext;
  const { unit: unitQuery, find } = readSettingsAddress(args.request, pageContext);
  const [{ data: units }, { data: settings }, { data: conflicts }] = await load(() =>
    Promise.all([
      api.call(listAdSettingUnits, { query: { groupId: unitQuery.groupId } }),
      api.call(findAdSettings, { query: unitQuery }),
      api.call(listAdConflicts, { query: { limit: 20 } }),
    ]),
  );
  const { unit, values, inherited, company } = settings;
  return {
    unit: { name: unit.name, level: unit.level, mayChange: unit.mayChange },
    units: unitsAsTree(units, { current: unit, find }, (one) => ({
      name: one.name,
      level: one.level,
      to: withMember(addressOf(pageContext, one), "find", find),
      current: isSameUnit(one, unit),
      own: one.own,
    })),
    find,
    to: addressOf(pageContext, unit),
    values: formValues(settings),
    constraints: withoutOptional(constraintsOf(AdSettings)),
    /** Names the values that apply if the location sets none, with their sources. */
    inherited: Object.fromEntries(
      inheritableSettings.map((field) => [field, inheritedWords(inherited[field])]),
    ),
    inheritedPrime: inherited.primeHours.value.map(String),
    facts: {
      values: Object.fromEntries(
        inheritableSettings.map((field) => [field, inheritedWords(values[field])]),
      ),
      prime: values.primeHours.value,
      company,
    },
    usual: {
      daysOnSale: adCompanyLimits.daysOnSale.usual,
      holdHours: adCompanyLimits.holdHours.usual,
      leastMusicMinutes: adCompanyLimits.leastMusicMinutes.usual,
      quoteDays: adCompanyLimits.quoteDays.usual,
      rivalMinutes: adCompanyLimits.rivalMinutes.usual,
      brandMinutes: adCompanyLimits.brandMinutes.usual,
    },
    conflicts: {
      total: conflicts.total,
      words: figures.counted(conflicts.total, "hour"),
      rows: conflicts.first.map(hourRow),
    },
  };
}
export type SettingsPage = Awaited<ReturnType<typeof loadSettingsPage>>;

function formValues({
  own,
  version: ofOwn,
  inherited,
}: LocationSettings): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {};
  for (const [field, value] of Object.entries(own))
    if (value !== null && value !== false && !Array.isArray(value))
      values[field] = value === true ? "on" : String(value);
  for (const field of ["volumeDiscounts", "seasonDiscounts"] as const)
    for (const [place, line] of (own[field] ?? []).entries())
      for (const [name, value] of Object.entries(line))
        values[`${field}[${place}].${name}`] = String(value);
  return {
    ...values,
    ...(ofOwn !== null && { version: String(ofOwn) }),
    primeFrom: own.primeHours === null ? "inherit" : "own",
    primeHours: (own.primeHours ?? inherited.primeHours.value).map(String),
  };
}

/** Drops the mark "optional", because each field says what applies if it is empty. */
const withoutOptional = (
  constraints: ReturnType<typeof constraintsOf>,
): ReturnType<typeof constraintsOf> =>
  Object.fromEntries(
    Object.entries(constraints).map(([name, { required: _, ...constraint }]) => [name, constraint]),
  );

type InheritedSetting = LocationSettings["inherited"][(typeof inheritableSettings)[number]];

function inheritedWords({ value, source }: InheritedSetting): { value: string; from: string } {
  return {
    value: Array.isArray(value) ? `${value.length} hours a week` : String(value),
    from: source ? `${source.name} (${ruleLevelLabels[source.level].toLowerCase()})` : theDefault,
  };
}

/**
 * Describes the effects of a save; `mark` identifies them all, so that a press confirms exactly the
 * effects shown.
 */
export function checkWords(check: AdSettingsCheck, { figures }: PageContext) {
  const { stores, kinds, hoursBelowSold, first } = check;
  const changed = kinds.filter(({ before, after }) => before !== after);
  const amount = (kind: FullHour["kind"], count: number) =>
    `${figures.figure(count)}${kind === "AD" ? " s" : ""}`;
  return {
    lead: adSettingsTexts.changes(figures.counted(stores, "store")),
    changes: changed.map(({ kind, before, after }) => ({
      key: kind,
      words: `${kindNames[kind]}: ${amount(kind, before)} before, ${amount(kind, after)} after (${after > before ? "+" : "−"}${amount(kind, Math.abs(after - before))})`,
    })),
    below:
      hoursBelowSold === 0
        ? null
        : {
            words: adSettingsTexts.below(figures.counted(hoursBelowSold, "hour")),
            rows: first.map(hourRow),
          },
    mark: createHash("sha256").update(JSON.stringify(check)).digest("base64url"),
  };
}
export type CheckWords = ReturnType<typeof checkWords>;

const hourRow = ({ kind, storeName, storeCode, storeId, day, hour, sold, capacity }: FullHour) => ({
  key: `${kind} ${storeId} ${day} ${hour}`,
  store: `${storeName} (${storeCode})`,
  at: `${showDate(day)}, ${clockOf(hour * 60)}`,
  sold: inventoryWords(kind, sold),
  capacity: inventoryWords(kind, capacity),
});
export type HourRow = ReturnType<typeof hourRow>;
