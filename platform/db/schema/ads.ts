import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { SeasonDiscount, VolumeDiscount } from "#contract/ads/discounts";
import {
  adCompanyLimits,
  adSettingLimits,
  breakPositions,
  campaignPriorities,
  campaignStates,
  discountMeasures,
  type Goal,
  hoursOfWeek,
  refusalReasons,
  spotKinds,
} from "#contract/ads/words";
import {
  amount,
  bytes,
  companyId,
  createdAt,
  identity,
  instant,
  reference,
  searchLines,
  sortKey,
  sumOfHours,
  updatedAt,
  version,
} from "./columns.ts";
import { catalogueItem } from "./library.ts";
import { company, region, store, storeGroup, zone } from "./organisation.ts";

const spotKind = () => text("kind", { enum: spotKinds }).notNull();

/** An item that plays between songs: ad, promo or top-of-the-hour (docs/decisions/ad-spots.md). */
export const spot = pgTable(
  "spot",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    kind: spotKind(),
    name: text("name").notNull(),
    nameKey: sortKey("name_key", "name"),
    /** A brand of the company's own catalogue list. */
    brandId: reference("brand_id"),
    /** The product category that the brand advertises: spots of one category are rivals. */
    category: text("category"),
    language: text("language"),
    durationSeconds: integer("duration_seconds").notNull(),
    /**
     * Where its sound begins and ends in the file, without silence at both ends; the length is that
     * between them. Null: at the file's end.
     */
    cueInMs: integer("cue_in_ms").notNull().default(0),
    cueOutMs: integer("cue_out_ms"),
    /** Length of the whole file; null for audio that came before it was measured. */
    audioMs: integer("audio_ms"),
    /** Integrated loudness in LUFS (ITU-R BS.1770), measured from the file. */
    loudness: real("loudness"),
    /** Key of the audio in the file store. */
    audioFile: text("audio_file"),
    /** Highest sample of each of the parts the audio is cut into, 0 to 255, for drawing. */
    peaks: bytes("peaks"),
    /** The first and the last day on which it plays; null for no limit. */
    validFrom: date("valid_from", { mode: "string" }),
    validTo: date("valid_to", { mode: "string" }),
    /** Countries (ISO 3166-1 alpha-2) it may play in; empty: all. */
    territories: text("territories").array().notNull().default([]),
    /** False when it is withdrawn. */
    active: boolean("active").notNull().default(true),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("spot_name_unique")
      .on(t.companyId, t.kind, sql`lower(${t.name})`)
      .where(sql`${t.active}`),
    check(
      "spot_cues",
      sql`${t.cueInMs} >= 0 and ${t.cueOutMs} > ${t.cueInMs} and ${t.cueOutMs} <= ${t.audioMs}`,
    ),
    check("spot_duration", sql`${t.durationSeconds} between 1 and 600`),
    check("spot_valid", sql`${t.validTo} >= ${t.validFrom}`),
    index("spot_brand").on(t.companyId, t.brandId),
    foreignKey({
      name: "spot_of_brand",
      columns: [t.companyId, t.brandId],
      foreignColumns: [catalogueItem.companyId, catalogueItem.id],
    }),
  ],
);

/** One number for each hour of a calendar day, from 00:00 on. */
const byHour = (name: string) => smallint(name).array().notNull();
/** Its sum, as reports over many stores and days need it. */
const inAll = (column: string) =>
  integer(`${column}_in_all`)
    .notNull()
    .generatedAlwaysAs(sql.raw(sumOfHours(column)));
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour + 1);

/**
 * The capacity of a store in each hour of a date, and how much of it is booked or held: seconds of
 * ads, positions of promos and of the top of the hour. There is a row for every date on sale.
 * Only the queries of ads/ledger read and write it; the check refuses what oversells.
 */
