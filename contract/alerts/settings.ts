import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { unitFilters } from "../base/identifiers.ts";
import { ofCompany } from "../base/pages.ts";
import { memberNames } from "../base/records.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { oneUnit, RuleSource, RuleUnit } from "../schedule/master-rule.ts";
import { alertSettingLimits } from "./words.ts";

const limited = ({ least, most }: { least: number; most: number }) =>
  wholeNumber(least, most).nullable().default(null);
const switchSetting = z.boolean().nullable().default(null);
const time = field.clock
  .refine((clock) => clock !== "24:00", "Enter 00:00 instead of 24:00.")
  .nullable()
  .default(null);

/**
 * Applies to any location: null inherits from the location above, and finally the built-in value
 * (alertSettingLimits; every alert notifies; no quiet hours).
 */
const fields = {
  offlineMinutes: limited(alertSettingLimits.offlineMinutes),
  silentMinutes: limited(alertSettingLimits.silentMinutes),
  lowVolumeMinutes: limited(alertSettingLimits.lowVolumeMinutes),
  logHours: limited(alertSettingLimits.logHours),
  pausedMinutes: limited(alertSettingLimits.pausedMinutes),
  tellOffline: switchSetting,
  tellSilent: switchSetting,
  tellLowVolume: switchSetting,
  tellNotPlaying: switchSetting,
  tellLogEnding: switchSetting,
  tellPaused: switchSetting,
  /** On each store's own clock; the same time twice: no quiet hours. */
  quietFrom: time,
  quietTo: time,
};
export const alertSettingFields = memberNames(fields);

const bothTimes = {
  check: ({ quietFrom, quietTo }: { quietFrom: string | null; quietTo: string | null }) =>
    (quietFrom === null) === (quietTo === null),
  issue: { path: ["quietTo"], message: "Enter both times, or leave both empty." },
};

/** The settings of one location as its form has them; a save replaces them as a whole. */
export const AlertSettings = z.strictObject(fields);
export type AlertSettings = z.output<typeof AlertSettings>;

/** A value with the location that it comes from; null where it is the built-in one. */
const valueFrom = <V extends z.ZodType>(value: V) =>
  z.object({ value, source: RuleSource.nullable() });
const minutes = valueFrom(z.int());
const switchValue = valueFrom(z.boolean());
const clock = valueFrom(z.string());
const Values = z.object({
  offlineMinutes: minutes,
  silentMinutes: minutes,
  lowVolumeMinutes: minutes,
  logHours: minutes,
  pausedMinutes: minutes,
  tellOffline: switchValue,
  tellSilent: switchValue,
  tellLowVolume: switchValue,
  tellNotPlaying: switchValue,
  tellLogEnding: switchValue,
  tellPaused: switchValue,
  quietFrom: clock,
  quietTo: clock,
});
export type AlertSettingValues = z.infer<typeof Values>;

export const LocationAlertSettings = z.object({
  unit: RuleUnit,
  /** Version of the location's own settings; null while it has none. */
  version: z.int().nullable(),
  own: z.object(AlertSettings.shape),
  /** Values that apply here. */
  values: Values,
  /** Values that would apply here without the location's own settings. */
  inherited: Values,
});
export type LocationAlertSettings = z.infer<typeof LocationAlertSettings>;

export const findAlertSettings = endpoint({
  method: "get",
  path: "/alert-settings",
  summary: "The alert settings of a location: its own, what it inherits, and from where",
  access: ["STORES"],
  scope: "company",
  query: z.strictObject({ ...ofCompany, ...unitFilters }).refine(oneUnit.check, oneUnit.issue),
  data: LocationAlertSettings,
});

export const listAlertSettingUnits = endpoint({
  method: "get",
  path: "/alert-settings/locations",
  summary: "The locations in scope, and which of them have alert settings of their own",
  access: ["STORES"],
  scope: "company",
  /**
   * Stores are listed where they have settings of their own; with groupId, those of that group as
   * well.
   */
  query: z.strictObject({ ...ofCompany, groupId: field.id.optional() }),
  data: z.array(z.object({ ...RuleUnit.shape, own: z.boolean() })),
});

export const changeAlertSettings = endpoint({
  method: "put",
  path: "/alert-settings",
  summary: "Replace the alert settings of a location; send the version that you read",
  access: ["STORES"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: z
    .strictObject({
      ...unitFilters,
      ...fields,
      /** The version that was read; left out if the location had no settings of its own. */
      version: field.version.optional(),
    })
    .refine(oneUnit.check, oneUnit.issue)
    .refine(bothTimes.check, bothTimes.issue),
  data: LocationAlertSettings,
});
