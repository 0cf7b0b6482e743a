import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idListOf } from "../base/identifiers.ts";
import { ofCompany, paging } from "../base/pages.ts";
import { ofFile, tableMediaTypes } from "../base/table-files.ts";
import { StoreBreaks } from "./day-figures.ts";
import { fixedPoint, hours, ruleName, stage } from "./playlist-lines.ts";
import type { DaySummary } from "./positions.ts";
import { shareMeasures } from "./separation-words.ts";
import { editKinds, publishedHow } from "./words.ts";

/** Days are made at most this far ahead, today counted as 0. */
export const previewDays = 31;

const Summary = z.object({
  songs: z.int(),
  musicSeconds: z.number(),
  spotSeconds: z.number(),
  shares: z.array(
    z.object({
      categoryId: z.int(),
      name: z.string(),
      expected: z.number(),
      called: z.int(),
      played: z.int(),
      asked: z.object({ percent: z.number(), by: z.enum(shareMeasures) }).optional(),
      seconds: z.number().optional(),
    }),
  ),
  violations: z.array(
    z.object({
      index: z.int(),
      broken: z.array(ruleName),
      relaxed: z.array(ruleName),
      stage,
      forLength: z.boolean().optional(),
    }),
  ),
  gaps: z.array(
    z.object({
      startSeconds: z.number(),
      seconds: z.number(),
      before: fixedPoint,
      chosen: z.boolean().optional(),
    }),
  ),
  residualSeconds: z.number(),
  worstOverrunSeconds: z.number(),
  worstAdMoveSeconds: z.number(),
  refused: z.array(
    z.object({
      kind: z.enum(["TOH", "AD", "JINGLE", "LOCK"]),
      id: z.int(),
      bookingId: z.int().optional(),
      atSeconds: z.number(),
      because: z.enum(["CLOSED", "TIME_TAKEN", "SKIPPED_HOUR", "UNKNOWN_SONG"]),
    }),
  ),
}) satisfies z.ZodType<DaySummary>;

export const dayStates = ["none", "draft", "stale", "published"] as const;
export type DayState = (typeof dayStates)[number];
const playlistState = z.enum(["draft", "published", "superseded"]);

export const playlistHead = {
  id: z.int(),
  /** Null for the company's stores without a group. */
  groupId: z.int().nullable(),
  groupName: z.string(),
  day: z.string(),
  version: z.int(),
  state: playlistState,
  publishedAt: z.string().nullable(),
  /** Null where the schedule published it. */
  publishedBy: z.string().nullable(),
  publishedHow: z.enum(publishedHow).nullable(),
  /**
   * The person who made this version by a change, and which; null where it was made from its inputs
   * alone.
   */
  editedBy: z.string().nullable(),
  editedHow: z.enum(editKinds).nullable(),
};

/** A group's day: what plays when it is published, hour by hour, each line with its reason. */
export const GroupDay = z.object({
  ...playlistHead,
  zoneName: z.string().nullable(),
  /**
   * The rule, a chart, the hours or the days before changed since it was made: "regenerate" makes a
   * draft of today's state.
   */
  inputsChanged: z.boolean(),
  /** A draft of this day that waits next to the published version. */
  draftId: z.int().nullable(),
  /** True if the caller owns the group. */
  mayChange: z.boolean(),
  stores: z.array(
    z.object({
      id: z.int(),
      storeCode: z.string(),
      storeName: z.string(),
      /** It plays each hour's songs in another order than the stores beside it. */
      isStaggered: z.boolean(),
    }),
  ),
  /**
   * Rule breaks beyond their group's, of stores that are licensed differently from others of it, or
   * have rules of their own.
   */
  storeBreaks: z.array(StoreBreaks),
  hours,
  summary: Summary,
  /**
   * Charts and filters of the mix with active songs that are left out, because they have no audio
   * today.
   */
  withoutAudio: z.array(z.object({ categoryId: z.int(), songs: z.int() })),
});
export type GroupDay = z.infer<typeof GroupDay>;

/** Without a group: the stores that have none. */
const dayOfGroup = { ...ofCompany, groupId: field.id.optional(), day: field.isoDate };

