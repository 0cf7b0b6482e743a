import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  bytes,
  companyId,
  createdAt,
  identity,
  reference,
  sortKey,
  updatedAt,
  version,
} from "./columns.ts";
import { company } from "./organisation.ts";

/**
 * One mechanism for every list that songs (and later spots) are described by: genres, moods,
 * languages, singers and so on.
 */
export const catalogueItem = pgTable(
  "catalogue_item",
  {
    companyId: companyId().references(() => company.id),
    id: identity().unique(),
    kind: text("kind", {
      enum: [
        "genre",
        "mood",
        "language",
        "singer",
        "composer",
        "era",
        "tempo",
        "vocal",
        "play-window",
        "rating-chart",
        "season",
        "brand",
        "licence",
      ],
    }).notNull(),
    name: text("name").notNull(),
    nameKey: sortKey("name_key", "name"),
    /**
     * The order of lists that have one; of a tempo its speed, which scheduling steps by: 1 slow, 2
     * medium, 3 fast.
     */
    rank: smallint("rank"),
    /**
     * When its songs may start, as a time slot's times; null at any time. 0 is Sunday.
     */
    playFromMinute: smallint("play_from_minute"),
    playToMinute: smallint("play_to_minute"),
    playWeekdays: smallint("play_weekdays").array(),
    active: boolean("active").notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("catalogue_item_name_unique").on(t.companyId, t.kind, sql`lower(${t.name})`),
    index("catalogue_item_window")
      .on(t.companyId, t.id)
      .where(sql`${t.playFromMinute} is not null`),
    check(
      "catalogue_item_play_window",
      sql`num_nulls(${t.playFromMinute}, ${t.playToMinute}, ${t.playWeekdays}) = 3
        or (num_nulls(${t.playFromMinute}, ${t.playToMinute}, ${t.playWeekdays}) = 0
          and ${t.playFromMinute} between 0 and 1439 and ${t.playToMinute} > ${t.playFromMinute}
          and ${t.playToMinute} <= ${t.playFromMinute} + 1440 and cardinality(${t.playWeekdays}) > 0)`,
    ),
    check(
      "catalogue_item_name",
      sql`${t.name} = btrim(regexp_replace(${t.name}, '\\s+', ' ', 'g')) and ${t.name} <> ''`,
    ),
    check(
      "catalogue_item_tempo",
      sql`${t.kind} <> 'tempo' or coalesce(${t.rank} between 1 and 3, false)`,
    ),
  ],
);

/**
 * Rises with each change of a company's songs or catalogue lists: an index of them reads everything
 * newer than the revision it has.
 */
export const libraryRevision = pgTable("library_revision", {
  companyId: companyId()
    .primaryKey()
    .references(() => company.id),
  revision: reference("revision").notNull(),
});

/**
 * A song of the provider's library. Global reference table: every company's charts and logs point
 * here by id alone.
 */
