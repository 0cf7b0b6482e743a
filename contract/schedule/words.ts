import type { PickStage } from "./positions.ts";
import { type RuleName, ruleNames } from "./separation-words.ts";

/** The limits of a mix. No zod in here: the browser shows the sum while a person types. */
export const mixLimits = { lines: 10 } as const;

type Line = { percent?: number | string | undefined };
export const mixSum = (lines: readonly Line[]): number =>
  lines.reduce((sum, { percent }) => sum + (Number(percent) || 0), 0);
export const isMixWhole = (lines: readonly Line[]): boolean => mixSum(lines) === 100;

/** The refusal of a mix that does not make 100, or what its sum is. */
export function mixMessage(lines: readonly Line[]): string {
  const sum = mixSum(lines);
  const off = Math.abs(100 - sum);
  return sum === 100
    ? "The mix adds up to 100%."
    : `The mix adds up to ${sum}%. It must be 100%: ${sum < 100 ? "add" : "remove"} ${off}%.`;
}

/**
 * How a day was published: by a person, by the schedule, by the schedule because nobody did
 * in time, or again after a change.
 */
export const publishedHow = ["PERSON", "SCHEDULE", "UNAPPROVED", "CHANGE"] as const;
export type PublicationKind = (typeof publishedHow)[number];
export const publishedHowLabels = {
  SCHEDULE: "Published automatically",
  UNAPPROVED: "Published without approval, 48 hours before it began",
  CHANGE: "Published again automatically, after a change",
} as const;

/** The changes by which a person makes a new draft of a day from an earlier version. */
export const editKinds = [
  "lock",
  "unlock",
  "swap",
  "regenerate-hour",
  "regenerate-rest",
  "restore",
] as const;
export type EditKind = (typeof editKinds)[number];
export const editLabels = {
  lock: "Song locked",
  unlock: "Song unlocked",
  swap: "Song swapped",
  "regenerate-hour": "Hour regenerated",
  "regenerate-rest": "Rest of the day regenerated",
  restore: "Earlier version restored",
} as const;

/** The group of the stores that have none: they play by the company's rule. */
export const ungrouped = "Stores without a group";

/** The states of a group's day. */
export const dayStateLabels = {
  none: "Not planned",
  draft: "Draft",
  stale: "Out of date",
  published: "Published",
} as const;

/** The most time slots of one company. */
export const slotLimits = { slots: 40 } as const;

/** The reason for a version of a rule. */
export const ruleChanges = ["ADDED", "CHANGED", "REMOVED", "RESTORED", "COPIED"] as const;
export type RuleChange = (typeof ruleChanges)[number];

/** The states of a rule that is tried over the coming days, in the background. */
export const trialStates = ["waiting", "running", "done", "failed"] as const;

/** The levels at which a rule can be set. */
export const ruleLevels = ["COMPANY", "REGION", "ZONE", "GROUP", "STORE"] as const;
export type RuleLevel = (typeof ruleLevels)[number];
export const ruleLevelLabels = {
  COMPANY: "Company",
  REGION: "Region",
  ZONE: "Zone",
  GROUP: "Group",
  STORE: "Store",
} as const;

/**
 * Why a song is in a day although it does not meet all requirements: a rule, or its chart had no
 * song left.
 */
export const breakCauses = [...ruleNames, "FALLBACK", "LEAST_RECENT"] as const;
export type BreakCause = (typeof breakCauses)[number];
export const breakLabels: Record<BreakCause, string> = {
  MINIMUM_REST: "Minimum rest not kept",
  ARTIST_SEPARATION: "Artist separation not kept",
  TITLE_SEPARATION: "Title separation not kept",
  ALBUM_SEPARATION: "Album separation not kept",
  DAY_OFFSET: "Same hour as a recent day",
  WEEK_OFFSET: "Same hour as last week",
  PLAYS_A_DAY: "Too many plays in a day",
  DAYPART_ROTATION: "Back in a daypart before the others",
  SEGUE: "Segue not kept",
  LANGUAGE_IN_A_ROW: "Too many songs of one language in a row",
  MOOD_IN_A_ROW: "Too many songs of one mood in a row",
  GENRE_IN_A_ROW: "Too many songs of one genre in a row",
  ERA_IN_A_ROW: "Too many songs of one era in a row",
  TEMPO_IN_A_ROW: "Too many songs of one tempo in a row",
  VOCAL_IN_A_ROW: "Too many songs of one vocal in a row",
  FALLBACK: "From the fallback chart",
  LEAST_RECENT: "No chart had a song left",
};
/** The causes of a violation, each once. */
export const causesOf = ({
  broken,
  relaxed,
  stage,
}: {
  broken: readonly RuleName[];
  relaxed: readonly RuleName[];
  stage: PickStage;
}): BreakCause[] => [
  ...new Set<BreakCause>([
    ...broken,
    ...relaxed,
    ...(stage === "FALLBACK" || stage === "LEAST_RECENT" ? [stage] : []),
  ]),
];

/**
 * How the songs of an event play: ORDER plays each once in the given order, after which the time
 * slot's rule goes on; LOOP begins again with the first; RULES draws from them by the rules of the
 * time slot. Minimum rest applies to all of them.
 */
export const eventModes = ["ORDER", "LOOP", "RULES"] as const;
export type EventMode = (typeof eventModes)[number];
export const eventModeLabels = {
  ORDER: "Once, in the given order",
  LOOP: "In the given order, again and again",
  RULES: "By the rules of the time slot",
} as const;

export const eventStates = ["upcoming", "running", "past"] as const;
export type EventState = (typeof eventStates)[number];
export const eventStateLabels = { upcoming: "Upcoming", running: "Running", past: "Past" } as const;

export const eventLimits = {
  songs: 200,
  units: 100,
  priority: 9,
  days: 366,
  daysAtOnce: 100,
} as const;
