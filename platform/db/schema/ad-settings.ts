import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from "drizzle-orm/pg-core";
import type { SeasonDiscount, VolumeDiscount } from "#contract/ads/discounts";
import {
  adCompanyLimits,
  adSettingLimits,
  discountMeasures,
  hoursOfWeek,
} from "#contract/ads/words";
import { memberNames } from "#contract/base/records";
import { amount, companyId, identity, reference, updatedAt, version } from "./columns.ts";
import { company, region, store, storeGroup, zone } from "./organisation.ts";

const allLimits = { ...adSettingLimits, ...adCompanyLimits };

/**
 * The ad settings of one unit (none of the four ids set: the company); null inherits from the unit
 * above. A row stays where all of it is null again, so that its version counts on.
 */
export const adSetting = pgTable(
  "ad_setting",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    regionId: reference("region_id"),
    zoneId: reference("zone_id"),
    groupId: reference("group_id"),
    storeId: reference("store_id"),
    adSecondsPerHour: smallint("ad_seconds_per_hour"),
    promoPositions: smallint("promo_positions"),
    tohPositions: smallint("toh_positions"),
    longestBreakSeconds: smallint("longest_break_seconds"),
    leastBreakDistanceSeconds: smallint("least_break_distance_seconds"),
    /** Hours of the week (contract/ads/words.ts). */
    primeHours: smallint("prime_hours").array(),
    /**
     * These settings and the rates are set for the company only. Rates are per second of an ad, or
     * per play of the other kinds.
     */
    daysOnSale: smallint("days_on_sale"),
    holdHours: smallint("hold_hours"),
    leastMusicMinutes: smallint("least_music_minutes"),
    refusesLessMusic: boolean("refuses_less_music"),
    rivalMinutes: smallint("rival_minutes"),
    brandMinutes: smallint("brand_minutes"),
    approvalAbove: amount("approval_above_paise"),
    adRate: amount("ad_rate_paise"),
    adPrimeRate: amount("ad_prime_rate_paise"),
    promoRate: amount("promo_rate_paise"),
    promoPrimeRate: amount("promo_prime_rate_paise"),
    tohRate: amount("toh_rate_paise"),
    tohPrimeRate: amount("toh_prime_rate_paise"),
    discountBy: text("discount_by", { enum: discountMeasures }),
    volumeDiscounts: jsonb("volume_discounts").$type<VolumeDiscount[]>(),
    seasonDiscounts: jsonb("season_discounts").$type<SeasonDiscount[]>(),
    quoteDays: smallint("quote_days"),
    quoteTerms: text("quote_terms"),
    version: version(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    unique("ad_setting_once")
      .on(t.companyId, t.regionId, t.zoneId, t.groupId, t.storeId)
      .nullsNotDistinct(),
    check(
      "ad_setting_one_unit",
      sql`num_nonnulls(${t.regionId}, ${t.zoneId}, ${t.groupId}, ${t.storeId}) <= 1`,
    ),
    check(
      "ad_setting_limits",
      sql.join(
        memberNames(allLimits).map((name) => {
          const { least, most } = allLimits[name];
          return sql`${t[name]} between ${sql.raw(`${least} and ${most}`)}`;
        }),
        sql` and `,
      ),
    ),
    check(
      "ad_setting_prime_hours",
      sql`0 <= all (${t.primeHours}) and ${sql.raw(String(hoursOfWeek - 1))} >= all (${t.primeHours})`,
    ),
    check(
      "ad_setting_of_company",
      sql`num_nonnulls(${t.regionId}, ${t.zoneId}, ${t.groupId}, ${t.storeId}) = 0 or num_nonnulls(${t.daysOnSale}, ${t.holdHours}, ${t.leastMusicMinutes}, ${t.refusesLessMusic},
      ${t.adRate}, ${t.adPrimeRate}, ${t.promoRate}, ${t.promoPrimeRate}, ${t.tohRate}, ${t.tohPrimeRate},
      ${t.approvalAbove}, ${t.discountBy}, ${t.volumeDiscounts}, ${t.seasonDiscounts}, ${t.quoteDays}, ${t.quoteTerms}, ${t.rivalMinutes}, ${t.brandMinutes}) = 0`,
    ),
    foreignKey({
      name: "ad_setting_region",
      columns: [t.companyId, t.regionId],
      foreignColumns: [region.companyId, region.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "ad_setting_zone",
      columns: [t.companyId, t.zoneId],
      foreignColumns: [zone.companyId, zone.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "ad_setting_group",
      columns: [t.companyId, t.groupId],
      foreignColumns: [storeGroup.companyId, storeGroup.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "ad_setting_store",
      columns: [t.companyId, t.storeId],
      foreignColumns: [store.companyId, store.id],
    }).onDelete("cascade"),
  ],
);
