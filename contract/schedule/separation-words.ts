import { memberNames } from "../base/records.ts";

/**
 * The separation rules, by the field's own names. No zod in here: the form uses it in the
 * browser.
 */
export const ruleNames = [
  "MINIMUM_REST",
  "ARTIST_SEPARATION",
  "TITLE_SEPARATION",
  "ALBUM_SEPARATION",
  "DAY_OFFSET",
  "WEEK_OFFSET",
  "PLAYS_A_DAY",
  "DAYPART_ROTATION",
  "SEGUE",
  "LANGUAGE_IN_A_ROW",
  "MOOD_IN_A_ROW",
  "GENRE_IN_A_ROW",
  "ERA_IN_A_ROW",
  "TEMPO_IN_A_ROW",
  "VOCAL_IN_A_ROW",
] as const;
export type RuleName = (typeof ruleNames)[number];

/** Rules that ask for a time between two songs. */
export const minuteRules = [
  "MINIMUM_REST",
  "ARTIST_SEPARATION",
  "TITLE_SEPARATION",
  "ALBUM_SEPARATION",
] as const;
export type MinuteRule = (typeof minuteRules)[number];

/**
 * Rules that bound how many songs that are alike follow each other; at most 1 is alternation. By
 * the attribute that they look at.
 */
export const rowRules = {
  LANGUAGE_IN_A_ROW: "language",
  MOOD_IN_A_ROW: "mood",
  GENRE_IN_A_ROW: "genre",
  ERA_IN_A_ROW: "era",
  TEMPO_IN_A_ROW: "tempo",
  VOCAL_IN_A_ROW: "vocal",
} as const;
export type RowRule = keyof typeof rowRules;
export const rowRuleNames = memberNames(rowRules);

/** Names of the rules in messages about a song that breaks one. */
export const ruleLabels: Record<RuleName, string> = {
  MINIMUM_REST: "minimum rest",
  ARTIST_SEPARATION: "artist separation",
  TITLE_SEPARATION: "title separation",
  ALBUM_SEPARATION: "album separation",
  DAY_OFFSET: "day offset",
  WEEK_OFFSET: "week offset",
  PLAYS_A_DAY: "plays a day",
  DAYPART_ROTATION: "daypart rotation",
  SEGUE: "segue",
  LANGUAGE_IN_A_ROW: "language in a row",
  MOOD_IN_A_ROW: "mood in a row",
  GENRE_IN_A_ROW: "genre in a row",
  ERA_IN_A_ROW: "era in a row",
  TEMPO_IN_A_ROW: "tempo in a row",
  VOCAL_IN_A_ROW: "vocal in a row",
};

export const separationLimits = {
  minutes: 1440,
  inARow: 20,
  energy: 99,
  /** Days on both sides of a day that its hours are kept apart from. */
  days: 7,
  playsADay: 24,
} as const;

/** The number of longest-rested songs that each position chooses from. */
export const depthLimits = { least: 5, most: 200, usual: 40 } as const;

/**
 * The choices for when no songs that keep the unbreakable rules end at a fixed point, not even
 * after a short pause.
 */
export const fixedPointChoices = ["PAUSE", "BREAK_RULE"] as const;
export type FixedPointChoice = (typeof fixedPointChoices)[number];
/**
 * The longest pause before a fixed point, in seconds, that is tried before the person's choice
 * applies.
 */
export const pauseLimits = { least: 0, most: 60, usual: 20 } as const;
/** A mix divides either the number of songs or the time they last. */
export const shareMeasures = ["PLAYS", "AIRTIME"] as const;
export type ShareMeasure = (typeof shareMeasures)[number];
/** Seconds that a top of the hour may wait for the end of a song; 0 is exact. */
export const topWaitLimits = { least: 0, most: 120, usual: 0 } as const;
