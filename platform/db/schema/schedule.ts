import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { arcLimits } from "#contract/schedule/day-arc";
import type { SeparationRule } from "#contract/schedule/separation-rules";
import {
  depthLimits,
  fixedPointChoices,
  pauseLimits,
  shareMeasures,
  topWaitLimits,
} from "#contract/schedule/separation-words";
import { editKinds, eventModes, publishedHow } from "#contract/schedule/words";
import {
  bytes,
  companyId,
  createdAt,
  identity,
  instant,
  reference,
  sortKey,
  updatedAt,
  version,
} from "./columns.ts";
import { catalogueItem, song } from "./library.ts";
import { company, region, store, storeGroup, zone } from "./organisation.ts";

/** A daypart: minutes since local midnight, and the weekdays (0 is Sunday) on which it applies. */
export const timeSlot = pgTable(
  "time_slot",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    name: text("name").notNull(),
    fromMinute: smallint("from_minute").notNull(),
    toMinute: smallint("to_minute").notNull(),
    weekdays: smallint("weekdays").array().notNull().default([0, 1, 2, 3, 4, 5, 6]),
    /** A slot of a season goes before those of the year on its dates; null for the whole year. */
    startsOn: date("starts_on", { mode: "string" }),
    endsOn: date("ends_on", { mode: "string" }),
    /** Counts up with each change. */
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    check(
      "time_slot_season",
      sql`num_nulls(${t.startsOn}, ${t.endsOn}) in (0, 2) and ${t.endsOn} >= ${t.startsOn}`,
    ),
    uniqueIndex("time_slot_name_unique").on(t.companyId, sql`lower(${t.name})`),
    check(
      "time_slot_range",
      sql`${t.fromMinute} between 0 and 1439 and ${t.toMinute} > ${t.fromMinute} and ${t.toMinute} <= ${t.fromMinute} + 1440`,
    ),
  ],
);

/**
 * The rule of one unit (none of the four columns set: the company) for one time slot; units below
 * inherit it unless they have their own.
 */
export const masterRule = pgTable(
  "master_rule",
  {
    companyId: companyId(),
    id: identity(),
    timeSlotId: reference("time_slot_id").notNull(),
    regionId: reference("region_id"),
    zoneId: reference("zone_id"),
    groupId: reference("group_id"),
    storeId: reference("store_id"),
    /** Counts up with each change; part of the seed of a day. */
    version: version(),
    shareBy: text("share_by", { enum: shareMeasures }).notNull().default("PLAYS"),
    /**
     * In the order of a person's choice (contract/schedule/separation-rules.ts): read and written
     * as a whole.
     */
    separation: jsonb("separation").$type<SeparationRule[]>().notNull().default(sql`'[]'`),
    searchDepth: smallint("search_depth").notNull().default(depthLimits.usual),
    /**
     * The chart that plays where one of the mix has no song: the company's own or one of the
     * provider's.
     */
    fallbackChartCompanyId: reference("fallback_chart_company_id"),
    fallbackChartId: reference("fallback_chart_id"),
    beforeFixedPoint: text("before_fixed_point", { enum: fixedPointChoices })
      .notNull()
      .default("PAUSE"),
    longestPauseSeconds: smallint("longest_pause_seconds").notNull().default(pauseLimits.usual),
    topWaitSeconds: smallint("top_wait_seconds").notNull().default(topWaitLimits.usual),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    unique("master_rule_once")
      .on(t.companyId, t.timeSlotId, t.regionId, t.zoneId, t.groupId, t.storeId)
      .nullsNotDistinct(),
    check("master_rule_separation", sql`jsonb_typeof(${t.separation}) = 'array'`),
    check(
      "master_rule_search_depth",
      sql`${t.searchDepth} between ${sql.raw(String(depthLimits.least))} and ${sql.raw(String(depthLimits.most))}`,
    ),
    check(
      "master_rule_longest_pause",
      sql`${t.longestPauseSeconds} between ${sql.raw(String(pauseLimits.least))} and ${sql.raw(String(pauseLimits.most))}`,
    ),
    check(
      "master_rule_top_wait",
      sql`${t.topWaitSeconds} between ${sql.raw(String(topWaitLimits.least))} and ${sql.raw(String(topWaitLimits.most))}`,
    ),
    check(
      "master_rule_fallback",
      sql`num_nulls(${t.fallbackChartCompanyId}, ${t.fallbackChartId}) in (0, 2)`,
    ),
    check(
      "master_rule_one_unit",
      sql`num_nonnulls(${t.regionId}, ${t.zoneId}, ${t.groupId}, ${t.storeId}) <= 1`,
    ),
    foreignKey({
      name: "master_rule_time_slot",
      columns: [t.companyId, t.timeSlotId],
      foreignColumns: [timeSlot.companyId, timeSlot.id],
    }),
    foreignKey({
      name: "master_rule_region",
      columns: [t.companyId, t.regionId],
      foreignColumns: [region.companyId, region.id],
    }),
    foreignKey({
      name: "master_rule_zone",
      columns: [t.companyId, t.zoneId],
      foreignColumns: [zone.companyId, zone.id],
    }),
    foreignKey({
      name: "master_rule_group",
      columns: [t.companyId, t.groupId],
      foreignColumns: [storeGroup.companyId, storeGroup.id],
    }),
    foreignKey({
      name: "master_rule_store",
      columns: [t.companyId, t.storeId],
      foreignColumns: [store.companyId, store.id],
    }),
  ],
);

