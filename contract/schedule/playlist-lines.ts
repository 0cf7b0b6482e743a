import { z } from "zod";
import { SongCover } from "../library/cover.ts";
import { PlayWindow } from "../library/play-windows.ts";
import type { MusicTrace, PositionDifference, SpotTrace } from "./positions.ts";
import { rowRuleNames, ruleNames } from "./separation-words.ts";
import { ruleLevels } from "./words.ts";

const Source = z.object({ level: z.enum(ruleLevels), unitId: z.int(), name: z.string() });
export const ruleName = z.enum(ruleNames);
export const stage = z.enum([
  "CATEGORY",
  "WIDENED",
  "RELAXED",
  "FALLBACK",
  "LEAST_RECENT",
  "EVENT",
  "PLANNED",
  "LOCKED",
]);
export const fixedPoint = z.enum(["TOH", "AD", "LOCKED", "EVENT", "CLOSE"]);
export const separation = { seconds: z.number().nullable(), askedSeconds: z.number().nullable() };
const step = z.object({ step: z.number().nullable(), limit: z.number().nullable() });
const idAndName = { id: z.int(), name: z.string() };

const Difference = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("SHIFTED"), plannedSeconds: z.number() }),
  z.object({
    kind: z.literal("REPLACED"),
    plannedSongId: z.int(),
    plannedSeconds: z.number(),
    because: z.union([ruleName, z.enum(["NOT_ALLOWED", "PLAY_WINDOW"])]),
  }),
  z.object({
    kind: z.literal("INSERTED"),
    because: z.enum(["FIT", "REPEATED_HOUR", "EVENT", "NOTHING_PLANNED", "OWN_ROTATION"]),
  }),
  z.object({ kind: z.literal("SPOT_INSERTED") }),
]) satisfies z.ZodType<PositionDifference>;

/**
 * The engine's reason for a song, as in contract/schedule/positions.ts; the web chooses the
 * words.
 */
export const SongReason = z.object({
  slot: z.object({ ...idAndName, source: Source }).nullable(),
  event: z.object({ ...idAndName, source: Source }).nullable(),
  category: z.object({ ...idAndName, percent: z.number() }).nullable(),
  stage,
  searched: z.int(),
  candidates: z.int(),
  pool: z.int(),
  rest: z.object(separation),
  artist: z.object({ ...separation, name: z.string() }).nullable(),
  title: z.object(separation),
  album: z.object({ ...separation, name: z.string() }).nullable(),
  sameHourYesterday: z.boolean(),
  sameHour: z.object({ days: z.int().nullable(), limit: z.int() }).optional(),
  sameHourLastWeek: z.boolean().optional(),
  playsToday: z.object({ place: z.int(), limit: z.int() }).optional(),
  dayparts: z.object({ between: z.int(), others: z.int() }).optional(),
  arc: z.object({ asked: z.number(), energy: z.int().nullable() }).optional(),
  moodArc: z.object({ asked: z.object(idAndName), isMet: z.boolean().nullable() }).optional(),
  windows: z.array(PlayWindow).optional(),
  tempo: step,
  energy: step,
  rows: z.array(z.object({ rule: z.enum(rowRuleNames), place: z.int(), limit: z.int() })),
  chance: z.number().nullable(),
  broken: z.array(ruleName),
  relaxed: z.array(ruleName),
  fit: z
    .object({
      before: fixedPoint,
      residualSeconds: z.number(),
      forLength: z.boolean().optional(),
      keepsRules: z.boolean().optional(),
    })
    .nullable(),
  difference: Difference.nullable(),
}) satisfies z.ZodType<MusicTrace>;

const SpotReason = z.object({
  why: z.enum(["TOP_OF_HOUR", "BOOKED", "BUMPED", "FLOATED"]),
  bookedSeconds: z.number(),
  movedSeconds: z.number(),
  because: z
    .enum(["TIME_TAKEN", "ONE_BREAK", "NO_SONG_FITS", "SKIPPED_HOUR", "SONG_END"])
    .nullable(),
  difference: Difference.nullable(),
}) satisfies z.ZodType<SpotTrace>;

const line = {
  /** Its place among the positions of the version. */
  index: z.int(),
  /** Wall clock: seconds since local midnight of the day; above 86,400 past midnight. */
  startSeconds: z.number(),
  durationSeconds: z.number(),
  title: z.string(),
};
export const MusicLine = z.object({
  ...line,
  kind: z.literal("MUSIC"),
  songId: z.int(),
  artist: z.string(),
  cover: SongCover,
  locked: z.boolean(),
  reason: SongReason,
});
const SpotLine = z.object({
  ...line,
  kind: z.enum(["TOH", "AD", "JINGLE"]),
  spotId: z.int(),
  reason: SpotReason,
});
export const PlaylistLine = z.discriminatedUnion("kind", [MusicLine, SpotLine]);
export type PlaylistLine = z.infer<typeof PlaylistLine>;
export type MusicLine = z.infer<typeof MusicLine>;

export const hours = z.array(z.object({ hour: z.int(), lines: z.array(PlaylistLine) }));
export type DayHours = z.infer<typeof hours>;
