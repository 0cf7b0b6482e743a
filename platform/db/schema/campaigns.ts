import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { breakPositions, campaignPriorities, campaignStates, type Goal } from "#contract/ads/words";
import {
  byHour,
  companyId,
  createdAt,
  identity,
  instant,
  reference,
  searchLines,
  sortKey,
  spotKind,
  updatedAt,
  version,
} from "./columns.ts";
import { catalogueItem } from "./library.ts";
import { company, region, store, storeGroup, zone } from "./organisation.ts";
import { spot } from "./spots.ts";

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
    /** A brand of the company's own list or of the provider's library. */
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
    /** The position of its ads in their breaks; null: any. */
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
    index("campaign_brand").on(t.brandId).where(sql`${t.brandId} is not null`),
    foreignKey({
      name: "campaign_of_brand",
      columns: [t.brandId],
      foreignColumns: [catalogueItem.id],
    }),
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
