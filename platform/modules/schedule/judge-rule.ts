import type { MasterRuleSection } from "#contract/schedule/master-rule";
import type { CheckedLine, Shortage } from "#contract/schedule/rule-check";

/** Of the songs of a chart, or of all charts of a mix, in one country. */
export type PoolCounts = {
  /** Active songs, those of them without audio, and those that may play: with audio and licensed there. */
  songs: number;
  withoutAudio: number;
  playable: number;
  /** Different artists and titles of the playable ones. */
  artists: number;
  titles: number;
  /** Mean length of the playable ones; null where there is none. */
  averageSeconds: number | null;
};
export type ChartCounts = PoolCounts & { chartId: number; chartName: string; active: boolean };

type Rule = Pick<MasterRuleSection, "mix" | "minimumRestMinutes" | "artistSeparationMinutes" | "titleSeparationMinutes" | "dayOffset">;
export type RuleVerdict = { lines: CheckedLine[]; shortages: Shortage[] };

/** A song's length where nothing is known of any. */
const usualSeconds = 210;

/**
 * Whether a rule can be kept in one country, from counts alone. It names only what is sure: a chart that calls for more songs within the
 * minimum rest than may play there must repeat some, in whatever order they are put. The same holds for artists and titles. Spots are left
 * out of account; they take a few percent of an hour. `slotMinutes` is the slot's length: what it calls for in a day ends with it.
 */
export function judgeRule(rule: Rule, slotMinutes: number, charts: readonly ChartCounts[], whole: PoolCounts): RuleVerdict {
  const known = rule.mix.flatMap(({ chartId, percent }) => {
    const chart = charts.find((one) => one.chartId === chartId);
    return chart ? [{ chart, percent }] : [];
  });
  const seconds = known.reduce((sum, { chart, percent }) => sum + (chart.averageSeconds ?? usualSeconds) * (percent / 100), 0);
  const songsPerHour = seconds > 0 ? 3600 / seconds : 0;
  const shortagesAt = (playsPerHour: number, pool: PoolCounts) => shortagesOf(rule, slotMinutes, playsPerHour, pool);
  const lines = known.map(({ chart, percent }): CheckedLine => {
    const { chartId, chartName, active, songs, playable, withoutAudio } = chart;
    const playsPerHour = songsPerHour * (percent / 100);
    return {
      ...{ chartId, chartName, active, percent, songs, playable, withoutAudio },
      notLicensed: active ? songs - withoutAudio - playable : 0,
      playsPerHour: Math.round(playsPerHour * 10) / 10,
      turnoverMinutes: playable > 0 ? Math.round((60 * playable) / playsPerHour) : null,
      shortages: playable > 0 ? shortagesAt(playsPerHour, chart) : [],
    };
  });
  const told = new Set(lines.flatMap(({ playable, shortages }) => (playable === 0 ? ["NONE"] : shortages.map((one) => one.rule))));
  const together = known.length > 1 && !told.has("NONE") ? shortagesAt(songsPerHour, whole) : [];
  return { lines, shortages: together.filter((one) => !told.has(one.rule)) };
}

function shortagesOf(rule: Rule, slotMinutes: number, playsPerHour: number, { playable, artists, titles }: PoolCounts): Shortage[] {
  const short = (name: Shortage["rule"], ruleMinutes: number, have: number): Shortage[] => {
    const minutes = Math.min(ruleMinutes, slotMinutes);
    const need = Math.floor((playsPerHour * minutes) / 60);
    return have < need ? [{ rule: name, have, need, minutes }] : [];
  };
  return [
    ...short("MINIMUM_REST", rule.minimumRestMinutes, playable),
    ...short("ARTIST_SEPARATION", rule.artistSeparationMinutes, artists),
    ...short("TITLE_SEPARATION", rule.titleSeparationMinutes, titles),
    // an hour's songs and those of the same hour yesterday are all different
    ...(rule.dayOffset && playable < Math.floor(2 * playsPerHour)
      ? [{ rule: "DAY_OFFSET" as const, have: playable, need: Math.floor(2 * playsPerHour), minutes: 60 }]
      : []),
  ];
}
