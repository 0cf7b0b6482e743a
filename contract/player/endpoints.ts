import { z } from "zod";
import { endpoint, VersionHeaders } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { FileHeaders } from "../files/endpoints.ts";
import { SongCover } from "../library/cover.ts";
import { playOutsABatch } from "./limits.ts";
import { commandKinds, pauseMinutes, pauseReasons, unverifiedReasons } from "./words.ts";

export const itemKinds = ["MUSIC", "AD", "JINGLE", "TOH"] as const;
export type ItemKind = (typeof itemKinds)[number];

/** One position of the store's published log, on the store's clock. */
export const ScheduledItem = z.object({
  /** Names log and position; a play-out says it back. */
  itemId: z.string(),
  kind: z.enum(itemKinds),
  startsAt: z.string(),
  durationSeconds: z.int(),
  /** Where in the file it begins and ends, in seconds; null for the file's end. */
  cueInSeconds: z.number(),
  cueOutSeconds: z.number().nullable(),
  title: z.string(),
  artist: z.string().nullable(),
  /** Null for a spot. */
  cover: SongCover.nullable(),
  /** The id for player/media; null for an item without a file. */
  mediaId: z.string().nullable(),
  mediaUrl: z.string().nullable(),
});
export type ScheduledItem = z.infer<typeof ScheduledItem>;

export const ScheduledDay = z.object({
  day: z.string(),
  /** Changes when the day is published again; null for a day without a published log. */
  logId: z.int().nullable(),
  items: z.array(ScheduledItem),
});
export type ScheduledDay = z.infer<typeof ScheduledDay>;

