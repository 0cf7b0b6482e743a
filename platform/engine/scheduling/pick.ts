import type { PickStage } from "#contract/schedule/positions";
import type { DayClock } from "./day-clock";
import type { MixEntry } from "./input";
import type { MixSequence } from "./mix-sequence";
import type { PlayTimes } from "./play-times";
import type { Programme, Programmes } from "./programme";
import type { Rotation } from "./rotation";
import { bitOf, type RuleSet, rulesIn } from "./rules";
import type { Random } from "./seeded-random";
import { NEVER, type SongIndex } from "./song-index";

/** What a day is made with; one object for all the steps. */
export type Desk = {
  index: SongIndex;
  times: PlayTimes;
  mix: MixSequence;
  programmes: Programmes;
  clock: DayClock;
  random: Random;
  /** Room for a scan of the whole library, used again and again. */
  scratch: Int32Array;
};

/** How far a search may go: the asked depth, the whole category, or anything that may play, rules given up one by one. */
export type Reach = "DEPTH" | "WHOLE" | "ANYTHING";

export type Search = {
  at: number;
  programme: Programme;
  entry: MixEntry | null;
  /** Seconds a song must and may last. */
  shortest: number;
  longest: number;
  depth: number;
  reach: Reach;
  /** Where only a song's length can still help, rules refuse nothing; each broken one makes the song less likely. */
  rulesWeighed?: boolean;
};

/** Songs that came through the rules, longest-rested first, with their weights in the draw. */
export type Candidates = {
  ranks: number[];
  broken: RuleSet[];
  weights: number[];
  stage: PickStage;
  searched: number;
  pool: number;
};

/**
 * Steps 5 to 8: the longest-rested songs to the search depth, less those that break unbreakable rules, through the breakable ones
 * in order, weighed by the goals. An empty pool widens the depth, gives rules up in order, turns to the fallback category, then to
 * the least recently played of all: as far as `reach` lets it.
 */
export function gather(desk: Desk, search: Search): Candidates | null {
  const { programmes } = desk;
  const { programme, entry, reach } = search;
  const called = programme.ownList ?? (entry && programmes.rotation(programme, entry.categoryId));
  const candidates = called && searchIn(desk, search, called, programme.ownList ? "EVENT" : "CATEGORY");
  if (candidates || reach !== "ANYTHING") return candidates;
  const fallback = programmes.fallback(programme);
  return (fallback && searchIn(desk, search, fallback, "FALLBACK")) ?? searchIn(desk, search, programmes.library, "LEAST_RECENT");
}

/** Draws one candidate by weight; an event's own list gives its songs in order. Answers its place, -1 when none is left. */
export function draw({ weights, stage }: Candidates, random: Random): number {
  if (stage === "EVENT") return weights.findIndex((weight) => weight > 0);
  let total = 0;
  for (const weight of weights) total += weight;
  if (total <= 0) return -1;
  let point = random() * total;
  let last = -1;
  for (let place = 0; place < weights.length; place++) {
    const weight = weights[place] as number;
    if (weight <= 0) continue;
    last = place;
    point -= weight;
    if (point < 0) return place;
  }
  return last;
}

function searchIn(desk: Desk, search: Search, rotation: Rotation, stage: PickStage): Candidates | null {
  const { times, clock, index, scratch } = desk;
  const { at, programme, shortest, longest, reach } = search;
  const { unbreakable, givenUp } = programme.rules;
  const wall = clock.wallAt(at);
  const ranks: number[] = [];
  const broken: RuleSet[] = [];
  const answer = (selection: { ranks: number[]; broken: RuleSet[] }, finalStage: PickStage): Candidates => {
    const weights = weigh(desk, search, selection, rotation);
    return { ...selection, weights, stage: finalStage, searched, pool: rotation.size };
  };
  let searched = 0;
  for (let depth = search.depth; ; depth *= 4) {
    const count = rotation.scan(depth, times, scratch);
    // Deeper means the same songs and more: only the new ones are looked at.
    for (let place = searched; place < count; place++) {
      const rank = scratch[place] as number;
      const seconds = index.duration[rank] as number;
      if (seconds < shortest || seconds > longest) continue;
      ranks.push(rank);
      broken.push(times.broken(rank, at, wall, programme.rules));
    }
    searched = count;
    const selection = search.rulesWeighed ? null : through(search, ranks, broken, unbreakable);
    if (selection) return answer(selection, stage === "CATEGORY" && depth > search.depth ? "WIDENED" : stage);
    if (reach === "DEPTH" || depth >= rotation.size) break;
  }
  if (search.rulesWeighed) return ranks.length > 0 ? answer({ ranks, broken }, stage === "CATEGORY" ? "WIDENED" : stage) : null;
  if (reach !== "ANYTHING") return null;
  let heldRules = unbreakable;
  for (const rule of givenUp) {
    heldRules &= ~rule;
    const selection = through(search, ranks, broken, heldRules);
    if (selection) return answer(selection, stage === "CATEGORY" ? "RELAXED" : stage);
  }
  return null;
}

/** Drops what breaks a held rule, then applies the breakable ones in order: one that would empty the pool is left out, and so broken. */
function through(
  { programme, depth }: Search,
  ranks: readonly number[],
  broken: readonly RuleSet[],
  heldRules: RuleSet,
): { ranks: number[]; broken: RuleSet[] } | null {
  let places: number[] = [];
  for (let place = 0; place < ranks.length; place++) if (((broken[place] as RuleSet) & heldRules) === 0) places.push(place);
  if (places.length === 0) return null;
  let restHolds = (heldRules & bitOf.MINIMUM_REST) !== 0 || programme.rules.restSeconds === null;
  for (const rule of programme.rules.breakable) {
    const passing = places.filter((place) => ((broken[place] as RuleSet) & rule) === 0);
    if (passing.length === 0) continue;
    places = passing;
    if (rule === bitOf.MINIMUM_REST) restHolds = true;
  }
  // Without minimum rest only the better-rested half may be drawn, so that a thin pool goes round instead of repeating itself.
  const limit = restHolds || programme.ownList ? depth : Math.min(depth, Math.ceil(places.length / 2));
  places = places.slice(0, limit);
  return { ranks: places.map((place) => ranks[place] as number), broken: places.map((place) => broken[place] as RuleSet) };
}

/** Step 7, the goals: rest against the turnover to expect, a small step in tempo, and fewer plays than the others; a song's weight scales them. */
function weigh(
  { index, times }: Desk,
  { at, entry, rulesWeighed }: Search,
  { ranks, broken }: { ranks: readonly number[]; broken: readonly RuleSet[] },
  rotation: Rotation,
): number[] {
  const callsPerSecond = (entry?.percent ?? 100) / 100 / index.meanDuration;
  const turnover = Math.max(1, rotation.size / callsPerSecond);
  let fewest = Number.POSITIVE_INFINITY;
  const plays = ranks.map((rank) => {
    const count = ((index.playCount[rank] as number) + (times.playsToday[rank] as number)) / rotation.weightOf(rank);
    if (count < fewest) fewest = count;
    return count;
  });
  return ranks.map((rank, place) => {
    const weight = rotation.weightOf(rank);
    const last = times.songLast[rank] as number;
    const rest = last === NEVER ? 2 : Math.min(2, Math.max(0.05, ((at - last) / turnover) * weight));
    const step = times.step("tempo", rank) ?? 0;
    const penalty = rulesWeighed ? 10 ** rulesIn(broken[place] as RuleSet) : 1;
    return (weight * rest) / (1 + step) / (1 + (plays[place] as number) - fewest) / penalty;
  });
}
