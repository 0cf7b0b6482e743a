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
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { substituteReasons } from "#contract/player/endpoints";
import {
  commandKinds,
  commandOutcomes,
  pauseReasons,
  unverifiedReasons,
} from "#contract/player/words";
import { companyId, identity, instant, reference } from "./columns.ts";
import { store } from "./organisation.ts";
import { appUser } from "./people.ts";

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
    /** The song or spot that sounded at the last heartbeat, if that named one, and since when. */
    soundSongId: reference("sound_song_id"),
    soundSpotId: reference("sound_spot_id"),
    soundSince: instant("sound_since"),
    /** The last pause by a person: its reason, and when it ended or ends by itself. */
    pauseReason: text("pause_reason", { enum: pauseReasons }),
    pausedUntil: instant("paused_until"),
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
