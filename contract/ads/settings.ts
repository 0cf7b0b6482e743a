import { z } from "zod";
import { printableLines } from "../base/clean-line.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { unitFilters } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { amountPattern } from "../base/money.ts";
import { ofCompany, paging } from "../base/pages.ts";
import { memberNames } from "../base/records.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { oneUnit, RuleSource, RuleUnit } from "../schedule/master-rule.ts";
import { SeasonDiscount, VolumeDiscount } from "./discounts.ts";
import {
  adCompanyLimits,
  adSettingLimits,
  discountLimits,
  discountMeasures,
  hoursOfWeek,
} from "./words.ts";

const limited = ({ least, most }: { least: number; most: number }) =>
  wholeNumber(least, most).nullable().default(null);
/** Rupees as people type them. */
const rate = field.line
  .regex(amountPattern, "Enter an amount in rupees, for example 12.50.")
  .nullable()
  .default(null);

/**
 * Applies to any location: null inherits from the location above, and finally the built-in value
 * (adSettingLimits).
 */
const inheritable = {
  adSecondsPerHour: limited(adSettingLimits.adSecondsPerHour),
  promoPositions: limited(adSettingLimits.promoPositions),
  tohPositions: limited(adSettingLimits.tohPositions),
  longestBreakSeconds: limited(adSettingLimits.longestBreakSeconds),
  leastBreakDistanceSeconds: limited(adSettingLimits.leastBreakDistanceSeconds),
  /** Hours of the week (hourOfWeek); an empty list says that none is prime. */
  primeHours: z
    .array(wholeNumber(0, hoursOfWeek - 1))
    .max(hoursOfWeek)
    .overwrite((hours) => [...new Set(hours)].sort((a, b) => a - b))
    .nullable()
    .default(null),
};
/**
 * Applies to the company alone. Rates are rupees per second of an ad and per play of the other
 * kinds; a missing prime rate is the usual rate.
 */
const ofCompanyAlone = {
  daysOnSale: limited(adCompanyLimits.daysOnSale),
  holdHours: limited(adCompanyLimits.holdHours),
  leastMusicMinutes: limited(adCompanyLimits.leastMusicMinutes),
  rivalMinutes: limited(adCompanyLimits.rivalMinutes),
  brandMinutes: limited(adCompanyLimits.brandMinutes),
  /** True if a booking that leaves less music is refused; otherwise the person is asked. */
  refusesLessMusic: z.boolean().nullable().default(null),
  /** Rupees: a booking above them waits for a second person's approval. */
  approvalAbove: rate,
  adRate: rate,
  adPrimeRate: rate,
  promoRate: rate,
  promoPrimeRate: rate,
  tohRate: rate,
  tohPrimeRate: rate,
  discountBy: z.enum(discountMeasures).nullable().default(null),
  volumeDiscounts: z.array(VolumeDiscount).max(discountLimits.lines).nullable().default(null),
  seasonDiscounts: z.array(SeasonDiscount).max(discountLimits.lines).nullable().default(null),
  quoteDays: limited(adCompanyLimits.quoteDays),
  /** Stands below a quote. */
  quoteTerms: z
    .string()
    .trim()
    .max(2000, "At most 2,000 characters are allowed.")
    .regex(printableLines, messages.printable)
    .nullable()
    .default(null),
};
export const inheritableSettings = memberNames(inheritable);
export const companySettings = memberNames(ofCompanyAlone);

/** The settings of one location as its form has them; a save replaces them as a whole. */
export const AdSettings = z.strictObject({ ...inheritable, ...ofCompanyAlone });
export type AdSettings = z.output<typeof AdSettings>;

/** A value with the location that it comes from; null where it is the built-in one. */
const valueFrom = <V extends z.ZodType>(value: V) =>
  z.object({ value, source: RuleSource.nullable() });
const Values = z.object({
  adSecondsPerHour: valueFrom(z.int()),
  promoPositions: valueFrom(z.int()),
  tohPositions: valueFrom(z.int()),
  longestBreakSeconds: valueFrom(z.int()),
  leastBreakDistanceSeconds: valueFrom(z.int()),
  primeHours: valueFrom(z.array(z.int())),
});
export type AdSettingValues = z.infer<typeof Values>;

