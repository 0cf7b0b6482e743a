import type { DaySummary, MusicTrace } from "./positions.ts";
import { type BreakCause, causesOf } from "./words.ts";

/** Songs of one chart that break a rule, for one cause. */
export type BreakGroup = {
  cause: BreakCause;
  /**
   * The chart that the mix called, with its share and the songs it has here; null where none was
   * called.
   */
  chart: { name: string; percent: number; pool: number } | null;
  /** Places of the songs in the day. */
  indexes: number[];
  /** Counts the songs among them for which an unbreakable rule was given up. */
  givenUp: number;
};

/**
 * Groups the rule breaks of a day by cause and chart, the most songs first: the one grouping for
 * pages, checks and questions. A song that breaks two rules counts in both. `reasons` are those of
 * all songs of the day, by their places in it.
 */
export function groupBreaks(
  { violations }: Pick<DaySummary, "violations">,
  reasons: ReadonlyMap<number, Reason>,
): BreakGroup[] {
  const pools = poolsIn(reasons.values());
  const groups = new Map<string, BreakGroup>();
  for (const violation of violations) {
    const category = reasons.get(violation.index)?.category ?? null;
    for (const cause of causesOf(violation)) {
      const key = `${cause} ${category?.id}`;
      const group = groups.get(key) ?? {
        cause,
        indexes: [],
        givenUp: 0,
        chart: category && {
          name: category.name,
          percent: category.percent,
          pool: pools.get(category.id) ?? 0,
        },
      };
      groups.set(key, group);
      group.indexes.push(violation.index);
      if (violation.relaxed.some((rule) => rule === cause)) group.givenUp++;
    }
  }
  return [...groups.values()].sort((one, other) => other.indexes.length - one.indexes.length);
}

/** Counts a day's rule breaks by cause alone, the most songs first. */
export function countCauses(
  summary: Pick<DaySummary, "violations">,
  reasons: ReadonlyMap<number, Reason>,
) {
  const causes = new Map<BreakCause, { cause: BreakCause; songs: number; givenUp: number }>();
  for (const { cause, indexes, givenUp } of groupBreaks(summary, reasons)) {
    const previous = causes.get(cause) ?? { cause, songs: 0, givenUp: 0 };
    causes.set(cause, {
      cause,
      songs: previous.songs + indexes.length,
      givenUp: previous.givenUp + givenUp,
    });
  }
  return [...causes.values()].sort((one, other) => other.songs - one.songs);
}

type Reason = Pick<MusicTrace, "category" | "pool" | "stage">;

/**
 * The number of songs of each chart here, by its id. Ignores songs from the fallback chart or the
 * whole library: their `pool` counts the songs of those.
 */
function poolsIn(reasons: Iterable<Reason>): Map<number, number> {
  const pools = new Map<number, number>();
  for (const { category, pool, stage } of reasons)
    if (category && stage !== "FALLBACK" && stage !== "LEAST_RECENT")
      pools.set(category.id, Math.max(pools.get(category.id) ?? 0, pool));
  return pools;
}
