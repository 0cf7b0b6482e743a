import type { PickStage } from "#contract/schedule/positions";
import { arcDistance, depthIn } from "./arc-distance";
import type { DayClock } from "./day-clock";
import type { MixSequence, MixTurn } from "./mix-sequence";
import type { PlayTimes } from "./play-times";
import type { Programme, Programmes } from "./programme";
import type { Rotation } from "./rotation";
import { bitOf, type CompiledRules, type RuleSet } from "./rules";
import type { Random } from "./seeded-random";
import { NEVER, type SongIndex } from "./song-index";

/** The state in which a day is made; one object for all the steps. */
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

export type Search = {
  at: number;
  programme: Programme;
  entry: MixTurn | null;
  /** Seconds a song may last. */
  room: number;
};

/** A song so far from what the arc asks for is drawn a third as often as one that has it. */
const NEAR_ARC = 12;

/** Songs that came through the rules, longest-rested first, with their weights in the draw. */
export type Candidates = {
  ranks: number[];
  broken: RuleSet[];
  weights: number[];
  /** All weights together. */
  total: number;
  stage: PickStage;
  searched: number;
  pool: number;
};

/**
 * Steps 5 to 8: the longest-rested songs to the search depth, less those that break unbreakable
 * rules, through the breakable ones in order, weighed by the goals. An empty pool widens the depth,
 * gives rules up in order, turns to the fallback categories, then to the least recently played of
 * all.
 */
export function gather(desk: Desk, search: Search): Candidates | null {
  const { programmes } = desk;
  const { programme, entry } = search;
  const { ownList } = programme;
  const listCandidate = ownList && searchIn(desk, search, ownList, "EVENT");
  if (listCandidate) return listCandidate;
  const called = entry && programmes.rotation(programme, entry.categoryId);
  const candidates = called && searchIn(desk, search, called, "CATEGORY");
  if (candidates) return candidates;
  for (const fallback of programmes.fallbacks(programme)) {
    const fallbackCandidates = searchIn(desk, search, fallback, "FALLBACK");
    if (fallbackCandidates) return fallbackCandidates;
  }
  return searchIn(desk, search, programmes.libraryOf(programme), "LEAST_RECENT");
}

/**
 * True if a song of the called category, of any length, would have kept the `requiredRules` at
 * this time.
 */
export function couldKeep(
  desk: Desk,
  { at, programme, entry }: Pick<Search, "at" | "programme" | "entry">,
  requiredRules: RuleSet,
): boolean {
  const { programmes, times, clock, scratch } = desk;
  const called = entry ? programmes.rotation(programme, entry.categoryId) : programme.ownList;
  const count = called?.scan(called.size, times, scratch) ?? 0;
  const wall = clock.wallAt(at);
  for (let place = 0; place < count; place++) {
    if ((times.broken(scratch[place] as number, at, wall, programme.rules) & requiredRules) === 0)
      return true;
  }
  return false;
}

/**
 * Draws one candidate by weight; an event's own list gives its songs in order. Gives its index,
 * -1 if there is none.
 */