/**
 * One line of a rule's mix: a percentage from a chart, the company's own or one of the
 * provider's; without a chart, from the songs that match the line's items.
 */
export const masterRuleMix = pgTable(
  "master_rule_mix",
  {
    companyId: companyId(),
    ruleId: reference("rule_id").notNull(),
    position: smallint("position").notNull(),
    chartCompanyId: reference("chart_company_id"),
    chartId: reference("chart_id"),
    percent: smallint("percent").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.ruleId, t.position] }),
    unique("master_rule_mix_chart").on(t.companyId, t.ruleId, t.chartCompanyId, t.chartId),
    check("master_rule_mix_percent", sql`${t.percent} between 1 and 100`),
    check("master_rule_mix_chart_key", sql`num_nulls(${t.chartCompanyId}, ${t.chartId}) in (0, 2)`),
    foreignKey({
      name: "master_rule_mix_rule",
      columns: [t.companyId, t.ruleId],
      foreignColumns: [masterRule.companyId, masterRule.id],
    }).onDelete("cascade"),
  ],
);

/** The attributes that the songs of a mix's line have; an item used in a line cannot be deleted. */
export const masterRuleMixItem = pgTable(
  "master_rule_mix_item",
  {
    companyId: companyId(),
    ruleId: reference("rule_id").notNull(),
    position: smallint("position").notNull(),
    itemCompanyId: reference("item_company_id").notNull(),
    itemId: reference("item_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.ruleId, t.position, t.itemId] }),
    index("master_rule_mix_item_item").on(t.itemCompanyId, t.itemId),
    foreignKey({
      name: "master_rule_mix_item_line",
      columns: [t.companyId, t.ruleId, t.position],
      foreignColumns: [masterRuleMix.companyId, masterRuleMix.ruleId, masterRuleMix.position],
    }).onDelete("cascade"),
    foreignKey({
      name: "master_rule_mix_item_item_fk",
      columns: [t.itemCompanyId, t.itemId],
      foreignColumns: [catalogueItem.companyId, catalogueItem.id],
    }),
  ],
);

/** Points of a rule's arc: energy and mood over the day; a mood that a rule asks for cannot be deleted. */
export const masterRuleArcPoint = pgTable(
  "master_rule_arc_point",
  {
    companyId: companyId(),
    ruleId: reference("rule_id").notNull(),
    hour: smallint("hour").notNull(),
    energy: smallint("energy"),
    moodCompanyId: reference("mood_company_id"),
    moodId: reference("mood_id"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.ruleId, t.hour] }),
    index("master_rule_arc_point_of_mood").on(t.moodCompanyId, t.moodId),
    check(
      "master_rule_arc_point_range",
      sql`${t.hour} between 0 and 23 and ${t.energy} between 0 and ${sql.raw(String(arcLimits.energy))}`,
    ),
    check(
      "master_rule_arc_point_mood_whole",
      sql`num_nulls(${t.moodCompanyId}, ${t.moodId}) in (0, 2)`,
    ),
    foreignKey({
      name: "master_rule_arc_point_rule",
      columns: [t.companyId, t.ruleId],
      foreignColumns: [masterRule.companyId, masterRule.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "master_rule_arc_point_mood",
      columns: [t.moodCompanyId, t.moodId],
      foreignColumns: [catalogueItem.companyId, catalogueItem.id],
    }),
  ],
);

