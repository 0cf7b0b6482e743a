import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { eventModes } from "#contract/schedule/words";
import {
  companyId,
  createdAt,
  identity,
  reference,
  sortKey,
  updatedAt,
  version,
} from "./columns.ts";
import { song } from "./library.ts";
import { company, region, store, storeGroup, zone } from "./organisation.ts";

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