export const previewGroupDay = endpoint({
  method: "get",
  path: "/future-group-playlist",
  summary: "The preview of a group's day; missing drafts of the days up to it are made",
  access: ["MUSIC_SCHEDULE", "PREVIEW"],
  scope: "company",
  query: z.strictObject(dayOfGroup),
  data: GroupDay,
});

export const findPlaylist = endpoint({
  method: "get",
  path: "/future-group-playlist/{id}",
  summary: "One version of a group's day, unchanged",
  access: ["MUSIC_SCHEDULE", "PREVIEW"],
  scope: "company",
  params: z.strictObject({ id: field.id }),
  query: z.strictObject(ofCompany),
  data: GroupDay,
});

export const GroupDays = z.object({
  groupId: z.int().nullable(),
  groupName: z.string(),
  zoneName: z.string().nullable(),
  regionName: z.string().nullable(),
  stores: z.int(),
  days: z.array(
    z.object({
      day: z.string(),
      state: z.enum(dayStates),
      playlistId: z.int().nullable(),
      /** For a published day: true if its inputs have changed since. */
      inputsChanged: z.boolean(),
      songs: z.int(),
      violations: z.int(),
    }),
  ),
});
export type GroupDays = z.infer<typeof GroupDays>;

export const previewByCompany = endpoint({
  method: "get",
  path: "/future-group-playlist/by-company",
  summary: "The coming days of the groups in scope: none, draft, stale or published",
  access: ["MUSIC_SCHEDULE", "PREVIEW"],
  scope: "company",
  query: z.strictObject({
    ...ofCompany,
    ...paging,
    search: field.search.optional(),
    groupIds: idListOf("group").optional(),
    days: z.number().int().min(1).max(14).default(7),
  }),
  list: true,
  data: GroupDays,
});

export const listPlaylists = endpoint({
  method: "get",
  path: "/group-playlist",
  summary: "The versions of a group's day, newest first",
  access: ["MUSIC_SCHEDULE", "PREVIEW"],
  scope: "company",
  query: z.strictObject(dayOfGroup),
  data: z.array(
    z.object({ ...playlistHead, createdAt: z.string(), songs: z.int(), violations: z.int() }),
  ),
});

export const playlistSongs = endpoint({
  method: "get",
  path: "/group-playlist-songs",
  summary: "The songs of a playlist, each once, with how often it plays",
  access: ["MUSIC_SCHEDULE", "PREVIEW"],
  scope: "company",
  query: z.strictObject({ ...ofCompany, id: field.id }),
  data: z.array(
    z.object({
      songId: z.int(),
      title: z.string(),
      artist: z.string(),
      plays: z.int(),
      firstSeconds: z.number(),
    }),
  ),
});

/** A store's day: its log when the group's is published, else what would be. */
export const StoreDay = z.object({
  storeId: z.int(),
  storeName: z.string(),
  storeCode: z.string(),
  timeZone: z.string(),
  day: z.string(),
  /** Null until it is published. */
  logId: z.int().nullable(),
  playlistId: z.int(),
  hours,
});
export type StoreDay = z.infer<typeof StoreDay>;

export const storeAudioLog = endpoint({
  method: "get",
  path: "/store-playlist-audio-log",
  summary: "What a store plays on a day, on its own clock",
  access: ["MUSIC_SCHEDULE", "PREVIEW"],
  scope: "company",
  query: z.strictObject({ ...ofCompany, storeId: field.id, day: field.isoDate }),
  data: StoreDay,
});

export const exportMusicSchedule = endpoint({
  method: "get",
  path: "/exportMusicSchedule",
  summary: "A day of a group (without one: of the stores that have none) or of a store as CSV",
  access: ["PREVIEW", "MUSIC_SCHEDULE"],
  scope: "company",
  query: z
    .strictObject({
      ...ofCompany,
      groupId: field.id.optional(),
      storeId: field.id.optional(),
      /** A version of the group's day, in place of the current one. */
      playlistId: field.id.optional(),
      day: field.isoDate,
      ...ofFile,
    })
    .refine((query) => query.groupId === undefined || query.storeId === undefined, {
      path: ["groupId"],
      message: "Choose a group or a store, not both.",
    }),
  data: z.never(),
  stream: tableMediaTypes,
});
