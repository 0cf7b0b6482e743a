import { recordOf } from "#contract/base/records";
import type { SeparationRule } from "#contract/schedule/separation-rules";
import {
  type MinuteRule,
  type RowRule,
  type RuleName,
  rowRules,
  ruleNames,
} from "#contract/schedule/separation-words";
import type { Dayparts } from "./dayparts";

/**
 * A set of rules is a number with one bit a rule: what a song breaks is found once, each later step
 * is arithmetic.
 */
export type RuleSet = number;

export const bitOf = recordOf(ruleNames, (_, bit): RuleSet => 1 << bit);
export const namesOf = (set: RuleSet): RuleName[] => ruleNames.filter((name) => set & bitOf[name]);

/** The rules that depend on the songs before a song, and so are known only in its place. */
export const orderRules: RuleSet = ruleNames.reduce(
  (set, name) => (name === "SEGUE" || name in rowRules ? set | bitOf[name] : set),
  0,
);

/** Counts the rules of a set. */
export function rulesIn(set: RuleSet): number {
  let count = 0;
  for (let rest = set; rest; rest &= rest - 1) count++;
  return count;
}

/**
 * A slot's rules, ready to be asked thousands of times. Seconds and steps are null where there is
 * no such rule.
 */
export type CompiledRules = {
  restSeconds: number | null;
  artistSeconds: number | null;
  titleSeconds: number | null;
  albumSeconds: number | null;
  /** Days on both sides on which a song is not to play in the same hour. */
  offsetDays: number | null;
  weekOffset: boolean;
  mostPlays: number | null;
  dayparts: Dayparts | null;
  tempoStep: number | null;
  energyStep: number | null;
  rows: readonly CompiledRow[];
  unbreakable: RuleSet;
  /** Breakable rules in the order in which they are applied: the most important first. */
  breakable: readonly RuleSet[];
  /**
   * Unbreakable rules in the order in which they are given up at last: the least important
   * first.
   */
  givenUp: readonly RuleSet[];
};

/** At most `most` songs in a row with the same value of an attribute. */
export type CompiledRow = {
  rule: RowRule;
  of: (typeof rowRules)[RowRule];
  bit: RuleSet;
  most: number;
};

/** `dayparts` are those of the day; they need not be known where no rule looks at them. */
export function compileRules(
  rules: readonly SeparationRule[],
  dayparts: Dayparts | null = null,
): CompiledRules {
  const secondsOf = (name: MinuteRule) => {
    const rule = rules.find((one) => one.name === name);
    return rule && "minutes" in rule ? rule.minutes * 60 : null;
  };
  const segue = rules.find((rule) => rule.name === "SEGUE");
  const offset = rules.find((rule) => rule.name === "DAY_OFFSET");
  const unbreakable = rules.filter(({ breakable }) => !breakable).map(({ name }) => bitOf[name]);
  return {
    restSeconds: secondsOf("MINIMUM_REST"),
    artistSeconds: secondsOf("ARTIST_SEPARATION"),
    titleSeconds: secondsOf("TITLE_SEPARATION"),
    albumSeconds: secondsOf("ALBUM_SEPARATION"),
    offsetDays: offset ? (offset.days ?? 1) : null,
    weekOffset: rules.some(({ name }) => name === "WEEK_OFFSET"),
    mostPlays: rules.find((rule) => rule.name === "PLAYS_A_DAY")?.plays ?? null,
    dayparts: rules.some(({ name }) => name === "DAYPART_ROTATION") ? dayparts : null,
    tempoStep: segue?.tempoStep ?? null,
    energyStep: segue?.energyStep ?? null,
    rows: rules.flatMap((rule) =>
      "most" in rule
        ? [{ rule: rule.name, of: rowRules[rule.name], bit: bitOf[rule.name], most: rule.most }]
        : [],
    ),
    unbreakable: unbreakable.reduce((set, bit) => set | bit, 0),
    breakable: rules.filter(({ breakable }) => breakable).map(({ name }) => bitOf[name]),
    givenUp: unbreakable.reverse(),
  };
}
