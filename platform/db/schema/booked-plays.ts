import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
} from "drizzle-orm/pg-core";
import { campaign } from "./campaigns.ts";
import { byHour, companyId, instant, reference, sumColumn } from "./columns.ts";
import { store } from "./organisation.ts";

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
     * The plays that it asks for there (ads/availability/asked-hours.queries.ts), counted when it
     * takes them or its flight changes.
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
    playsInAll: sumColumn("plays"),
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
    playsInAll: sumColumn("plays"),
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
    playsInAll: sumColumn("plays"),
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
