import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { refusalReasons } from "#contract/ads/words";
import { campaignStore } from "./booked-plays.ts";
import { campaign } from "./campaigns.ts";
import { byHour, companyId, reference } from "./columns.ts";
import { store } from "./organisation.ts";

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
 * so that it is counted again. Only ads/delivery/counted-delivery.queries.ts and the play log's
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
