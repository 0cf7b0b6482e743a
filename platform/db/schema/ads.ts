import { sql } from "drizzle-orm";
import { boolean, check, date, foreignKey, index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { companyId, identity, reference } from "./columns.ts";
import { company } from "./organisation.ts";

/** What plays between songs: ads, promos and top-of-the-hour items. */
export const spot = pgTable(
  "spot",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    kind: text("kind", { enum: ["AD", "JINGLE", "TOH"] }).notNull(),
    name: text("name").notNull(),
    brand: text("brand"),
    durationSeconds: integer("duration_seconds").notNull(),
    audioFile: text("audio_file"),
    active: boolean("active").notNull().default(true),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), check("spot_duration", sql`${t.durationSeconds} between 1 and 600`)],
);

/**
 * When a spot plays: at a minute of every open hour, from its first day to its last. Several bookings may have the same minute, of
 * one spot too: each is placed. Campaigns will add hours and stores.
 */
export const spotBooking = pgTable(
  "spot_booking",
  {
    companyId: companyId(),
    id: identity(),
    spotId: reference("spot_id").notNull(),
    minuteOfHour: smallint("minute_of_hour").notNull(),
    startsOn: date("starts_on", { mode: "string" }),
    endsOn: date("ends_on", { mode: "string" }),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("spot_booking_spot").on(t.companyId, t.spotId),
    check("spot_booking_minute", sql`${t.minuteOfHour} between 0 and 59`),
    foreignKey({ name: "spot_booking_spot_fk", columns: [t.companyId, t.spotId], foreignColumns: [spot.companyId, spot.id] }),
  ],
);
