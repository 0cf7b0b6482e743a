import { sql } from "drizzle-orm";
import { boolean, check, date, foreignKey, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { companyId, createdAt, identity, reference, updatedAt } from "./columns.ts";
import { company } from "./organisation.ts";

/** A song of the provider's library. Global reference table: every company's charts and logs point here by id alone. */
export const song = pgTable(
  "song",
  {
    companyId: companyId().references(() => company.id),
    id: identity().unique(),
    title: text("title").notNull(),
    artist: text("artist").notNull(),
    album: text("album"),
    isrc: text("isrc"),
    label: text("label"),
    genre: text("genre").notNull(),
    mood: text("mood").notNull(),
    language: text("language").notNull(),
    /** 1 slow, 2 medium, 3 fast. */
    tempo: smallint("tempo").notNull(),
    durationSeconds: integer("duration_seconds").notNull(),
    audioFile: text("audio_file"),
    licensedFrom: date("licensed_from", { mode: "string" }),
    licensedTo: date("licensed_to", { mode: "string" }),
    active: boolean("active").notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("song_isrc_unique").on(t.companyId, t.isrc),
    check("song_duration", sql`${t.durationSeconds} between 5 and 3600`),
    check("song_tempo", sql`${t.tempo} between 1 and 3`),
  ],
);

/** A popular chart belongs to the provider, a custom chart to a client company. */
export const chart = pgTable(
  "chart",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    name: text("name").notNull(),
    active: boolean("active").notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), uniqueIndex("chart_name_unique").on(t.companyId, sql`lower(${t.name})`)],
);

export const chartSong = pgTable(
  "chart_song",
  {
    companyId: companyId(),
    chartId: reference("chart_id").notNull(),
    songId: reference("song_id")
      .notNull()
      .references(() => song.id),
    position: integer("position").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.chartId, t.songId] }),
    index("chart_song_song").on(t.songId),
    foreignKey({ name: "chart_song_chart", columns: [t.companyId, t.chartId], foreignColumns: [chart.companyId, chart.id] }).onDelete(
      "cascade",
    ),
  ],
);

/** Ads, promos and top-of-the-hour items, at the minutes of every open hour that they are set to; campaigns will book them instead. */
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
    minutesOfHour: smallint("minutes_of_hour").array().notNull(),
    startsOn: date("starts_on", { mode: "string" }),
    endsOn: date("ends_on", { mode: "string" }),
    active: boolean("active").notNull().default(true),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), check("spot_duration", sql`${t.durationSeconds} between 1 and 600`)],
);