export const LocationSettings = z.object({
  unit: RuleUnit,
  /** Version of the location's own settings; null while it has none. */
  version: z.int().nullable(),
  own: AdSettings,
  /** Values that apply here. */
  values: Values,
  /** Values that would apply here without the location's own settings. */
  inherited: Values,
  /** Values that apply to the whole company. */
  company: z.object({
    daysOnSale: z.int(),
    holdHours: z.int(),
    leastMusicMinutes: z.int(),
    rivalMinutes: z.int(),
    brandMinutes: z.int(),
    refusesLessMusic: z.boolean(),
  }),
});
export type LocationSettings = z.infer<typeof LocationSettings>;

/** An hour in which more is sold than the store may sell. */
const FullHour = z.object({
  kind: z.enum(["AD", "JINGLE", "TOH"]),
  storeId: z.int(),
  storeCode: z.string(),
  storeName: z.string(),
  day: z.string(),
  hour: z.int(),
  /** Seconds of ads, positions of the other kinds. */
  capacity: z.int(),
  sold: z.int(),
});
export type FullHour = z.infer<typeof FullHour>;

export const findAdSettings = endpoint({
  method: "get",
  path: "/ad-settings",
  summary: "The ad settings of a location: its own, what it inherits, and from where",
  access: ["NON_MUSIC"],
  scope: "company",
  query: z.strictObject({ ...ofCompany, ...unitFilters }).refine(oneUnit.check, oneUnit.issue),
  data: LocationSettings,
});

export const listAdSettingUnits = endpoint({
  method: "get",
  path: "/ad-settings/locations",
  summary: "The locations in scope, and which of them have ad settings of their own",
  access: ["NON_MUSIC"],
  scope: "company",
  /**
   * Stores are listed where they have settings of their own; with groupId, those of that group as
   * well.
   */
  query: z.strictObject({ ...ofCompany, groupId: field.id.optional() }),
  data: z.array(z.object({ ...RuleUnit.shape, own: z.boolean() })),
});

const settingsChange = {
  ...unitFilters,
  ...AdSettings.shape,
  /** The version that was read; left out where the location had no settings of its own. */
  version: field.version.optional(),
};

export const changeAdSettings = endpoint({
  method: "put",
  path: "/ad-settings",
  summary: "Replace the ad settings of a location; send the version that you read",
  access: ["NON_MUSIC"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: z
    .strictObject({
      ...settingsChange,
      /**
       * Decides about hours that have sold more than they could then sell: the save is refused, or
       * they owe a make-good.
       */
      belowSold: z.enum(["REFUSE", "MAKE_GOOD"]).default("REFUSE"),
    })
    .refine(oneUnit.check, oneUnit.issue),
  data: LocationSettings,
});

export const checkAdSettings = endpoint({
  method: "post",
  path: "/ad-settings/check",
  summary: "What a save of these ad settings would do to the hours on sale; nothing is saved",
  access: ["NON_MUSIC"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: z.strictObject(settingsChange).refine(oneUnit.check, oneUnit.issue),
  data: z.object({
    stores: z.int(),
    /** Amounts that can be sold from today on, all dates on sale together. */
    kinds: z.array(z.object({ kind: FullHour.shape.kind, before: z.int(), after: z.int() })),
    /** Hours that have more sold than they could sell then, and the first of them. */
    hoursBelowSold: z.int(),
    first: z.array(FullHour),
  }),
});
export type AdSettingsCheck = z.infer<typeof checkAdSettings.data>;

export const listAdConflicts = endpoint({
  method: "get",
  path: "/ad-settings/conflicts",
  summary:
    "Hours to come in which more is sold than the store may sell, after a change of hours or settings",
  access: ["NON_MUSIC"],
  scope: "company",
  query: z.strictObject({ ...ofCompany, limit: paging.limit }),
  data: z.object({ total: z.int(), first: z.array(FullHour) }),
});
