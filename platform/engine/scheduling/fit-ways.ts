import { CostTable, cheapestByLength, type LengthCosts } from "./cost-table";
import { type FitTarget, type Pass, TOLERANCE_SECONDS } from "./fit-target";
import type { GroupPlan } from "./group-plan";
import { BALANCE_COST, calledSongs, entriesOf, type LineUp, type LineUps } from "./line-up";
import type { Desk } from "./pick";
import type { Programme } from "./programme";
import type { Lengths } from "./rotation";

/**
 * Marks a pool as thin: the lengths of three or four of its songs add up to too few sums, so
 * nothing fills some gaps. Five or six fill nearly all, so a thin pool is fitted from further off.
 */
const THIN_POOL = 60;
/** Ways that are searched, the likeliest first. */
const WAYS = 3;
const RESIDUAL_COST = 0.25;
const WAITING_COST = 1;

/** All that the searches of one gap share. */
export type GapSearch = {
  desk: Desk;
  plan: GroupPlan | null;
  target: FitTarget;
  lineUps: LineUps;
};

/** A number of songs to fill the gap with, and the charts that they may come from. */
export type Way = {
  /**
   * The possible line-ups of each place: one if the charts are settled, all of them if the choice
   * depends on the songs before it.
   */
  places: readonly (readonly LineUp[])[];
  isSettled: boolean;
  /** By place, the least that all songs behind it cost, for each length left. */
  tables: readonly CostTable[];
  /** The least that the whole way costs. */
  cost: number;
  /** Higher where the usual lengths of its songs fill the gap badly. */
  estimate: number;
};

/**
 * The gap from which on songs are no longer drawn freely but fitted: about three and a half songs,
 * two more of a thin pool.
 */
export function fitWindow(desk: Desk): number {
  return (isThin(desk) ? 5.5 : 3.5) * desk.index.meanDuration;
}

export const isThin = ({ programmes }: Desk) => programmes.library.size < THIN_POOL;

/** Lists the ways in which a gap may be filled, the likeliest first. */
export function* findWays(search: GapSearch, pass: Pass): Generator<Way> {
  const { desk, plan, target } = search;
  const programme = desk.programmes.at(target.at);
  const last = desk.programmes.at(target.at + target.gap - 1);
  const isOpen = plan || programme !== last || programme.ownList || pass.anyOrder;
  if (isOpen) yield* findOpenWays(search, pass, [...new Set([programme, last])]);
  else yield* findSettledWays(search, pass, programme);
}

/** Where the charts depend on the songs before them, only the number of songs is known. */
function* findOpenWays(
  search: GapSearch,
  pass: Pass,
  programmes: readonly Programme[],
): Generator<Way> {
  const counts = pass.anyOrder ? [5, 4, 3, 2, 1] : songCounts(search.desk, search.target.gap);
  const lineUps = programmes.flatMap((programme) =>
    entriesOf(programme).flatMap((entry) => search.lineUps.find({ programme, entry }, pass) ?? []),
  );
  for (const count of counts) yield boundWay(search, pass, { places: Array(count).fill(lineUps) });
}

/** Chooses in which numbers the charts are called, and calls them in the order of the mix. */
function* findSettledWays(search: GapSearch, pass: Pass, programme: Programme): Generator<Way> {
  const { desk, target, lineUps } = search;
  const { index, times, mix } = desk;
  const entries = entriesOf(programme);
  const isMix = entries === programme.mix;
  const charts = entries.map((entry) => {
    const { rotation } = calledSongs(desk, { programme, entry }, pass);
    return {
      ...rotation.lengths(index),
      balance: rotation.lengthBalance(index, times),
      size: rotation.size,
    };
  });
  const shares = songCounts(desk, target.gap)
    .flatMap((count) =>
      (isMix ? mix.shares(programme.mix, count) : [[count]]).map((songs) => ({
        count,
        songs,
        estimate: estimateOf(target.gap, songs, charts),
      })),
    )
    .sort((one, other) => one.estimate - other.estimate);
  for (const { count, songs, estimate } of shares.slice(0, WAYS)) {
    const order = isMix ? mix.inOrder(programme.mix, songs, count) : Array<null>(count).fill(null);
    const places = order
      .flatMap((entry) => lineUps.find({ programme, entry }, pass) ?? [])
      .map((lineUp) => [lineUp]);
    if (places.length === count) yield boundWay(search, pass, { places, estimate });
  }
}

