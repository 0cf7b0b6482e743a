import { sql } from "drizzle-orm";
import {
  bit,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { companyId, instant, reference } from "./columns.ts";
import { company } from "./organisation.ts";

/** A bit for each minute of an hour, the first on the left. */
const minutesOfHour = (name: string) => bit(name, { dimensions: 60 });
const noMinutes = sql`repeat('0', 60)::bit(60)`;

/** Volume, 0 to 100, over the minutes online. */
const volumes = {
  volumeLeast: smallint("volume_least"),
  volumeSum: integer("volume_sum").notNull().default(0),
  volumeMost: smallint("volume_most"),
};

/**
 * A store's heartbeats in an hour of its local time, minute by minute
 * (docs/decisions/telemetry.md). Partitioned by month of hour_at (the migration says so; drizzle
 * cannot).
 */
export const storeHour = pgTable(
  "store_hour",
  {
    companyId: companyId(),
    storeId: reference("store_id").notNull(),
    /**
     * The instant of its first minute, or at which that would have been where clocks change within
     * the hour.
     */
    hourAt: instant("hour_at").notNull(),
    /** The hour in the store's local time, as its clock was then. */
    localHour: timestamp("local_hour", { precision: 0, mode: "string" }).notNull(),
    /**
     * The minutes in which the store was open; null until the hour is over and was added to its
     * day.
     */
    open: minutesOfHour("open"),
    /** Open minutes with a heartbeat. */
    online: minutesOfHour("online").notNull().default(noMinutes),
    /**
     * The online minutes in which it played, and those with a volume below the company's threshold.
     */
    playing: minutesOfHour("playing").notNull().default(noMinutes),
    quiet: minutesOfHour("quiet").notNull().default(noMinutes),
    /** The online minutes in which a person had paused it. */
    paused: minutesOfHour("paused").notNull().default(noMinutes),
    ...volumes,
    playerVersion: text("player_version"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.storeId, t.hourAt] }),
    index("store_hour_running").on(t.companyId, t.hourAt).where(sql`${t.open} is null`),
  ],
);

/** The sums of a store's hours by the date on its own clock; kept when the hours are dropped. */
export const storeDay = pgTable(
  "store_day",
  {
    companyId: companyId(),
    day: date("day", { mode: "string" }).notNull(),
    storeId: reference("store_id").notNull(),
    /** Minutes. */
    open: integer("open").notNull(),
    online: integer("online").notNull(),
    playing: integer("playing").notNull(),
    quiet: integer("quiet").notNull(),
    paused: integer("paused").notNull().default(0),
    ...volumes,
    /** The minute of the last heartbeat that counted. */
    lastSeenAt: instant("last_seen_at"),
    playerVersion: text("player_version"),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.day, t.storeId] })],
);

/** The time up to which the hours of a company's stores were added to their days. */
export const storeHoursAdded = pgTable("store_hours_added", {
  companyId: companyId()
    .primaryKey()
    .references(() => company.id),
  until: instant("until").notNull(),
});