export const adLedger = pgTable(
  "ad_ledger",
  {
    companyId: companyId(),
    kind: spotKind(),
    storeId: reference("store_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    capacity: byHour("capacity"),
    booked: byHour("booked"),
    held: byHour("held"),
    capacityInAll: inAll("capacity"),
    bookedInAll: inAll("booked"),
    heldInAll: inAll("held"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.kind, t.storeId, t.day] }),
    // a month of all stores is a tenth of the dates on sale
    index("ad_ledger_day").on(t.companyId, t.kind, t.day, t.storeId),
    foreignKey({
      name: "ad_ledger_store",
      columns: [t.companyId, t.storeId],
      foreignColumns: [store.companyId, store.id],
    }),
    check(
      "ad_ledger_hours",
      sql.join(
        [t.capacity, t.booked, t.held].map(
          (hours) =>
            sql`cardinality(${hours}) = 24 and array_lower(${hours}, 1) = 1 and array_position(${hours}, null) is null`,
        ),
        sql` and `,
      ),
    ),
    check(
      "ad_ledger_never_oversold",
      sql.join(
        hoursOfDay.map((hour) => {
          const at = sql.raw(`[${hour}]`);
          return sql`${t.booked}${at} >= 0 and ${t.held}${at} >= 0 and ${t.booked}${at} + ${t.held}${at} <= ${t.capacity}${at}`;
        }),
        sql` and `,
      ),
    ),
  ],
);

/**
 * The capacity that a store's opening hours and settings allow, where that is less than what is
 * already sold: its ledger row keeps the sold capacity, and the difference is owed.
 */