export const song = pgTable(
  "song",
  {
    companyId: companyId().references(() => company.id),
    id: identity().unique(),
    title: text("title").notNull(),
    /**
     * The artist line as shown and as artist separation reads it ("A feat. B"); the singers are in
     * song_tag.
     */
    artist: text("artist").notNull(),
    album: text("album"),
    isrc: text("isrc"),
    label: text("label"),
    year: smallint("year"),
    genreId: reference("genre_id"),
    moodId: reference("mood_id"),
    languageId: reference("language_id"),
    eraId: reference("era_id"),
    tempoId: reference("tempo_id"),
    /** The singing: female, male, mixed or none. */
    vocalId: reference("vocal_id"),
    /** A list of hours in which it may start. */
    playWindowId: reference("play_window_id"),
    ratingChartId: reference("rating_chart_id"),
    licenceId: reference("licence_id"),
    explicit: boolean("explicit").notNull().default(false),
    /** 0 calm to 100 driving. */
    energy: smallint("energy"),
    bpm: smallint("bpm"),
    /** Integrated loudness in LUFS (EBU R 128), if the file has it. */
    loudness: real("loudness"),
    durationSeconds: integer("duration_seconds").notNull(),
    /**
     * Where its sound begins and ends in the file, without silence at both ends; the length is that
     * between them. Null: at the file's end.
     */
    cueInMs: integer("cue_in_ms").notNull().default(0),
    cueOutMs: integer("cue_out_ms"),
    /** Length of the whole file; null for audio that came before it was measured. */
    audioMs: integer("audio_ms"),
    /** Key of the audio in the file store. */
    audioFile: text("audio_file"),
    /** SHA-256 of the audio's bytes, in hex. */
    audioSha256: text("audio_sha256"),
    /** Highest sample of each of the parts the song is cut into, 0 to 255, for drawing. */
    peaks: bytes("peaks"),
    pictureFileId: uuid("picture_file_id"),
    licensedFrom: date("licensed_from", { mode: "string" }),
    licensedTo: date("licensed_to", { mode: "string" }),
    /** Countries (ISO 3166-1 alpha-2) the licence is for; empty: all. */
    territories: text("territories").array().notNull().default([]),
    /**
     * The only company that sees and plays it beside its owner, the provider; null: all companies
     * do. Read through songsWithin (access/scope-conditions.ts).
     */
    reservedForId: reference("reserved_for_id").references(() => company.id),
    active: boolean("active").notNull().default(true),
    /** The library's revision at its last change. */
    revision: reference("revision").notNull().default(0),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex("song_isrc_unique").on(t.companyId, t.isrc),
    index("song_revision").on(t.companyId, t.revision),
    index("song_audio").on(t.companyId, t.audioSha256),
    index("song_reserved")
      .on(t.reservedForId, t.pictureFileId)
      .where(sql`${t.reservedForId} is not null`),
    // what mixes choose songs by; a tempo or rating chart alone has too many songs for an index to help
    index("song_by_language").on(t.companyId, t.languageId),
    index("song_by_genre").on(t.companyId, t.genreId),
    index("song_by_mood").on(t.companyId, t.moodId),
    index("song_by_era").on(t.companyId, t.eraId),
    index("song_title_artist").on(
      t.companyId,
      sql`left(lower(${t.title}), 200)`,
      sql`left(lower(${t.artist}), 200)`,
    ),
    check(
      "song_cues",
      sql`${t.cueInMs} >= 0 and ${t.cueOutMs} > ${t.cueInMs} and ${t.cueOutMs} <= ${t.audioMs}`,
    ),
    check("song_duration", sql`${t.durationSeconds} between 5 and 3600`),
    check("song_energy", sql`${t.energy} between 0 and 100`),
    check("song_bpm", sql`${t.bpm} between 20 and 400`),
    check("song_licence_dates", sql`${t.licensedTo} >= ${t.licensedFrom}`),
    ...(
      [
        ["song_genre", t.genreId],
        ["song_mood", t.moodId],
        ["song_language", t.languageId],
        ["song_era", t.eraId],
        ["song_tempo_of", t.tempoId],
        ["song_vocal", t.vocalId],
        ["song_play_window", t.playWindowId],
        ["song_rating_chart", t.ratingChartId],
        ["song_licence", t.licenceId],
      ] as const
    ).map(([name, column]) =>
      foreignKey({
        name,
        columns: [t.companyId, column],
        foreignColumns: [catalogueItem.companyId, catalogueItem.id],
      }),
    ),
  ],
);

/** Attributes that a song may have several of: singers, composers, festive seasons. */
export const songTag = pgTable(
  "song_tag",
  {
    companyId: companyId(),
    songId: reference("song_id").notNull(),
    kind: text("kind", { enum: ["singer", "composer", "season"] }).notNull(),
    itemId: reference("item_id").notNull(),
    position: smallint("position").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.songId, t.kind, t.itemId] }),
    index("song_tag_item").on(t.companyId, t.itemId),
    foreignKey({
      name: "song_tag_song",
      columns: [t.companyId, t.songId],
      foreignColumns: [song.companyId, song.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "song_tag_of_item",
      columns: [t.companyId, t.itemId],
      foreignColumns: [catalogueItem.companyId, catalogueItem.id],
    }),
  ],
);

/**
 * The songs that were ever in a playlist or a store's log, with the first such day. Those hold
 * songs as JSON, which no foreign key sees, and outlive plays and reports made from them. A
 * song listed here is never deleted.
 */
export const scheduledSong = pgTable("scheduled_song", {
  songId: reference("song_id")
    .primaryKey()
    .references(() => song.id),
  firstDay: date("first_day", { mode: "string" }).notNull(),
});
