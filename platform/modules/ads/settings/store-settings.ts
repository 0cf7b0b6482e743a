import type { SeasonDiscount, VolumeDiscount } from "#contract/ads/discounts";
import type { AdSettings } from "#contract/ads/settings";
import { adCompanyLimits, adSettingLimits, type DiscountMeasure } from "#contract/ads/words";
import { type Paise, parseAmount } from "#contract/base/money";
import { memberNames, recordOf } from "#contract/base/records";
import type { SpotKind } from "#contract/schedule/positions";
import type { Scope } from "../../../access/scope.ts";
import { onPath, type UnitPath } from "../../../access/units.ts";
import type { Db } from "../../../db/types.ts";
import { findSettingsOfPaths, findStorePaths, type StandingSettings } from "./settings.queries.ts";

/** The discounts of a company's rate card. */
export type Discounts = {
  by: DiscountMeasure;
  volume: readonly VolumeDiscount[];
  seasons: readonly SeasonDiscount[];
};

/**
 * The settings that apply to a store: its own, else its group's, zone's, region's or company's,
 * else the built-in ones.
 */
export type StoreSettings = {
  [Field in keyof typeof adSettingLimits | keyof typeof adCompanyLimits]: number;
} & {
  refusesLessMusic: boolean;
  /** Hours of the week; see isPrime in contract/ads/words.ts. */
  primeHours: number[];
  /**
   * Prices a second of an ad, and a play of the other kinds; null where the company has set none.
   */
  rates: Record<SpotKind, { usual: Paise | null; prime: Paise | null }>;
  discounts: Discounts;
  /** In paise; null where no booking needs a second person. */
  approvalAbove: Paise | null;
  quoteTerms: string | null;
};

/** Resolves the settings of each named store within the scope. */
export async function settingsFor(
  scope: Scope,
  db: Db,
  storeIds: readonly number[],
): Promise<Map<number, StoreSettings>> {
  const paths = await findStorePaths(scope, db, storeIds);
  const settingsOf = settingsResolver(await findSettingsOfPaths(scope, db, paths));
  return new Map(paths.map((path) => [path.storeId, settingsOf(path)]));
}

/**
 * Resolves the company's own settings, as if no location had any: days on sale, hold and
 * rates are the same for all.
 */
export async function companySettingsOf(scope: Scope, db: Db): Promise<StoreSettings> {
  return settingsResolver(await findSettingsOfPaths(scope, db, []))(ofCompany);
}
/** The path of the company itself. */
export const ofCompany: UnitPath = { regionId: null, zoneId: null, groupId: null, storeId: null };

/**
 * Resolves the settings of paths; paths with the same settings get the same
 * object.
 */
export function settingsResolver(
  allSettings: readonly StandingSettings[],
): (path: UnitPath) => StoreSettings {
  const resolved = new Map<string, StoreSettings>();
  return (path) => {
    const pathSettings = onPath(path, allSettings);
    const key = pathSettings.map(({ id }) => id).join();
    const settings = resolved.get(key) ?? resolveSettings(pathSettings);
    resolved.set(key, settings);
    return settings;
  };
}

/** Resolves the settings placed on a path, the most specific first. */
export function resolveSettings(pathSettings: readonly StandingSettings[]): StoreSettings {
  const first = <Field extends keyof AdSettings>(field: Field) =>
    firstSet(pathSettings, field)?.settings[field] ?? null;
  const usual = { ...adSettingLimits, ...adCompanyLimits };
  const numbers = memberNames(usual);
  const rate = (amount: string | null, prime: string | null) => ({
    usual: amount === null ? null : parseAmount(amount),
    prime: (prime ?? amount) === null ? null : parseAmount(prime ?? amount ?? ""),
  });
  const approvalAbove = first("approvalAbove");
  return {
    ...recordOf(numbers, (field): number => first(field) ?? usual[field].usual),
    refusesLessMusic: first("refusesLessMusic") ?? false,
    primeHours: first("primeHours") ?? [],
    rates: {
      AD: rate(first("adRate"), first("adPrimeRate")),
      JINGLE: rate(first("promoRate"), first("promoPrimeRate")),
      TOH: rate(first("tohRate"), first("tohPrimeRate")),
    },
    discounts: {
      by: first("discountBy") ?? "PLAYS",
      volume: first("volumeDiscounts") ?? [],
      seasons: first("seasonDiscounts") ?? [],
    },
    quoteTerms: first("quoteTerms"),
    approvalAbove: approvalAbove === null ? null : parseAmount(approvalAbove),
  };
}

/**
 * Finds the settings on a path that set a field; undefined if its value is built in.
 */
export const firstSet = <S extends StandingSettings>(
  pathSettings: readonly S[],
  field: keyof AdSettings,
): S | undefined => pathSettings.find(({ settings }) => settings[field] !== null);
