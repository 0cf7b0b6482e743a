import { sql } from "drizzle-orm";
import {
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
  uniqueIndex,
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
import { companyId, identity, reference, updatedAt, version } from "./columns.ts";
import { catalogueItem } from "./library.ts";
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
