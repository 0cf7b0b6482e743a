import type { PickStage } from "#contract/schedule/positions";
import { arcDistance, depthIn } from "./arc-distance";
import type { Choice } from "./choose";
import { cheapestByLength, type LengthCosts } from "./cost-table";
import type { FitTarget, Pass } from "./fit-target";
import type { MixTurn } from "./mix-sequence";
import type { Desk } from "./pick";
import type { Programme } from "./programme";
import type { Rotation } from "./rotation";
import { type CompiledRules, orderRules, type RuleSet, rulesIn } from "./rules";

/**
 * Songs of a chart that are searched if those to the search depth fill no gap: among this many,
 * hardly a length is missing.
 */
const WHOLE_DEPTH = 400;
/**
 * Fewer songs that keep the rules fill no gap by themselves: where none of them is left, the best
 * rested of the others may play.
 */
const FEW_SONGS = 8;

/**
 * Ranks the concessions by cost: the order of due songs costs least, then a breakable rule, then an
 * unbreakable one.
 */
export const BREAKABLE_COST = 20;
const UNBREAKABLE_COST = 100;
/** Cost of a song for each play more than others of its chart, up to three. */
const AHEAD_COST = 1;
const MOST_AHEAD = 3;
/** Cost of the last song within the search depth; the first costs nothing. */
const DEPTH_COST = 1;
/** Random cost, different each day, so that days do not repeat each other's order. */
const DRAWN_COST = 0.5;
/** A song 100 away from what the rule's arc asks for. */
const ARC_COST = 8;
/**
 * Prices a second of a song's length where the plays of its chart were too long or too short on the
 * whole; and the most that a second costs.
 */
export const BALANCE_COST = 0.07;
const MOST_BALANCE_COST = 0.08;

/**
 * A chart that a place in the gap may call. Without an entry it is the list of an event's own, or
 * all songs where no slot applies.
 */
export type Call = { programme: Programme; entry: MixTurn | null };

/** The songs of one chart that a place may have, each with its cost. */
export type LineUp = Call & {
  rules: CompiledRules;
  rotation: Rotation;
  stage: PickStage;
  searched: number;
  ranks: number[];
  seconds: number[];
  costs: number[];
  cheapest: LengthCosts;
  /**
   * The rules that each song breaks anywhere in the gap, apart from those that depend on the song
   * before it.
   */
  broken: RuleSet[];
  /** The number of songs, from the first on, that keep the unbreakable rules. */
  unbrokenCount: number;
  /** Songs that keep them and are longer than the gap. */
  tooLong: number[];
};

/** Makes the line-ups of one gap, each once for all passes that search it. */
export class LineUps {
  private readonly lineUps = new Map<string, LineUp | null>();

  constructor(
    private readonly desk: Desk,
    private readonly target: FitTarget,
  ) {}

  /** Finds the songs of a called chart; null if none may play in the gap. */
  find(call: Call, pass: Pass): LineUp | null {
    const { slot, event } = call.programme;
    const key = `${slot?.id}|${event?.id}|${call.entry?.categoryId}|${call.programme.windows?.key}|${pass.reach}|${pass.breaksRules}`;
    let lineUp = this.lineUps.get(key);
    if (lineUp === undefined) {
      lineUp = makeLineUp(this.desk, this.target, call, pass);
      this.lineUps.set(key, lineUp);
    }
    return lineUp;
  }
}

/** Lists the charts that a programme may call. */
export function entriesOf({ ownList, mix }: Programme): readonly (MixTurn | null)[] {
  if (ownList) return [null, ...mix];
  return mix.length === 0 ? [null] : mix;
}

/**
 * Finds the rotation of the called chart; another one only where it has no songs, or where the pass
 * lets the chart give way.
 */
export function calledSongs(
  { programmes }: Desk,
  { programme, entry }: Call,
  { reach }: Pass,
): { rotation: Rotation; stage: PickStage } {
  const library = programmes.libraryOf(programme);
  if (reach === "OUTSIDE") return { rotation: library, stage: "LEAST_RECENT" };
  if (programme.ownList && !entry) return { rotation: programme.ownList, stage: "EVENT" };
  const called = entry && programmes.rotation(programme, entry.categoryId);
  if (called && called.size > 0) return { rotation: called, stage: "CATEGORY" };
  const fallback = programmes.fallbacks(programme).find(({ size }) => size > 0);
  return fallback
    ? { rotation: fallback, stage: "FALLBACK" }
    : { rotation: library, stage: "LEAST_RECENT" };
}

/** Prices the rules that a song breaks. */
export function rulesCost(broken: RuleSet, unbreakable: RuleSet): number {
  const givenUp = rulesIn(broken & unbreakable);
  return givenUp * UNBREAKABLE_COST + (rulesIn(broken) - givenUp) * BREAKABLE_COST;
}