/**
 * Bounds the cost of each place from below, from the last to the first, so that no search is lost
 * on songs that lead nowhere. A way without an estimate is open.
 */
function boundWay(
  search: GapSearch,
  { pause, late }: Pass,
  { places, estimate }: { places: readonly (readonly LineUp[])[]; estimate?: number },
): Way {
  const { plan, desk, target } = search;
  const planned = plan?.songs
    .slice(plan.position, plan.position + places.length + 1)
    .flatMap(({ songId }) => {
      const rank = desk.index.rankOf(songId);
      return rank === undefined ? [] : [desk.index.duration[rank] as number];
    });
  const endingCost = (seconds: number) =>
    seconds < 0 ? WAITING_COST - seconds * RESIDUAL_COST : seconds * RESIDUAL_COST;
  let behind = CostTable.ofEndings(-late, Math.min(pause, target.gap), endingCost);
  const tables = [behind];
  for (let place = places.length - 1; place > 0; place--) {
    behind = behind.withSong(cheapestAt(target, places[place] ?? [], planned), target.gap);
    tables.unshift(behind);
  }
  const first = cheapestAt(target, places[0] ?? [], planned);
  let cost = Number.POSITIVE_INFINITY;
  for (const [song, seconds] of first.lengths.entries())
    cost = Math.min(cost, (first.costs[song] as number) + behind.at(target.gap - seconds));
  const isSettled = estimate !== undefined;
  return { places, isSettled, tables, cost, estimate: estimate ?? 0 };
}

/** The cheapest song of each length at a place; the plan's own songs cost nothing. */
function cheapestAt(
  { gap, mayWait }: FitTarget,
  lineUps: readonly LineUp[],
  planned: readonly number[] | undefined,
): LengthCosts {
  const [lineUp] = lineUps;
  if (lineUps.length === 1 && lineUp && !planned) return lineUp.cheapest;
  const plannedThatFit = (planned ?? []).filter((seconds) => seconds <= gap + mayWait);
  return cheapestByLength(
    [...lineUps.flatMap(({ cheapest }) => cheapest.lengths), ...plannedThatFit],
    [...lineUps.flatMap(({ cheapest }) => cheapest.costs), ...plannedThatFit.map(() => 0)],
  );
}

/**
 * Lists the numbers of songs that may fill the gap, first those whose mean length is most usual.
 */
function songCounts(desk: Desk, gap: number): number[] {
  const { meanDuration } = desk.index;
  const near = Math.max(1, Math.round(gap / meanDuration));
  const mostSongs = isThin(desk) ? 7 : 5;
  const unusual = (count: number) => Math.abs(Math.log(gap / count / meanDuration));
  return [near - 1, near, near + 1, near + 2]
    .filter((count) => count >= 1 && count <= mostSongs)
    .sort((one, other) => unusual(one) - unusual(other));
}

/**
 * Estimates how badly this number of songs of each chart, at their usual lengths, fills the gap,
 * and the effect on the balance of the charts' lengths.
 */
function estimateOf(
  gap: number,
  songs: readonly number[],
  charts: readonly (Lengths & { balance: number; size: number })[],
): number {
  let off = gap - TOLERANCE_SECONDS / 2;
  let variance = 1;
  for (const [place, chart] of charts.entries()) {
    off -= (songs[place] ?? 0) * chart.mean;
    variance += (songs[place] ?? 0) * chart.variance;
  }
  let cost = off ** 2 / variance;
  for (const [place, chart] of charts.entries()) {
    const share = (off * (songs[place] ?? 0) * chart.variance) / variance;
    cost +=
      ((BALANCE_COST / Math.max(1, chart.size)) *
        ((chart.balance + share) ** 2 - chart.balance ** 2)) /
      2;
  }
  return cost;
}