/**
 * Takes over from the rules on its days, in its hours, in its locations
 * (docs/decisions/event-playlists.md).
 */
export const eventPlaylist = pgTable(
  "event_playlist",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    name: text("name").notNull(),
    nameKey: sortKey("name_key", "name"),
    startsOn: date("starts_on", { mode: "string" }).notNull(),
    endsOn: date("ends_on", { mode: "string" }).notNull(),
    /** 0 is Sunday. */
    weekdays: smallint("weekdays").array().notNull(),
    /** Minutes as in a time slot: above 1440 it runs into the next day. */
    fromMinute: smallint("from_minute").notNull(),
    toMinute: smallint("to_minute").notNull(),
    /** Decides between two events on the same level of location: the higher priority plays. */
    priority: smallint("priority").notNull(),
    mode: text("mode", { enum: eventModes }).notNull(),
    imageFileId: uuid("image_file_id"),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    check(
      "event_playlist_days",
      sql`${t.endsOn} >= ${t.startsOn} and cardinality(${t.weekdays}) > 0`,
    ),
    check(
      "event_playlist_hours",
      sql`${t.fromMinute} between 0 and 1439 and ${t.toMinute} > ${t.fromMinute} and ${t.toMinute} <= ${t.fromMinute} + 1440`,
    ),
    check("event_playlist_priority", sql`${t.priority} between 1 and 9`),
  ],
);

/** A location of an event; none of the four columns set: the company. */
export const eventPlaylistUnit = pgTable(
  "event_playlist_unit",
  {
    companyId: companyId(),
    id: identity(),
    eventId: reference("event_id").notNull(),
    regionId: reference("region_id"),
    zoneId: reference("zone_id"),
    groupId: reference("group_id"),
    storeId: reference("store_id"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    unique("event_playlist_unit_once")
      .on(t.companyId, t.eventId, t.regionId, t.zoneId, t.groupId, t.storeId)
      .nullsNotDistinct(),
    check(
      "event_playlist_unit_one",
      sql`num_nonnulls(${t.regionId}, ${t.zoneId}, ${t.groupId}, ${t.storeId}) <= 1`,
    ),
    foreignKey({
      name: "event_playlist_unit_event",
      columns: [t.companyId, t.eventId],
      foreignColumns: [eventPlaylist.companyId, eventPlaylist.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "event_playlist_unit_region",
      columns: [t.companyId, t.regionId],
      foreignColumns: [region.companyId, region.id],
    }),
    foreignKey({
      name: "event_playlist_unit_zone",
      columns: [t.companyId, t.zoneId],
      foreignColumns: [zone.companyId, zone.id],
    }),
    foreignKey({
      name: "event_playlist_unit_group",
      columns: [t.companyId, t.groupId],
      foreignColumns: [storeGroup.companyId, storeGroup.id],
    }),
    foreignKey({
      name: "event_playlist_unit_store",
      columns: [t.companyId, t.storeId],
      foreignColumns: [store.companyId, store.id],
    }),
  ],
);

/** The songs of an event in their order, each once. */
export const eventPlaylistSong = pgTable(
  "event_playlist_song",
  {
    companyId: companyId(),
    eventId: reference("event_id").notNull(),
    songId: reference("song_id")
      .notNull()
      .references(() => song.id),
    position: smallint("position").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.eventId, t.songId] }),
    index("event_playlist_song_song").on(t.songId),
    foreignKey({
      name: "event_playlist_song_event",
      columns: [t.companyId, t.eventId],
      foreignColumns: [eventPlaylist.companyId, eventPlaylist.id],
    }).onDelete("cascade"),
  ],
);

/**
 * The music of a group on a date: each row is an immutable version. A draft is made again when its
 * inputs change, a published day is not.
 */