export function choiceOf(
  { programme, entry, stage, searched, unbrokenCount, ranks, rotation }: LineUp,
  rank: number,
  givenUp: RuleSet,
): Choice {
  return {
    rank,
    programme,
    entry,
    searched,
    pool: rotation.size,
    stage: givenUp !== 0 && (stage === "CATEGORY" || stage === "WIDENED") ? "RELAXED" : stage,
    candidates: unbrokenCount || ranks.length,
    chance: null,
    planned: null,
    difference: null,
  };
}

/** A song of a rotation, the rules that it breaks, and its place by rest. */
type RatedSong = { rank: number; broken: RuleSet; place: number };

function makeLineUp(desk: Desk, target: FitTarget, call: Call, pass: Pass): LineUp | null {
  const { programme } = call;
  const { rotation, stage } = calledSongs(desk, call, pass);
  const rules = stage === "EVENT" ? programme.listRules : programme.rules;
  const usualDepth = depthIn(programme, rotation);
  const depth = pass.reach === "DEPTH" ? usualDepth : Math.max(usualDepth, WHOLE_DEPTH);
  const searched = rotation.scan(depth, desk.times, desk.scratch);
  const { allowedSongs, breakingSongs, tooLong } = rateScanned(desk, target, {
    searched,
    rules,
    pass,
  });
  const mayBreak =
    pass.reach === "WHOLE" &&
    stage !== "EVENT" &&
    (pass.breaksRules || allowedSongs.length + tooLong.length < FEW_SONGS);
  const songs = mayBreak ? [...allowedSongs, ...breakingSongs] : allowedSongs;
  if (songs.length === 0) return null;
  const seconds = songs.map(({ rank }) => desk.index.duration[rank] as number);
  const costs =
    stage === "EVENT"
      ? songs.map(({ place }) => place)
      : priceSongs(desk, songs, { programme, rotation, rules, at: target.at });
  return {
    ...call,
    rules,
    rotation,
    searched,
    costs,
    tooLong,
    seconds,
    unbrokenCount: allowedSongs.length,
    stage: stage === "CATEGORY" && searched > usualDepth ? "WIDENED" : stage,
    ranks: songs.map(({ rank }) => rank),
    cheapest: cheapestByLength(seconds, costs),
    broken: songs.map(({ broken }) => broken),
  };
}

/** Parts the songs of the last scan by whether they keep the unbreakable rules and fit the gap. */
function rateScanned(
  { index, times, clock, scratch }: Desk,
  { at, gap, mayWait }: FitTarget,
  { searched, rules, pass }: { searched: number; rules: CompiledRules; pass: Pass },
): { allowedSongs: RatedSong[]; breakingSongs: RatedSong[]; tooLong: number[] } {
  const held = rules.unbreakable & ~orderRules;
  const wall = clock.wallAt(at);
  const allowedSongs: RatedSong[] = [];
  const breakingSongs: RatedSong[] = [];
  const tooLong: number[] = [];
  for (let place = 0; place < searched; place++) {
    const rank = scratch[place] as number;
    const seconds = index.duration[rank] as number;
    if (seconds < 1) continue;
    let broken = times.broken(rank, at, wall, rules) & ~orderRules;
    if (seconds > gap + mayWait) {
      if ((broken & held) === 0) tooLong.push(rank);
      continue;
    }
    // the song may end at the gap's end instead: by then it may have rested
    if (broken & held && pass.reach !== "DEPTH")
      broken &= times.broken(rank, at + gap - seconds, clock.wallAt(at + gap - seconds), rules);
    (broken & held ? breakingSongs : allowedSongs).push({ rank, broken, place });
  }
  return { allowedSongs, breakingSongs, tooLong };
}

function priceSongs(
  { index, times, clock, random }: Desk,
  songs: readonly RatedSong[],
  {
    programme,
    rotation,
    rules,
    at,
  }: Pick<LineUp, "programme" | "rotation" | "rules"> & {
    at: number;
  },
): number[] {
  const plays = songs.map(
    ({ rank }) =>
      ((index.playCount[rank] as number) + (times.playsToday[rank] as number)) /
      rotation.weightOf(rank),
  );
  const fewest = plays.reduce((least, count) => Math.min(least, count), Number.POSITIVE_INFINITY);
  const { mean } = rotation.lengths(index);
  const balance = (BALANCE_COST * rotation.lengthBalance(index, times)) / rotation.size;
  const perSecond = Math.max(-MOST_BALANCE_COST, Math.min(MOST_BALANCE_COST, balance));
  const distanceOf = arcDistance(index, programme, clock.wallAt(at));
  const wholeDepth = Math.min(depthIn(programme, rotation), rotation.size);
  return songs.map(
    ({ rank, broken, place }, song) =>
      Math.min(MOST_AHEAD, (plays[song] as number) - fewest) * AHEAD_COST +
      (place / wholeDepth) * DEPTH_COST +
      (distanceOf ? (distanceOf(rank) / 100) * ARC_COST : 0) +
      perSecond * ((index.duration[rank] as number) - mean) +
      random() * DRAWN_COST +
      rulesCost(broken, rules.unbreakable),
  );
}