export const PlayerSchedule = z.object({
  storeId: z.int(),
  storeName: z.string(),
  storeCode: z.string(),
  /** The people whom the store calls for help. */
  contact: z.object({
    companyName: z.string(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
  }),
  timeZone: z.string(),
  /** The store's volume setting, 0 to 100. */
  volume: z.int(),
  /** Songs that somebody in the store may skip in an hour. */
  skipsAnHour: z.int(),
  /**
   * Seconds that songs and artists rest by the rule at the end of the last day: songs that the
   * player itself chooses keep to it. 0 without a rule.
   */
  rest: z.object({ songSeconds: z.int(), artistSeconds: z.int() }),
  /** The platform's time, by which a player sets a clock that is wrong. */
  at: z.string(),
  days: z.array(ScheduledDay),
});
export type PlayerSchedule = z.infer<typeof PlayerSchedule>;

export const playerSchedule = endpoint({
  method: "get",
  path: "/player/schedule",
  summary:
    "The published logs of the caller's own store for a day (today by default, with what still runs of yesterday's) and the two that follow; 304 for a player that has them",
  access: ["player"],
  scope: "company",
  query: z.strictObject({ day: field.isoDate.optional() }),
  headers: VersionHeaders,
  data: PlayerSchedule,
});

const noMediaId = "This media ID is not valid.";
/**
 * A song or spot, and the version of its file: an ID without one, as players before November 2026
 * keep, means the file of today.
 */
export const mediaId = z
  .string()
  .regex(/^(?:song|spot)-[1-9]\d*(?:-[0-9a-f]+)?$/, noMediaId)
  .max("song-".length + 15 + "-9f3a01bc".length, noMediaId)
  .refine((text) => (text.split("-")[1]?.length ?? 0) <= 15, noMediaId);

export const playerMedia = endpoint({
  method: "get",
  path: "/player/media/{id}",
  summary: "The audio of an item in the caller's own store's logs; supports Range",
  access: ["player"],
  scope: "company",
  params: z.strictObject({ id: mediaId }),
  headers: FileHeaders,
  data: z.never(),
  stream: "audio/*",
});

export const streamSignals = endpoint({
  method: "get",
  path: "/player/signals",
  summary:
    'Server-sent events that tell the caller\'s own store\'s player when to ask: "schedule" for GET player/schedule, "commands" for a heartbeat; "hello" begins them, "pulse" comes every 20 seconds. Their data is the number of milliseconds within which to ask, at a time chosen at random',
  access: ["player"],
  scope: "company",
  headers: z.object({ "last-event-id": z.string().max(60).optional() }),
  data: z.never(),
  stream: "text/event-stream",
});

/** Made once by a device, and sent with all its calls. */
export const deviceId = z
  .string()
  .regex(/^[\w.:-]{1,64}$/, "Up to 64 letters, digits and . _ : - are allowed.");
/**
 * Which device plays, and its own clock as it sends: the clock that `startedAt` is by. How far that
 * is off is taken out of each play.
 */
export const DeviceHeaders = z.object({
  "device-id": deviceId.optional(),
  "device-clock": z.iso.datetime({ offset: true }).optional(),
});
export type DeviceHeaders = z.output<typeof DeviceHeaders>;

/** The device that plays a store. */
export const PlayingDevice = z.object({
  /** The device's name for itself, from the header User-Agent. */
  userAgent: z.string().nullable(),
  since: z.string(),
  lastSeenAt: z.string(),
});
export type PlayingDevice = z.infer<typeof PlayingDevice>;

export const Heartbeat = z.strictObject({
  volume: z.int().min(0).max(100),
  playing: z.boolean(),
  version: z
    .string()
    .trim()
    .min(1)
    .max(50)
    .regex(/^[\w.+ -]+$/, "Letters, digits and . _ + - are allowed."),
  /** The player's own clock. */
  at: z.iso.datetime({ offset: true }),
  /**
   * The time up to which it can play the log offline, by the platform's clock; left out by players
   * that store nothing.
   */
  storedUntil: z.iso
    .datetime({ offset: true })
    .refine((time) => time.startsWith("20"), "This time is not in this century.")
    .transform((time) => new Date(time).toISOString()) // PostgreSQL reads fewer offsets and digits
    .optional(),
  /** The logs that it holds, as GET player/schedule names them; left out by older players. */
  logIds: z.array(field.id).max(10).optional(),
  /** The item that sounds, and for how long already; left out by older players. */
  sound: z.strictObject({ mediaId, seconds: z.int().min(0).max(3600) }).optional(),
  /** A person's pause, and how long it lasts yet; counts only while nothing plays. */
  pause: z
    .strictObject({
      reason: z.enum(pauseReasons),
      secondsLeft: z
        .int()
        .min(1)
        .max(pauseMinutes.most * 60),
    })
    .optional(),
});
export type Heartbeat = z.output<typeof Heartbeat>;

/** A command to the player; see docs/decisions/remote-commands.md. */
export const PlayerCommand = z.object({
  id: z.int(),
  kind: z.enum(commandKinds),
  /** The volume; null for other kinds. */
  volume: z.int().nullable(),
  /** The text of a message, which is answered once somebody has seen it; null for other kinds. */
  text: z.string().nullable(),
});
export type PlayerCommand = z.infer<typeof PlayerCommand>;

export const playerHeartbeat = endpoint({
  method: "post",
  path: "/player/heartbeat",
  summary: "A heartbeat of the caller's own store's player",
  access: ["player"],
  scope: "company",
  headers: DeviceHeaders,
  body: Heartbeat,
  data: z.object({
    at: z.string(),
    /** The store's volume setting, 0 to 100. */
    volume: z.int(),
    /**
     * True if the device that sends this is the one that plays the store. If not, it stops.
     */
    plays: z.boolean(),
    playing: PlayingDevice.nullable(),
    /**
     * Commands for this device only. A command comes again until it is answered (POST
     * player/commands/{id}): one with a known ID must not be carried out twice.
     */
    commands: z.array(PlayerCommand),
  }),
});

/**
 * Why a player played something else than its log: no file, a file that does not play, a song
 * that a person skipped, or no log left.
 */
export const substituteReasons = ["NO_AUDIO", "UNPLAYABLE", "SKIPPED", "NO_LOG"] as const;

const itemId = z.string().max(40);
/**
 * A play of an item of the log, or of a substitute: then `mediaId` and `reason` say what and why,
 * and `insteadOf` the item it stood in for.
 */
export const PlayOut = z
  .strictObject({
    /** Made by the player, once for each play. */
    eventId: z.guid().toLowerCase(),
    itemId: itemId.optional(),
    mediaId: mediaId.optional(),
    insteadOf: itemId.optional(),
    reason: z.enum(substituteReasons).optional(),
    startedAt: z.iso.datetime({ offset: true }),
    /** Rounded to the nearest whole number. */
    seconds: z.int().min(0).max(3600),
    /** A person skipped the rest. */
    skipped: z.boolean().optional(),
  })
  .refine((play) => (play.itemId === undefined) !== (play.mediaId === undefined), {
    path: ["itemId"],
    error: "Send itemId for an item of the log, or mediaId for a substitute.",
  })
  .refine((play) => (play.mediaId === undefined) === (play.reason === undefined), {
    path: ["reason"],
    error: "Send a reason with mediaId, and only then.",
  })
  .refine((play) => play.mediaId !== undefined || play.insteadOf === undefined, {
    path: ["insteadOf"],
    error: "Send insteadOf only with mediaId.",
  });
export type PlayOut = z.output<typeof PlayOut>;

/** The outcome of a batch. Everything in it is settled: a player forgets all of it. */
export const PlayOutReceipt = z.object({
  /** Received for the first time, verified or not. */
  accepted: z.int(),
  /** Event IDs that were received before. */
  duplicates: z.int(),
  verified: z.int(),
  /** Accepted, but not verified. */
  unverified: z.array(
    z.object({ index: z.int(), eventId: z.string(), reason: z.enum(unverifiedReasons) }),
  ),
  /** Impossible, and not kept. */
  refused: z.array(z.object({ index: z.int(), eventId: z.string(), reason: z.string() })),
});
export type PlayOutReceipt = z.infer<typeof PlayOutReceipt>;

export const reportPlayOuts = endpoint({
  method: "post",
  path: "/player/play-outs",
  summary:
    "What the caller's own store has played. Each event ID counts once, however often, late or out of order it arrives",
  access: ["player"],
  scope: "company",
  headers: DeviceHeaders,
  body: z
    .array(PlayOut)
    .min(1)
    .max(playOutsABatch, `Send at most ${playOutsABatch} play-outs at once.`),
  data: PlayOutReceipt,
});

export const latestPlayerVersion = endpoint({
  method: "get",
  path: "/new-player-versions-latest",
  summary: "The newest version of the player, and where Android devices get its package",
  access: "public",
  scope: "none",
  /** `packageUrl` is null where the server offers no package (PLAYER_PACKAGE_URL). */
  data: z.object({ version: z.string(), packageUrl: z.string().nullable() }),
});