export function draw({ stage, weights, total }: Candidates, random: Random): number {
  if (stage === "EVENT") return weights.findIndex((weight) => weight > 0);
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

function searchIn(
  desk: Desk,
  search: Search,
  rotation: Rotation,
  stage: PickStage,
): Candidates | null {
  const { times, clock, index, scratch } = desk;
  const { at, programme, room } = search;
  const isList = stage === "EVENT";
  const rules = isList ? programme.listRules : programme.rules;
  const usualDepth = isList ? rotation.size : depthIn(programme, rotation);
  const { unbreakable, givenUp } = rules;
  const wall = clock.wallAt(at);
  const ranks: number[] = [];
  const broken: RuleSet[] = [];
  let searched = 0;
  for (let depth = usualDepth; ; depth *= 4) {
    const count = rotation.scan(depth, times, scratch);
    // Deeper means the same songs and more: only the new ones are looked at.
    for (let place = searched; place < count; place++) {
      const rank = scratch[place] as number;
      const seconds = index.duration[rank] as number;
      if (seconds > room) continue;
      ranks.push(rank);
      broken.push(times.broken(rank, at, wall, rules));
    }
    searched = count;
    const selection = applyRules(usualDepth, rules, { ranks, broken, heldRules: unbreakable });
    if (selection)
      return candidatesOf(desk, search, {
        rotation,
        selection,
        stage: stage === "CATEGORY" && depth > usualDepth ? "WIDENED" : stage,
        searched,
      });
    if (depth >= rotation.size) break;
  }
  let heldRules = unbreakable;
  for (const rule of givenUp) {
    heldRules &= ~rule;
    const selection = applyRules(usualDepth, rules, { ranks, broken, heldRules });
    if (selection)
      return candidatesOf(desk, search, {
        rotation,
        selection,
        stage: stage === "CATEGORY" ? "RELAXED" : stage,
        searched,
      });
  }
  return null;
}

type Selection = { ranks: number[]; broken: RuleSet[] };

function candidatesOf(
  desk: Desk,
  search: Search,
  {
    rotation,
    selection,
    stage,
    searched,
  }: { rotation: Rotation; selection: Selection; stage: PickStage; searched: number },
): Candidates {
  const weights = weigh(desk, search, selection, rotation);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return { ...selection, weights, total, stage, searched, pool: rotation.size };
}

/**
 * Drops what breaks a held rule, then applies the breakable ones in order: one that would empty the
 * pool is left out, and so broken.
 */
function applyRules(
  depth: number,
  rules: CompiledRules,
  {
    ranks,
    broken,
    heldRules,
  }: { ranks: readonly number[]; broken: readonly RuleSet[]; heldRules: RuleSet },
): Selection | null {
  let places: number[] = [];
  for (let place = 0; place < ranks.length; place++)
    if (((broken[place] as RuleSet) & heldRules) === 0) places.push(place);
  if (places.length === 0) return null;
  let restHolds = (heldRules & bitOf.MINIMUM_REST) !== 0 || rules.restSeconds === null;
  for (const rule of rules.breakable) {
    const passing = places.filter((place) => ((broken[place] as RuleSet) & rule) === 0);
    if (passing.length === 0) continue;
    places = passing;
    if (rule === bitOf.MINIMUM_REST) restHolds = true;
  }
  // Without minimum rest only the better-rested half may be drawn, so that a thin pool goes round
  // instead of repeating itself.
  const limit = restHolds ? depth : Math.min(depth, Math.ceil(places.length / 2));
  places = places.slice(0, limit);
  return {
    ranks: places.map((place) => ranks[place] as number),
    broken: places.map((place) => broken[place] as RuleSet),
  };
}

/**
 * Step 7, the goals: rest against the turnover to expect, a small step in tempo, what the
 * rule's arc asks for, and fewer plays than the others; a song's weight scales them.
 */
function weigh(
  { index, times, clock }: Desk,
  { at, programme, entry }: Search,
  { ranks }: Selection,
  rotation: Rotation,
): number[] {
  const callsPerSecond = (entry?.playPercent ?? 100) / 100 / index.meanDuration;
  const turnover = Math.max(1, rotation.size / callsPerSecond);
  let fewest = Number.POSITIVE_INFINITY;
  const plays: number[] = [];
  for (const rank of ranks) {
    const count =
      ((index.playCount[rank] as number) + (times.playsToday[rank] as number)) /
      rotation.weightOf(rank);
    if (count < fewest) fewest = count;
    plays.push(count);
  }
  const distanceOf = arcDistance(index, programme, clock.wallAt(at));
  const weights: number[] = [];
  for (let place = 0; place < ranks.length; place++) {
    const rank = ranks[place] as number;
    const nearness = distanceOf ? Math.exp(-distanceOf(rank) / NEAR_ARC) : 1;
    const weight = rotation.weightOf(rank);
    const last = times.songLast[rank] as number;
    const rest =
      last === NEVER ? 2 : Math.min(2, Math.max(0.05, ((at - last) / turnover) * weight));
    const step = times.step("tempo", rank) ?? 0;
    weights.push((weight * rest * nearness) / (1 + step) / (1 + (plays[place] as number) - fewest));
  }
  return weights;
}
