import { type SQL, sql } from "drizzle-orm";
import {
  bit,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { type ItemKind, itemKinds, substituteReasons } from "#contract/player/endpoints";
import { commandKinds, commandOutcomes, unverifiedReasons } from "#contract/player/words";
import { companyId, identity, instant, reference } from "./columns.ts";
import { appUser, company, store } from "./organisation.ts";

/** The latest state that a store's player reported. No row: never heard of. */
export const storeState = pgTable(
  "store_state",
  {
    companyId: companyId(),
    storeId: reference("store_id").notNull(),
    /** The first heartbeat or play: from then on the store's player is expected to play. */
    startedAt: instant("started_at"),
    lastSeenAt: instant("last_seen_at"),
    lastPlayedAt: instant("last_played_at"),
    playing: boolean("playing").notNull().default(false),
    volume: smallint("volume"),
    playerVersion: text("player_version"),
    /** The time until which the player can play its log offline, as it last reported. */
    storedUntil: instant("stored_until"),
    /** The logs stored on the player, as it last reported, and since when it has reported these. */
    heldLogIds: reference("held_log_ids").array(),
    heldSince: instant("held_since"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.storeId] }),
    foreignKey({
      name: "store_state_store",
      columns: [t.companyId, t.storeId],
      foreignColumns: [store.companyId, store.id],
    }).onDelete("cascade"),
  ],
);

/** The devices that have played a store, or asked to. */
export const playerDevice = pgTable(
  "player_device",
  {
    companyId: companyId(),
    id: identity(),
    storeId: reference("store_id").notNull(),
    /** Made by the device. */
    deviceId: text("device_id").notNull(),
    userAgent: text("user_agent"),
    /** The user who last signed it in. */
    userId: reference("user_id").notNull(),
    /** SHA-256 of its credential's secret; null: it has none. */
    secretHash: text("secret_hash"),
    signedInAt: instant("signed_in_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    unique("player_device_of_store").on(t.companyId, t.storeId, t.deviceId),
    index("player_device_user").on(t.companyId, t.userId),
    foreignKey({
      name: "player_device_store",
      columns: [t.companyId, t.storeId],
      foreignColumns: [store.companyId, store.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "player_device_user",
      columns: [t.companyId, t.userId],
      foreignColumns: [appUser.companyId, appUser.id],
    }).onDelete("cascade"),
  ],
);

/**
 * From when on which device plays a store, until the next row. Before the first, and where
 * `device_id` is null, any device's plays count.
 */
export const playingTurn = pgTable(
  "playing_turn",
  {
    companyId: companyId(),
    storeId: reference("store_id").notNull(),
    since: instant("since").notNull(),
    deviceId: text("device_id"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.storeId, t.since] }),
    foreignKey({
      name: "playing_turn_store",
      columns: [t.companyId, t.storeId],
      foreignColumns: [store.companyId, store.id],
    }).onDelete("cascade"),
  ],
);

/** A command that a person sent to a store's player (docs/decisions/remote-commands.md). */
export const playerCommand = pgTable(
  "player_command",
  {
    companyId: companyId(),
    id: identity(),
    storeId: reference("store_id").notNull(),
    kind: text("kind", { enum: commandKinds }).notNull(),
    /** 0 to 100; of kind volume alone. */
    volume: smallint("volume"),
    /** The text of a message; null for other kinds. */
    text: text("text"),
    /** The username of the person who sent it. */
    askedBy: text("asked_by").notNull(),
    askedAt: instant("asked_at").notNull(),
    /** When it first reached a device, and which one; null until then, and for ever if too late. */
    deliveredAt: instant("delivered_at"),
    deliveredTo: text("delivered_to"),
    answeredAt: instant("answered_at"),
    outcome: text("outcome", { enum: commandOutcomes }),
    /** In the player's words, why it refused. */
    reason: text("reason"),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index("player_command_of_store").on(t.companyId, t.storeId, t.id),
    index("player_command_unanswered")
      .on(t.companyId, t.storeId, t.askedAt)
      .where(sql`${t.outcome} is null`),
    check(
      "player_command_volume",
      sql`(${t.kind} = 'volume') = (${t.volume} is not null) and ${t.volume} between 0 and 100`,
    ),
    check("player_command_text", sql`(${t.kind} = 'message') = (${t.text} is not null)`),
    check(
      "player_command_order",
      sql`(${t.deliveredAt} is null) = (${t.deliveredTo} is null) and (${t.answeredAt} is null) = (${t.outcome} is null)
        and (${t.outcome} is null or ${t.deliveredAt} is not null) and (${t.reason} is null or ${t.outcome} = 'refused')`,
    ),
    foreignKey({
      name: "player_command_store",
      columns: [t.companyId, t.storeId],
      foreignColumns: [store.companyId, store.id],
    }).onDelete("cascade"),
  ],
);

/**
 * Every play that was received of every store, partitioned by month of started_at (the migration
 * says so; drizzle cannot).
 */
