import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { ofCompany } from "../base/pages.ts";
import { SongCover } from "../library/cover.ts";
import { dayFigures } from "./day-figures.ts";
import { playlistHead } from "./endpoints.ts";
import { ruleName, separation } from "./playlist-lines.ts";

const id = idOf("playlist");
/** A position of the version, by its place. */
const index = z.number().int().min(0).max(10_000);

/**
 * A change to a version of a group's day. All except publishing make a new draft. `id` names the
 * version that the caller saw; if that is no longer the newest, nothing is changed. To go
 * back to a version, `version` names the newest one that the caller saw.
 */
export const DayChange = z.discriminatedUnion("change", [
  z.strictObject({ id, change: z.literal("publish") }),
  z.strictObject({ id, change: z.literal("regenerate") }),
  z.strictObject({ id, change: z.literal("lock"), index }),
  z.strictObject({ id, change: z.literal("unlock"), index }),
  z.strictObject({ id, change: z.literal("swap"), index, songId: idOf("song", "Choose a song.") }),
  z.strictObject({
    id,
    change: z.literal("regenerate-hour"),
    hour: z.number().int().min(0).max(47),
  }),
  /** From the position on. */
  z.strictObject({ id, change: z.literal("regenerate-rest"), index }),
  z.strictObject({ id, change: z.literal("restore"), version: field.version }),
]);
export type DayChange = z.output<typeof DayChange>;
export type DayEdit = Exclude<DayChange, { change: "publish" | "regenerate" }>;

export const changePlaylist = endpoint({
  method: "put",
  path: "/group-playlist",
  summary:
    "Publish a version of a group's day, make its draft anew, or make a new draft by one change",
  access: ["MUSIC_SCHEDULE"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: DayChange,
  data: z.object({ ...playlistHead, stores: z.int() }),
});

export const swapCandidates = endpoint({
  method: "get",
  path: "/group-playlist/candidates",
  summary:
    "Songs that may take the place of one position, those of the same chart first, then those that break the fewest rules, each with what it would break",
  access: ["MUSIC_SCHEDULE"],
  scope: "company",
  query: z.strictObject({ ...ofCompany, id, index, search: field.search.optional() }),
  data: z.object({
    ...playlistHead,
    position: z.object({
      index: z.int(),
      startSeconds: z.number(),
      title: z.string(),
      artist: z.string(),
      cover: SongCover,
      durationSeconds: z.number(),
      /** The event playlist that plays there. */
      eventName: z.string().nullable(),
    }),
    /** Seconds until the next spot or locked song, which a song may not run into. */
    room: z.number(),
    candidates: z.array(
      z.object({
        songId: z.int(),
        title: z.string(),
        artist: z.string(),
        cover: SongCover,
        durationSeconds: z.number(),
        /** The source of the song: the event playlist, or a chart or filter of the day's rules. */
        chartName: z.string(),
        broken: z.array(ruleName),
        rest: z.object(separation),
        artistRest: z.object(separation),
        /** Seconds from its last play before; null if there is none within 28 days. */
        lastPlayedSeconds: z.number().nullable(),
        /** True if it comes from the same chart as the song that plays there. */
        isSameChart: z.boolean(),
        /**
         * The silence that it may leave before the next spot or locked song, where no other song
         * has room.
         */
        pauseSeconds: z.number(),
      }),
    ),
    /** The number of candidates in total. */
    total: z.int(),
  }),
});
export type SwapCandidates = z.infer<(typeof swapCandidates)["data"]>;

export const checkPlaylist = endpoint({
  method: "get",
  path: "/group-playlist/check",
  summary: "What is wrong with a version of a group's day, in figures, before it is published",
  access: ["MUSIC_SCHEDULE", "PREVIEW"],
  scope: "company",
  query: z.strictObject({ ...ofCompany, id }),
  data: z.object({
    ...playlistHead,
    zoneName: z.string().nullable(),
    stores: z.int(),
    ...dayFigures,
  }),
});
export type DayCheck = z.infer<(typeof checkPlaylist)["data"]>;

const played = z.object({
  songId: z.int(),
  title: z.string(),
  artist: z.string(),
  startSeconds: z.number(),
});
export type PlayedSong = z.infer<typeof played>;

export const comparePlaylists = endpoint({
  method: "get",
  path: "/group-playlist/difference",
  summary: "A version of a group's day beside the published one, or another, song by song",
  access: ["MUSIC_SCHEDULE", "PREVIEW"],
  scope: "company",
  query: z.strictObject({ ...ofCompany, id, withId: idOf("playlist").optional() }),
  data: z.object({
    ...playlistHead,
    /** The version it is compared with; null if nothing is published. */
    other: z.object(playlistHead).nullable(),
    /** Songs that both have at the same second, and songs in the same order at another. */
    same: z.int(),
    moved: z.int(),
    /** In the order of the day: the song there before, and the one there now. */
    changes: z.array(z.object({ before: played.nullable(), now: played.nullable() })),
  }),
});
export type DayComparison = z.infer<(typeof comparePlaylists)["data"]>;

export const groupRotation = endpoint({
  method: "get",
  path: "/group-playlist/rotation",
  summary: "How songs and artists of a group come round, over the days up to one",
  access: ["MUSIC_SCHEDULE", "PREVIEW"],
  scope: "company",
  query: z.strictObject({
    ...ofCompany,
    groupId: field.id.optional(),
    day: field.isoDate,
    days: z.number().int().min(1).max(28).default(1),
  }),
  data: z.object({
    groupName: z.string(),
    from: z.string(),
    to: z.string(),
    /** The number of stored days. */
    days: z.int(),
    plays: z.int(),
    songs: z.int(),
    artists: z.int(),
    /** The numbers of songs and artists by their number of plays. */
    songsByPlays: z.array(z.object({ plays: z.int(), count: z.int() })),
    artistsByPlays: z.array(z.object({ plays: z.int(), count: z.int() })),
    mostPlayed: z.array(
      z.object({
        songId: z.int(),
        title: z.string(),
        artist: z.string(),
        hasAudio: z.boolean(),
        plays: z.int(),
      }),
    ),
    mostHeard: z.array(z.object({ artist: z.string(), plays: z.int(), songs: z.int() })),
    charts: z.array(
      z.object({
        chartId: z.int(),
        name: z.string(),
        /** Songs of the chart now, those of them that played, and plays that it was called for. */
        songs: z.int(),
        played: z.int(),
        plays: z.int(),
        /**
         * Open hours until each song has played once, at the chart's plays an hour; null where it
         * was never called.
         */
        turnoverHours: z.number().nullable(),
      }),
    ),
    /**
     * Plays whose song played in the same hour the day before, of those whose day before is stored;
     * and so by hour.
     */
    sameHour: z.object({ plays: z.int(), of: z.int() }),
    sameHourByHour: z.array(z.object({ hour: z.int(), plays: z.int(), of: z.int() })),
  }),
});
export type GroupRotation = z.infer<(typeof groupRotation)["data"]>;
