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
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { bytes, companyId, createdAt, identity, instant, reference } from "./columns.ts";
import { groupPlaylist } from "./group-playlists.ts";
import { store } from "./organisation.ts";

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