export const adShortfall = pgTable(
  "ad_shortfall",
  {
    companyId: companyId(),
    kind: spotKind(),
    storeId: reference("store_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    capacity: byHour("capacity"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.kind, t.storeId, t.day] }),
    foreignKey({
      name: "ad_shortfall_ledger",
      columns: [t.companyId, t.kind, t.storeId, t.day],
      foreignColumns: [adLedger.companyId, adLedger.kind, adLedger.storeId, adLedger.day],
    }).onDelete("cascade"),
  ],
);

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
        Object.entries({ ...adSettingLimits, ...adCompanyLimits }).map(
          ([name, { least, most }]) =>
            sql`${t[name as keyof typeof adSettingLimits]} between ${sql.raw(`${least} and ${most}`)}`,
        ),
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
      ${t.approvalAbove}, ${t.discountBy}, ${t.volumeDiscounts}, ${t.seasonDiscounts}, ${t.quoteDays}, ${t.quoteTerms}) = 0`,
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

/**
 * Plays of spots that a brand has bought or holds. A trigger (campaign_state_moves) refuses a move
 * of its state that contract/ads/words.ts does not have.
 */
export const campaign = pgTable(
  "campaign",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    name: text("name").notNull(),
    nameKey: sortKey("name_key", "name"),
    searchLines: searchLines("name"),
    /** A catalogue item of the provider's library. */
    brandId: reference("brand_id"),
    kind: spotKind(),
    /** Capacity that one play uses up: the seconds of an ad, or one position of the other kinds. */
    playTakes: smallint("play_takes").notNull(),
    startsOn: date("starts_on", { mode: "string" }).notNull(),
    endsOn: date("ends_on", { mode: "string" }).notNull(),
    /** 0 is Sunday. */
    weekdays: smallint("weekdays").array().notNull(),
    /** Dates of the flight without a play, whatever their weekday. */
    blackoutDates: date("blackout_dates", { mode: "string" }).array().notNull().default([]),
    /** Stores that never play it; an ID of a store that is gone excludes nothing. */
    blackoutStoreIds: reference("blackout_store_ids").array().notNull().default([]),
    /** By hour of each of its days, or of a week (contract/ads/plays.ts). */
    plays: byHour("plays"),
    /** Where its ads stand in their breaks; null: anywhere. */
    breakPosition: text("break_position", { enum: breakPositions }),
    priority: text("priority", { enum: campaignPriorities }).notNull().default("STANDARD"),
    /** True if its contract lets bookings of higher priority take its plays. */
    mayBePreempted: boolean("may_be_preempted").notNull().default(false),
    /** The goal that its plays are planned for; then `plays` has the most of each hour. */
    goal: jsonb("goal").$type<Goal>(),
    /**
     * Minutes since midnight; `plays` counts them by hour. Null: the plays of an hour are spread
     * over it.
     */
    exactTimes: smallint("exact_times").array(),
    takesNewStores: boolean("takes_new_stores").notNull().default(false),
    note: text("note"),
    state: text("state", { enum: campaignStates }).notNull().default("DRAFT"),
    /** The time at which a hold expires. */
    holdUntil: instant("hold_until"),
    /** Who asked to book a hold that a second person has to approve. */
    approvalAskedBy: text("approval_asked_by"),
    /**
     * In paise of a second of an ad, or of a play of the other kinds, as the rate card had them
     * when plays were first held or booked.
     */
    rate: reference("rate"),
    primeRate: reference("prime_rate"),
    /** In paise, by these rates, of the plays in its lines; null without a rate card. */
    price: reference("price"),
    /** The last change to the plays of its stores; null until plays were first held or booked. */
    playsChangedAt: instant("plays_changed_at"),
    /** The time since which its stores' logs contain that change; null until they do. */
    inLogsAt: instant("in_logs_at"),
    /** The date in the company's time zone on which people were last notified that it is behind. */
    behindToldOn: date("behind_told_on", { mode: "string" }),
    createdBy: text("created_by").notNull(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("campaign_flight").on(t.companyId, t.startsOn, t.id),
    index("campaign_hold_until").on(t.holdUntil).where(sql`${t.state} = 'HELD'`),
    check(
      "campaign_play_takes",
      sql`${t.playTakes} between 1 and 600 and (${t.kind} = 'AD' or ${t.playTakes} = 1)`,
    ),
    check("campaign_hold", sql`(${t.state} = 'HELD') = (${t.holdUntil} is not null)`),
    check("campaign_approval", sql`${t.approvalAskedBy} is null or ${t.state} = 'HELD'`),
    check("campaign_days", sql`${t.endsOn} >= ${t.startsOn} and cardinality(${t.weekdays}) > 0`),
    check(
      "campaign_goal",
      sql`${t.goal} is null or (${t.goal} ->> 'measure' in ('TOTAL', 'STORE_DAY', 'SHARE') and (${t.goal} ->> 'target')::int > 0 and ${t.exactTimes} is null)`,
    ),
    check(
      "campaign_preemption",
      sql`${t.exactTimes} is null or (${t.priority} <> 'HOUSE' and not ${t.mayBePreempted})`,
    ),
    check(
      "campaign_hours",
      sql`cardinality(${t.plays}) in (24, 168) and array_position(${t.plays}, null) is null and 0 <= all(${t.plays})`,
    ),
  ],
);

/** A location of a campaign; none of the four columns set: the company. */
export const campaignUnit = pgTable(
  "campaign_unit",
  {
    companyId: companyId(),
    id: identity(),
    campaignId: reference("campaign_id").notNull(),
    regionId: reference("region_id"),
    zoneId: reference("zone_id"),
    groupId: reference("group_id"),
    storeId: reference("store_id"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    unique("campaign_unit_once")
      .on(t.companyId, t.campaignId, t.regionId, t.zoneId, t.groupId, t.storeId)
      .nullsNotDistinct(),
    check(
      "campaign_unit_one",
      sql`num_nonnulls(${t.regionId}, ${t.zoneId}, ${t.groupId}, ${t.storeId}) <= 1`,
    ),
    foreignKey({
      name: "campaign_unit_campaign",
      columns: [t.companyId, t.campaignId],
      foreignColumns: [campaign.companyId, campaign.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "campaign_unit_region",
      columns: [t.companyId, t.regionId],
      foreignColumns: [region.companyId, region.id],
    }),
    foreignKey({
      name: "campaign_unit_zone",
      columns: [t.companyId, t.zoneId],
      foreignColumns: [zone.companyId, zone.id],
    }),
    foreignKey({
      name: "campaign_unit_group",
      columns: [t.companyId, t.groupId],
      foreignColumns: [storeGroup.companyId, storeGroup.id],
    }),
    foreignKey({
      name: "campaign_unit_store",
      columns: [t.companyId, t.storeId],
      foreignColumns: [store.companyId, store.id],
    }),
  ],
);

/**
 * The rotation of a campaign: each spot gets its weight's share of the plays. A spot that left
 * while the campaign played keeps its row, so that no played spot is deleted.
 */
export const campaignSpot = pgTable(
  "campaign_spot",
  {
    companyId: companyId(),
    campaignId: reference("campaign_id").notNull(),
    spotId: reference("spot_id").notNull(),
    weight: smallint("weight").notNull(),
    /** When the spot left the rotation of a campaign that may already have played it. */
    droppedAt: instant("dropped_at"),
    /**
     * The problem that people were last notified of: withdrawn, or the day on which it ends.
     */
    told: text("told"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.campaignId, t.spotId] }),
    index("campaign_spot_spot").on(t.companyId, t.spotId),
    check("campaign_spot_weight", sql`${t.weight} between 1 and 100`),
    foreignKey({
      name: "campaign_spot_campaign",
      columns: [t.companyId, t.campaignId],
      foreignColumns: [campaign.companyId, campaign.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "campaign_spot_spot",
      columns: [t.companyId, t.spotId],
      foreignColumns: [spot.companyId, spot.id],
    }),
  ],
);

/**
 * The stores that a campaign has taken plays of, or was to, on the dates of its flight from `since`
 * on.
 */
export const campaignStore = pgTable(
  "campaign_store",
  {
    companyId: companyId(),
    campaignId: reference("campaign_id").notNull(),
    storeId: reference("store_id").notNull(),
    since: date("since", { mode: "string" }).notNull(),
    /**
     * The plays that it asks for there (ads/asked-hours.queries.ts), counted when it takes them or
     * its flight changes.
     */
    wanted: integer("wanted").notNull().default(0),
    /** Plays in its lines, added up. */
    taken: integer("taken").notNull(),
    /**
     * The time at which the store left the campaign's locations, or closed: its future plays were
     * given back.
     */
    leftAt: instant("left_at"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.campaignId, t.storeId] }),
    index("campaign_store_store").on(t.companyId, t.storeId),
    foreignKey({
      name: "campaign_store_campaign",
      columns: [t.companyId, t.campaignId],
      foreignColumns: [campaign.companyId, campaign.id],
    }),
    foreignKey({
      name: "campaign_store_store",
      columns: [t.companyId, t.storeId],
      foreignColumns: [store.companyId, store.id],
    }),
  ],
);

/** Exact times that campaigns have: the key lets no two have the same minute in a store. */
export const campaignTime = pgTable(
  "campaign_time",
  {
    companyId: companyId(),
    storeId: reference("store_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    minute: smallint("minute").notNull(),
    campaignId: reference("campaign_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.storeId, t.day, t.minute] }),
    index("campaign_time_campaign").on(t.companyId, t.campaignId),
    check("campaign_time_minute", sql`${t.minute} between 0 and 1439`),
    foreignKey({
      name: "campaign_time_campaign_fk",
      columns: [t.companyId, t.campaignId],
      foreignColumns: [campaign.companyId, campaign.id],
    }),
  ],
);

/**
 * The plays of a campaign that a store owes in each hour of a date: held while the campaign is
 * held, else booked.
 */
export const campaignLine = pgTable(
  "campaign_line",
  {
    companyId: companyId(),
    campaignId: reference("campaign_id").notNull(),
    storeId: reference("store_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    plays: byHour("plays"),
    playsInAll: inAll("plays"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.campaignId, t.storeId, t.day] }),
    index("campaign_line_store_day").on(t.companyId, t.storeId, t.day),
    foreignKey({
      name: "campaign_line_campaign",
      columns: [t.companyId, t.campaignId],
      foreignColumns: [campaign.companyId, campaign.id],
    }),
  ],
);

/**
 * Plays that make up for missed ones, by hour of the date on which they are: they are part of that
 * date's line, which must be there. What is given back of the line leaves here too
 * (ads/ledger).
 */
export const campaignMakeGood = pgTable(
  "campaign_make_good",
  {
    companyId: companyId(),
    campaignId: reference("campaign_id").notNull(),
    storeId: reference("store_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    missedOn: date("missed_on", { mode: "string" }).notNull(),
    plays: byHour("plays"),
    playsInAll: inAll("plays"),
  },
  (t) => [
    primaryKey({
      name: "campaign_make_good_pk",
      columns: [t.companyId, t.campaignId, t.storeId, t.day, t.missedOn],
    }),
    check(
      "campaign_make_good_later",
      sql`${t.day} > ${t.missedOn} and cardinality(${t.plays}) = 24 and 0 <= all(${t.plays})`,
    ),
    foreignKey({
      name: "campaign_make_good_line",
      columns: [t.companyId, t.campaignId, t.storeId, t.day],
      foreignColumns: [
        campaignLine.companyId,
        campaignLine.campaignId,
        campaignLine.storeId,
        campaignLine.day,
      ],
    }).onDelete("cascade"),
  ],
);

/**
 * Plays that a booking of higher priority took of a campaign's line: those of each store, date and
 * hour, and how many of them are not booked again (docs/decisions/ad-priority.md).
 */
export const campaignPreempted = pgTable(
  "campaign_preempted",
  {
    companyId: companyId(),
    campaignId: reference("campaign_id").notNull(),
    storeId: reference("store_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    takenBy: reference("taken_by").notNull(),
    plays: byHour("plays"),
    playsInAll: inAll("plays"),
    owed: integer("owed").notNull(),
  },
  (t) => [
    primaryKey({
      name: "campaign_preempted_pk",
      columns: [t.companyId, t.campaignId, t.storeId, t.day, t.takenBy],
    }),
    index("campaign_preempted_owed").on(t.companyId, t.campaignId).where(sql`${t.owed} > 0`),
    check(
      "campaign_preempted_plays",
      sql`cardinality(${t.plays}) = 24 and 0 <= all(${t.plays}) and ${t.owed} >= 0`,
    ),
    foreignKey({
      name: "campaign_preempted_store",
      columns: [t.companyId, t.campaignId, t.storeId],
      foreignColumns: [campaignStore.companyId, campaignStore.campaignId, campaignStore.storeId],
    }).onDelete("cascade"),
    foreignKey({
      name: "campaign_preempted_taken_by",
      columns: [t.companyId, t.takenBy],
      foreignColumns: [campaign.companyId, campaign.id],
    }),
  ],
);

/**
 * Plays that a store's published day leaves out, or has outside the booked hour: by
 * hour of the date, found when the day `logDay` was made (a day reaches past midnight). A new
 * version of the day replaces them.
 */
export const campaignRefusal = pgTable(
  "campaign_refusal",
  {
    companyId: companyId(),
    storeId: reference("store_id").notNull(),
    logDay: date("log_day", { mode: "string" }).notNull(),
    campaignId: reference("campaign_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    because: text("because", { enum: refusalReasons }).notNull(),
    plays: byHour("plays"),
    /** True if people were notified of this number of plays. */
    told: boolean("told").notNull().default(false),
  },
  (t) => [
    primaryKey({
      name: "campaign_refusal_pk",
      columns: [t.companyId, t.storeId, t.logDay, t.campaignId, t.day, t.because],
    }),
    index("campaign_refusal_campaign").on(t.companyId, t.campaignId, t.day),
    index("campaign_refusal_untold").on(t.companyId).where(sql`not ${t.told}`),
    foreignKey({
      name: "campaign_refusal_of",
      columns: [t.companyId, t.campaignId],
      foreignColumns: [campaign.companyId, campaign.id],
    }),
    foreignKey({
      name: "campaign_refusal_store",
      columns: [t.companyId, t.storeId],
      foreignColumns: [store.companyId, store.id],
    }),
  ],
);

/**
 * The outcome of a campaign's plays in a store up to a date, as totals
 * (docs/decisions/ad-delivery.md). A job counts them; late plays of a counted date delete the row,
 * so that it is counted again. Only ads/counted-delivery.queries.ts and the play log's
 * totals write it.
 */
export const campaignDelivery = pgTable(
  "campaign_delivery",
  {
    companyId: companyId(),
    campaignId: reference("campaign_id").notNull(),
    storeId: reference("store_id").notNull(),
    countedTo: date("counted_to", { mode: "string" }).notNull(),
    booked: integer("booked").notNull(),
    makeGoods: integer("make_goods").notNull(),
    verified: integer("verified").notNull(),
    missed: integer("missed").notNull(),
    extra: integer("extra").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.campaignId, t.storeId] }),
    foreignKey({
      name: "campaign_delivery_store",
      columns: [t.companyId, t.campaignId, t.storeId],
      foreignColumns: [campaignStore.companyId, campaignStore.campaignId, campaignStore.storeId],
    }).onDelete("cascade"),
  ],
);

/**
 * A link that shows a campaign's proof of play to anybody who has it
 * (docs/decisions/proof-of-play.md). Its token is stored nowhere.
 */
export const proofLink = pgTable(
  "proof_link",
  {
    companyId: companyId(),
    id: identity(),
    campaignId: reference("campaign_id").notNull(),
    tokenHash: text("token_hash").notNull(),
    createdAt: createdAt(),
    createdBy: text("created_by").notNull(),
    expiresAt: instant("expires_at").notNull(),
    withdrawnAt: instant("withdrawn_at"),
    withdrawnBy: text("withdrawn_by"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("proof_link_campaign").on(t.companyId, t.campaignId),
    // tokens are random, so unique without a constraint; a request with one does not name a company
    index("proof_link_token").on(t.tokenHash),
    foreignKey({
      name: "proof_link_of_campaign",
      columns: [t.companyId, t.campaignId],
      foreignColumns: [campaign.companyId, campaign.id],
    }).onDelete("cascade"),
  ],
);
