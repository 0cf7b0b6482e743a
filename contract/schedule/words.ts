import type { PickStage, RuleName } from "./positions.ts";

/** What a mix may be. No zod in here: the browser shows the sum while a person types. */
export const mixLimits = { lines: 10, minutes: 1440 } as const;

type Line = { percent?: number | string | undefined };
export const mixSum = (lines: readonly Line[]): number => lines.reduce((sum, { percent }) => sum + (Number(percent) || 0), 0);
export const isMixWhole = (lines: readonly Line[]): boolean => mixSum(lines) === 100;

/** The refusal of a mix that does not make 100, or what its sum is. */
export function mixSaid(lines: readonly Line[]): string {
  const sum = mixSum(lines);
  const off = Math.abs(100 - sum);
  return sum === 100 ? "The mix adds up to 100%." : `The mix adds up to ${sum}%. It must be 100%: ${sum < 100 ? "add" : "remove"} ${off}%.`;
}

/** How a day came to be published: by a person, by the schedule, by the schedule because nobody did in time, or anew after a change. */
export const publishedHow = ["PERSON", "SCHEDULE", "UNAPPROVED", "CHANGE"] as const;
export type PublishedHow = (typeof publishedHow)[number];
export const publishedHowLabels = {
  SCHEDULE: "Published automatically",
  UNAPPROVED: "Published without approval, 48 hours before it began",
  CHANGE: "Published again automatically, after a change",
} as const;

/** How a person made a new draft of a day out of an earlier version of it. */
export const editKinds = ["lock", "unlock", "swap", "regenerate-hour", "regenerate-rest", "restore"] as const;
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

/** How a group's day stands. */
export const dayStateLabels = { none: "Not planned", draft: "Draft", stale: "Stale", published: "Published" } as const;

/** Of a company. */
export const slotLimits = { slots: 40 } as const;

/** The levels at which a rule can stand. */
export const ruleLevels = ["COMPANY", "REGION", "ZONE", "GROUP", "STORE"] as const;
export type RuleLevel = (typeof ruleLevels)[number];
export const ruleLevelLabels = { COMPANY: "Company", REGION: "Region", ZONE: "Zone", GROUP: "Group", STORE: "Store" } as const;

/** Why a song stands in a day though it keeps not to all that was asked: a rule, or its chart had no song left. */
export const breakCauses = [
  "MINIMUM_REST",
  "ARTIST_SEPARATION",
  "TITLE_SEPARATION",
  "DAY_OFFSET",
  "SEGUE",
  "FALLBACK",
  "LEAST_RECENT",
] as const;
export type BreakCause = (typeof breakCauses)[number];
export const breakLabels: Record<BreakCause, string> = {
  MINIMUM_REST: "Minimum rest not kept",
  ARTIST_SEPARATION: "Artist separation not kept",
  TITLE_SEPARATION: "Title separation not kept",
  DAY_OFFSET: "Same hour as yesterday",
  SEGUE: "Tempo change not kept",
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
}): BreakCause[] => [...new Set<BreakCause>([...broken, ...relaxed, ...(stage === "FALLBACK" || stage === "LEAST_RECENT" ? [stage] : [])])];

/** What the rules of a master rule are called where a song breaks one. */
export const ruleLabels = {
  MINIMUM_REST: "minimum rest",
  ARTIST_SEPARATION: "artist separation",
  TITLE_SEPARATION: "title separation",
  DAY_OFFSET: "day offset",
  SEGUE: "tempo change",
} as const;
