import type { MasterRuleSection } from "#contract/schedule/master-rule";
import type { CheckedLine, Monotony, Shortage } from "#contract/schedule/rule-check";
import type { MinuteRule, RowRule } from "#contract/schedule/separation-words";

/** Counts the songs of one line of a mix, or of all its lines, in one country. */
export type PoolCounts = {
  /**
   * Active songs, those of them without audio, those whose play windows are closed all through the
   * slot, and those that may play: with audio, licensed there and open.
   */
  songs: number;
  withoutAudio: number;
  outsideWindow: number;
  playable: number;
  /**
   * Different artists, titles and albums of the playable ones; a song without an album counts as
   * one of its own.
   */
  artists: number;
  titles: number;
  albums: number;
  /** Mean length of the playable ones; null if there is none. */
  averageSeconds: number | null;
};
/** The language, mood … that all playable songs of a line have, by the rule that looks at it. */
export type AlikeSongs = Partial<Record<RowRule, number>>;
export type CountedLine = PoolCounts &
  Pick<CheckedLine, "kind" | "name" | "active" | "percent"> & { alike: AlikeSongs };

type Rule = Pick<MasterRuleSection, "separation">;
export type RuleVerdict = { lines: CheckedLine[]; shortages: Shortage[]; monotonies: Monotony[] };

/** A song's length where nothing is known of any. */
const usualSeconds = 210;

/**
 * Judges from counts alone if a rule can be kept in one country. It names only what is sure: a line
 * that calls for more songs within the minimum rest than may play there must repeat some, in
 * any order. The same is true of artists, titles and albums. Songs that are all
 * alike follow each other if the rest of the mix is too little to separate them. Spots are
 * ignored; they take a few percent of an hour. `slotMinutes` is the slot's length: its
 * daily demand ends with it.
 */
export function judgeRule(
  rule: Rule,
  slotMinutes: number,
  counted: readonly CountedLine[],
  whole: PoolCounts,
): RuleVerdict {
  const seconds = counted.reduce(
    (sum, { averageSeconds, percent }) => sum + (averageSeconds ?? usualSeconds) * (percent / 100),
    0,
  );
  const songsPerHour = seconds > 0 ? 3600 / seconds : 0;
  const shortagesAt = (playsPerHour: number, pool: PoolCounts) =>
    shortagesOf(rule, slotMinutes, playsPerHour, pool);
  const lines = counted.map((line): CheckedLine => {
    const { kind, name, active, percent, songs, playable, withoutAudio, outsideWindow } = line;
    const playsPerHour = songsPerHour * (percent / 100);
    return {
      kind,
      name,
      active,
      percent,
      songs,
      playable,
      withoutAudio,
      notLicensed: active ? songs - withoutAudio - outsideWindow - playable : 0,
      outsideWindow,
      playsPerHour: Math.round(playsPerHour * 10) / 10,
      turnoverMinutes: playable > 0 ? Math.round((60 * playable) / playsPerHour) : null,
      shortages: playable > 0 ? shortagesAt(playsPerHour, line) : [],
    };
  });
  const reported = new Set(
    lines.flatMap(({ playable, shortages }) =>
      playable === 0 ? ["NONE"] : shortages.map((one) => one.rule),
    ),
  );
  const together =
    counted.length > 1 && !reported.has("NONE") ? shortagesAt(songsPerHour, whole) : [];
  return {
    lines,
    shortages: together.filter((one) => !reported.has(one.rule)),
    monotonies: monotoniesOf(rule, counted),
  };
}

function shortagesOf(
  rule: Rule,
  slotMinutes: number,
  playsPerHour: number,
  pool: PoolCounts,
): Shortage[] {
  const { playable, artists, titles, albums } = pool;
  const availableByRule: Record<MinuteRule, number> = {
    MINIMUM_REST: playable,
    ARTIST_SEPARATION: artists,
    TITLE_SEPARATION: titles,
    ALBUM_SEPARATION: albums,
  };
  return rule.separation.flatMap((one): Shortage[] => {
    if ("minutes" in one) {
      const minutes = Math.min(one.minutes, slotMinutes);
      const need = Math.floor((playsPerHour * minutes) / 60);
      return availableByRule[one.name] < need
        ? [{ rule: one.name, have: availableByRule[one.name], need, minutes }]
        : [];
    }
    if (one.name === "PLAYS_A_DAY") {
      const need = Math.floor((playsPerHour * slotMinutes) / 60 / one.plays);
      const count = one.plays;
      return playable < need
        ? [{ rule: one.name, have: playable, need, minutes: slotMinutes, count }]
        : [];
    }
    if (one.name !== "DAY_OFFSET" && one.name !== "WEEK_OFFSET") return [];
    // an hour's songs and those of the same hour on the other days are all different
    const count = one.name === "DAY_OFFSET" ? (one.days ?? 1) : 1;
    const need = Math.floor((1 + count) * playsPerHour);
    return playable < need ? [{ rule: one.name, have: playable, need, minutes: 60, count }] : [];
  });
}

/**
 * After each `most` songs that are alike another must come: the share of the music that the
 * others must have.
 */
function monotoniesOf(rule: Rule, counted: readonly CountedLine[]): Monotony[] {
  return rule.separation.flatMap((one): Monotony[] => {
    if (!("most" in one)) return [];
    const percents = new Map<number, number>();
    for (const { playable, alike, percent } of counted) {
      const value = playable > 0 ? alike[one.name] : undefined;
      if (value !== undefined) percents.set(value, (percents.get(value) ?? 0) + percent);
    }
    const percent = Math.max(0, ...percents.values());
    return 100 - percent < 100 / (one.most + 1)
      ? [{ rule: one.name, most: one.most, percent }]
      : [];
  });
}