export const groupPlaylist = pgTable(
  "group_playlist",
  {
    companyId: companyId(),
    id: identity(),
    /** Null for the company's stores without a group: they play together, by its rule. */
    groupId: reference("group_id"),
    day: date("day", { mode: "string" }).notNull(),
    version: integer("version").notNull(),
    state: text("state", { enum: ["draft", "published", "superseded"] }).notNull(),
    /** Digest of everything the day was made from: when it differs today, the draft is stale. */
    inputsDigest: text("inputs_digest").notNull(),
    /**
     * Digests of the inputs that a published day follows by itself (stores, hours, zones, spots)
     * and of those that it follows only when a person republishes it (rules, charts).
     */
    factsDigest: text("facts_digest"),
    choicesDigest: text("choices_digest"),
    /**
     * The events that apply to its group or one of its stores on the day, by their ids, each with
     * what it played (`playsOfEvent`).
     */
    events: jsonb("events").$type<Record<string, string>>().notNull().default({}),
    /** The engine's result: positions with their trace, and the summary. */
    positions: jsonb("positions").notNull(),
    summary: jsonb("summary").notNull(),
    /**
     * The songs of the positions in their order and the second at which each begins: what the days
     * after rest from.
     */
    songIds: integer("song_ids").array().notNull().default(sql`'{}'`),
    songStarts: integer("song_starts").array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
    /**
     * The person who changed a version into this one, and how; null where it was made from its
     * inputs alone.
     */
    editedBy: text("edited_by"),
    editedHow: text("edited_how", { enum: editKinds }),
    publishedAt: instant("published_at"),
    /** The person; null where the schedule published by itself. */
    publishedBy: text("published_by"),
    publishedHow: text("published_how", { enum: publishedHow }),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    unique("group_playlist_version")
      .on(t.companyId, t.groupId, t.day, t.version)
      .nullsNotDistinct(),
    uniqueIndex("group_playlist_one_draft")
      .on(t.companyId, sql`coalesce(${t.groupId}, 0)`, t.day)
      .where(sql`state = 'draft'`),
    uniqueIndex("group_playlist_one_published")
      .on(t.companyId, sql`coalesce(${t.groupId}, 0)`, t.day)
      .where(sql`state = 'published'`),
    foreignKey({
      name: "group_playlist_group",
      columns: [t.companyId, t.groupId],
      foreignColumns: [storeGroup.companyId, storeGroup.id],
    }),
  ],
);

/**
 * The log of a store on a date: the published group playlist in the store's local time, with its
 * spots. An item is identified by the row's id and its index in the log. Only
 * schedule/logs/store-logs.queries.ts and those beside it read and write how positions are stored.
 */
export const storeLog = pgTable(
  "store_log",
  {
    companyId: companyId(),
    id: identity(),
    storeId: reference("store_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    playlistId: reference("playlist_id").notNull(),
    /**
     * The instant at which the store's clock would show 00:00 of the date; null for a log without
     * positions.
     */
    midnight: instant("midnight"),
    /** A run of the group's positions, up to and without the last; null in a log that has `own`. */
    fromPosition: smallint("from_position"),
    toPosition: smallint("to_position"),
    /**
     * The songs in the order they play, and each spot once, so that logs with one of them are
     * found.
     */
    songs: integer("songs").array(),
    spots: integer("spots").array(),
    /** The parts of the positions that the group's day lacks (docs/decisions/store-logs.md). */
    own: bytes("own"),
    /**
     * Digest of the store's own inputs to its log; null in logs made before it was recorded.
     */
    factsDigest: text("facts_digest"),
    createdAt: createdAt(),
    supersededAt: instant("superseded_at"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    // keeps a company's logs of a date together; the next index finds those of a store's dates
    uniqueIndex("store_log_current")
      .on(t.companyId, t.day, t.storeId)
      .where(sql`superseded_at is null`),
    index("store_log_day").on(t.companyId, t.storeId, t.day),
    index("store_log_playlist").on(t.companyId, t.playlistId),
    check(
      "store_log_run_or_own",
      sql`num_nulls(${t.fromPosition}, ${t.toPosition}) in (0, 2) and (${t.fromPosition} is null) = (${t.own} is not null)
      and num_nulls(${t.songs}, ${t.spots}, ${t.own}) in (0, 3) and ${t.fromPosition} <= ${t.toPosition}`,
    ),
    foreignKey({
      name: "store_log_store",
      columns: [t.companyId, t.storeId],
      foreignColumns: [store.companyId, store.id],
    }),
    foreignKey({
      name: "store_log_playlist_fk",
      columns: [t.companyId, t.playlistId],
      foreignColumns: [groupPlaylist.companyId, groupPlaylist.id],
    }),
  ],
);