export const playLog = pgTable(
  "play_log",
  {
    companyId: companyId(),
    storeId: reference("store_id").notNull(),
    /** Made by the player, so that a batch sent twice counts once. */
    eventId: uuid("event_id").notNull(),
    startedAt: instant("started_at").notNull(),
    /** The date on the store's own clock. */
    day: date("day", { mode: "string" }).notNull(),
    kind: text("kind", { enum: ["MUSIC", "AD", "JINGLE", "TOH"] }).notNull(),
    songId: reference("song_id"),
    spotId: reference("spot_id"),
    logId: reference("log_id"),
    position: integer("position"),
    seconds: integer("seconds").notNull(),
    receivedAt: instant("received_at").notNull().defaultNow(),
    /** Why the play is not verified; null: it is. */
    reason: text("reason", { enum: unverifiedReasons }),
    /** When its position was due: of all plays of a store due at an instant, one is verified. */
    dueAt: instant("due_at"),
    /** The campaign that a verified play of a spot was owed to. */
    campaignId: reference("campaign_id"),
    device: text("device"),
    substituteReason: text("substitute_reason", { enum: substituteReasons }),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.storeId, t.eventId, t.startedAt] }),
    index("play_log_day").on(t.companyId, t.day, t.storeId),
    index("play_log_campaign")
      .on(t.companyId, t.campaignId, t.dueAt, t.storeId)
      .where(sql`${t.campaignId} is not null`),
    check(
      "play_log_item",
      sql`(${t.kind} = 'MUSIC') = (${t.songId} is not null) and (${t.kind} <> 'MUSIC') = (${t.spotId} is not null)`,
    ),
    check("play_log_seconds", sql`${t.seconds} between 0 and 3600`),
  ],
);

/** Verified plays of campaigns, by the date on which they were due on the store's clock. */
export const campaignPlays = pgTable(
  "campaign_plays",
  {
    companyId: companyId(),
    campaignId: reference("campaign_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    storeId: reference("store_id").notNull(),
    spotId: reference("spot_id").notNull(),
    verified: integer("verified").notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.campaignId, t.day, t.storeId, t.spotId] })],
);

const count = (name: string) => integer(name).notNull().default(0);
const countsOf = <K extends Lowercase<ItemKind>>(kind: K) =>
  ({
    [`${kind}Received`]: count(`${kind}_received`),
    /** Delivery and billing count these, song reports `plays`. */
    [`${kind}Verified`]: count(`${kind}_verified`),
    /** Verified plays and substitutes. */
    [`${kind}Plays`]: count(`${kind}_plays`),
    /** The length of `plays`. */
    [`${kind}Seconds`]: count(`${kind}_seconds`),
  }) as Record<`${K}${"Received" | "Verified" | "Plays" | "Seconds"}`, ReturnType<typeof count>>;

/**
 * Totals by store, day and type of item, updated as play-outs arrive: for figures that ask how much
 * was played, not what.
 */
export const storeDayPlays = pgTable(
  "store_day_plays",
  {
    companyId: companyId(),
    day: date("day", { mode: "string" }).notNull(),
    storeId: reference("store_id").notNull(),
    ...countsOf("music"),
    ...countsOf("ad"),
    ...countsOf("jingle"),
    ...countsOf("toh"),
    /** The times at which the first and the last of the music's `plays` began. */
    musicFirstAt: instant("music_first_at"),
    musicLastAt: instant("music_last_at"),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.day, t.storeId] })],
);
const playFigures = ["received", "verified", "plays", "seconds"] as const;
/** The column of a type's figure. */
export const playColumn = (kind: ItemKind, figure: string) => `${kind.toLowerCase()}_${figure}`;
/** The columns of all figures: those of a type, then those of the next. */
export const playColumns = itemKinds.flatMap((kind) =>
  playFigures.map((figure) => playColumn(kind, figure)),
);
const added = (kinds: readonly ItemKind[], figure: (typeof playFigures)[number]): SQL<number> =>
  sql`(${sql.raw(kinds.map((kind) => playColumn(kind, figure)).join(" + "))})`;
/** A figure of all types together. */
export const ofAllTypes = (figure: (typeof playFigures)[number]) => added(itemKinds, figure);
/** The seconds of everything that plays between the music. */
export const spotSeconds = added(
  itemKinds.filter((kind) => kind !== "MUSIC"),
  "seconds",
);

/**
 * A store's songs of a date, counted from the play log by a job (docs/decisions/play-outs.md) and
 * kept when the log's months are dropped; a number of each list belongs to the song at the same
 * place. They are valid until the store receives more music of the date than `received`.
 */
export const storeSongs = pgTable(
  "store_songs",
  {
    companyId: companyId(),
    day: date("day", { mode: "string" }).notNull(),
    storeId: reference("store_id").notNull(),
    received: integer("received").notNull(),
    songIds: integer("song_ids").array().notNull(),
    songReceived: integer("song_received").array().notNull(),
    songPlays: integer("song_plays").array().notNull(),
    songSeconds: integer("song_seconds").array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.day, t.storeId] })],
);

/** Stores whose ids give the same number when divided by this are one block. */
export const storesOfBlock = 1024;
const block = () => reference("block").notNull();

/**
 * Songs' totals of a day over a block of stores, for reports of a whole company: made by a job
 * (docs/decisions/play-outs.md). They are valid until the block receives more of that day
 * than `songs_counted` says.
 */
export const songDay = pgTable(
  "song_day",
  {
    companyId: companyId(),
    day: date("day", { mode: "string" }).notNull(),
    block: block(),
    songId: reference("song_id").notNull(),
    received: integer("received").notNull(),
    plays: integer("plays").notNull(),
    seconds: integer("seconds").notNull(),
    /** A bit for each store of the block that has `plays`, the first on the left. */
    stores: bit("stores", { dimensions: storesOfBlock }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.day, t.block, t.songId] })],
);

/** Up to how much music received of a block and day its songs were counted. */
export const songsCounted = pgTable(
  "songs_counted",
  {
    companyId: companyId(),
    day: date("day", { mode: "string" }).notNull(),
    block: block(),
    received: integer("received").notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.day, t.block] })],
);

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
