import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  companyId,
  createdAt,
  identity,
  reference,
  searchLines,
  sortKey,
  updatedAt,
  version,
} from "./columns.ts";
import { song } from "./library.ts";
import { company } from "./organisation.ts";

/** A popular chart belongs to the provider, a custom chart to a client company. */
export const chart = pgTable(
  "chart",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    name: text("name").notNull(),
    nameKey: sortKey("name_key", "name"),
    searchLines: searchLines("name"),
    description: text("description"),
    logoFileId: uuid("logo_file_id"),
    /** The default chart view of its make-up. */
    display: text("display", { enum: ["bar", "pie", "linear"] })
      .notNull()
      .default("bar"),
    active: boolean("active").notNull().default(true),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("chart_name_unique").on(t.companyId, sql`lower(${t.name})`),
  ],
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
    /** From 1 to 10: how many times as often it is drawn as a song of weight 1. */
    weight: smallint("weight").notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.chartId, t.songId] }),
    index("chart_song_song").on(t.songId),
    index("chart_song_order").on(t.companyId, t.chartId, t.position, t.songId),
    check("chart_song_weight", sql`${t.weight} between 1 and 10`),
    foreignKey({
      name: "chart_song_chart",
      columns: [t.companyId, t.chartId],
      foreignColumns: [chart.companyId, chart.id],
    }).onDelete("cascade"),
  ],
);
