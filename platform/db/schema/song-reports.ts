import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { songReportOutcomes, songReportReasons } from "#contract/song-reports/words";
import { companyId, identity, instant, reference } from "./columns.ts";
import { song } from "./library.ts";
import { store } from "./organisation.ts";

/**
 * Songs that a store does not want to play. The index song_report_open allows one open row per
 * store and song.
 */
export const songReport = pgTable(
  "song_report",
  {
    companyId: companyId(),
    id: identity(),
    storeId: reference("store_id").notNull(),
    songId: reference("song_id")
      .notNull()
      .references(() => song.id),
    reason: text("reason", { enum: songReportReasons }).notNull(),
    note: text("note"),
    /** The player's ID of the last report; each ID counts once. */
    eventId: uuid("event_id").notNull(),
    times: integer("times").notNull().default(1),
    reportedAt: instant("reported_at").notNull(),
    outcome: text("outcome", { enum: songReportOutcomes }),
    answer: text("answer"),
    settledBy: text("settled_by"),
    settledAt: instant("settled_at"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("song_report_open")
      .on(t.companyId, t.songId, t.storeId)
      .where(sql`${t.settledAt} is null`),
    index("song_report_by_time").on(t.companyId, t.reportedAt, t.id),
    index("song_report_of_store").on(t.companyId, t.storeId, t.songId),
    index("song_report_song").on(t.songId),
    check(
      "song_report_settled",
      sql`num_nonnulls(${t.outcome}, ${t.settledBy}, ${t.settledAt}) in (0, 3)`,
    ),
    foreignKey({
      name: "song_report_store",
      columns: [t.companyId, t.storeId],
      foreignColumns: [store.companyId, store.id],
    }).onDelete("cascade"),
  ],
);
