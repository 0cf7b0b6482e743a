import { showClock } from "#contract/base/dates";
import type { MasterRule } from "#contract/schedule/master-rule";
import type { SeparationRule } from "#contract/schedule/separation-rules";
import { type RuleName, ruleLabels } from "#contract/schedule/separation-words";
import { ruleLevelLabels } from "#contract/schedule/words";
import type { RuleFact } from "./rule-difference";
import { arcTexts, mixTexts, separationTexts, songChoiceTexts } from "./rule-texts";

type Source = { level: keyof typeof ruleLevelLabels; name: string };

/** Names a location within a sentence: "the zone Mumbai". */
export const placeWords = ({ level, name }: Source): string =>
  level === "COMPANY"
    ? `the company, ${name}`
    : `the ${ruleLevelLabels[level].toLowerCase()} ${name}`;

/** Says where a rule comes from: "its own rule", "inherited from the zone Mumbai". */
export const sourceWords = (source: Source, own: boolean): string =>
  own ? "its own rule" : `inherited from ${placeWords(source)}`;

/** Formats minutes: Off, 45 min, 2 h, 2 h 30 min. */
export function durationWords(minutes: number): string {
  if (minutes === 0) return "Off";
  const h = Math.floor(minutes / 60);
  const m = minutes % 60;
  return [h > 0 ? `${h} h` : "", m > 0 ? `${m} min` : ""].filter(Boolean).join(" ");
}

/**
 * Describes a rule: its mix, its separation rules in order, and its other settings.
 */
export const ruleFacts = (rule: MasterRule) => ({
  mix: rule.mix.map(({ name, percent, songs, active }) => ({ name, percent, songs, active })),
  separation: rule.separation.map((one) => ({
    title: ruleTitle(one.name),
    words: ruleWords(one),
    breakable: one.breakable,
  })),
  facts: [
    ...(rule.arc.length > 0 ? [{ term: arcTexts.title, value: arcWords(rule.arc) }] : []),
    { term: mixTexts.shareBy, value: mixTexts.shares[rule.shareBy] },
    { term: "Longest pause before a fixed time", value: `${rule.longestPauseSeconds} s` },
    { term: "Top of the hour", value: songChoiceTexts.topWait(rule.topWaitSeconds) },
    { term: "If no song fits even then", value: songChoiceTexts.before[rule.beforeFixedPoint] },
    { term: "Fallback chart", value: rule.fallbackChart?.chartName ?? "Any licensed song" },
    { term: "Search depth", value: String(rule.searchDepth) },
  ],
});

/** "30 and Calm at 08:00, 80 at 18:00". */
const arcWords = (arc: MasterRule["arc"]): string =>
  arc
    .map(({ hour, energy, mood }) => {
      const parts = [...(energy === null ? [] : [String(energy)]), ...(mood ? [mood.name] : [])];
      return `${parts.join(" and ") || arcTexts.anyMood} at ${showClock(hour * 3600)}`;
    })
    .join(", ");

/**
 * Gives a rule's facts as one list, to compare versions by; empty for a location without a rule of
 * its own.
 */
export function comparedFacts(rule: MasterRule | null): RuleFact[] {
  if (!rule) return [];
  const { mix, separation, facts } = ruleFacts(rule);
  return [
    ...mix.map(({ name, percent }) => ({
      term: `Mix: ${name}`,
      value: `${percent}%`,
      list: "charts" as const,
    })),
    ...separation.map(({ title, words, breakable }) => ({
      term: title,
      value: `${words}, ${breakable ? "breakable" : "unbreakable"}`,
      list: "rules" as const,
    })),
    ...facts,
  ];
}

/** "Minimum rest". */
export const ruleTitle = (name: RuleName): string =>
  ruleLabels[name].charAt(0).toUpperCase() + ruleLabels[name].slice(1);

const offsetWords = (days: number) =>
  days === 1 ? "not in yesterday's hour" : separationTexts.notInHour(days);

/** Says what a separation rule requires: "2 h". */
export function ruleWords(rule: SeparationRule): string {
  if ("minutes" in rule) return durationWords(rule.minutes);
  if ("most" in rule) return rule.most === 1 ? "changes with every song" : `at most ${rule.most}`;
  if (rule.name === "DAY_OFFSET") return offsetWords(rule.days ?? 1);
  if (rule.name === "WEEK_OFFSET") return separationTexts.notLastWeek;
  if (rule.name === "PLAYS_A_DAY") return `at most ${rule.plays}`;
  if (rule.name === "DAYPART_ROTATION") return separationTexts.allDayparts;
  const tempo =
    rule.tempoStep === null ? [] : [rule.tempoStep === 0 ? "same tempo" : separationTexts.oneLevel];
  return [
    ...tempo,
    ...(rule.energyStep === null ? [] : [`energy by at most ${rule.energyStep}`]),
  ].join(", ");
}
