import type { RuleName } from "#contract/schedule/positions";
import type { SchedulingRule } from "./input";

/** A set of rules is a number with one bit a rule: what a song breaks is found once, each later step is arithmetic. */
export type RuleSet = number;

const names: readonly RuleName[] = ["MINIMUM_REST", "ARTIST_SEPARATION", "TITLE_SEPARATION", "DAY_OFFSET", "SEGUE"];
export const bitOf = Object.fromEntries(names.map((name, bit) => [name, 1 << bit])) as Record<RuleName, RuleSet>;
export const namesOf = (set: RuleSet): RuleName[] => names.filter((name) => set & bitOf[name]);

/** How many rules a set holds. */
export function rulesIn(set: RuleSet): number {
  let count = 0;
  for (let rest = set; rest; rest &= rest - 1) count++;
  return count;
}

/** A slot's rules, ready to be asked thousands of times. Seconds and steps are null where there is no such rule. */
export type CompiledRules = {
  restSeconds: number | null;
  artistSeconds: number | null;
  titleSeconds: number | null;
  dayOffset: boolean;
  tempoStep: number | null;
  energyStep: number | null;
  unbreakable: RuleSet;
  /** Breakable rules as they are applied: the one that matters most first. */
  breakable: readonly RuleSet[];
  /** Unbreakable rules as they are given up when nothing else is left: the one that matters least first. */
  givenUp: readonly RuleSet[];
};

export function compileRules(rules: readonly SchedulingRule[]): CompiledRules {
  const inOrder = [...rules].sort((a, b) => a.order - b.order);
  const secondsOf = (name: RuleName) => {
    const rule = rules.find((one) => one.name === name);
    return rule && "minutes" in rule ? rule.minutes * 60 : null;
  };
  const segue = rules.find((rule) => rule.name === "SEGUE");
  const unbreakable = inOrder.filter(({ breakable }) => !breakable).map(({ name }) => bitOf[name]);
  return {
    restSeconds: secondsOf("MINIMUM_REST"),
    artistSeconds: secondsOf("ARTIST_SEPARATION"),
    titleSeconds: secondsOf("TITLE_SEPARATION"),
    dayOffset: rules.some(({ name }) => name === "DAY_OFFSET"),
    tempoStep: segue?.tempoStep ?? null,
    energyStep: segue?.energyStep ?? null,
    unbreakable: unbreakable.reduce((set, bit) => set | bit, 0),
    breakable: inOrder.filter(({ breakable }) => breakable).map(({ name }) => bitOf[name]),
    givenUp: unbreakable.reverse(),
  };
}
