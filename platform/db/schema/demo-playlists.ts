import {
  boolean,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import { industryTypes } from "#contract/onboarding/words";
import {
  companyId,
  createdAt,
  identity,
  reference,
  sortKey,
  updatedAt,
  version,
} from "./columns.ts";
import { catalogueItem, song } from "./library.ts";
import { company } from "./organisation.ts";

/**
 * Songs for visitors to listen to before they are clients; anybody with the token can open the page
 * (docs/decisions/demo-playlists.md).
 */
export const demoPlaylist = pgTable(
  "demo_playlist",
  {
    companyId: companyId().references(() => company.id),
    id: identity(),
    token: text("token").notNull(),
    name: text("name").notNull(),
    nameKey: sortKey("name_key", "name"),
    languageId: reference("language_id").notNull(),
    /** A genre of the catalogue. */
    songTypeId: reference("song_type_id").notNull(),
    industry: text("industry", { enum: industryTypes }).notNull(),
    /** True if the public page lists it. */
    listed: boolean("listed").notNull(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("demo_playlist_token").on(t.token),
    index("demo_playlist_by_language").on(t.companyId, t.languageId),
    index("demo_playlist_by_song_type").on(t.companyId, t.songTypeId),
    foreignKey({
      name: "demo_playlist_language",
      columns: [t.companyId, t.languageId],
      foreignColumns: [catalogueItem.companyId, catalogueItem.id],
    }),
    foreignKey({
      name: "demo_playlist_song_type",
      columns: [t.companyId, t.songTypeId],
      foreignColumns: [catalogueItem.companyId, catalogueItem.id],
    }),
  ],
);

/** The songs of a demo playlist in their order, each once. */
export const demoPlaylistSong = pgTable(
  "demo_playlist_song",
  {
    companyId: companyId(),
    demoPlaylistId: reference("demo_playlist_id").notNull(),
    songId: reference("song_id")
      .notNull()
      .references(() => song.id),
    position: smallint("position").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.demoPlaylistId, t.songId] }),
    index("demo_playlist_song_song").on(t.songId),
    foreignKey({
      name: "demo_playlist_song_playlist",
      columns: [t.companyId, t.demoPlaylistId],
      foreignColumns: [demoPlaylist.companyId, demoPlaylist.id],
    }).onDelete("cascade"),
  ],
);
