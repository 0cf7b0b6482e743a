import { type Choice, inserted, keep } from "./choose";
import type { CostTable } from "./cost-table";
import type { Pass } from "./fit-target";
import { findWays, type GapSearch, type Way } from "./fit-ways";
import type { PlannedSong } from "./group-plan";
import { BREAKABLE_COST, choiceOf, type LineUp, rulesCost } from "./line-up";
import { couldKeep } from "./pick";
import { mayKeep } from "./planned-run";
import type { OpenWindows } from "./play-windows";
import type { Programme } from "./programme";
import type { RuleSet } from "./rules";

/** Songs that cost hardly less than those found are not looked for. */
const WORTH_COST = 0.5;
/**
 * The next way is not searched if this one breaks no rule and is this much likelier.
 */
const LIKELY_COST = 1;
const SAME_SONG_COST = 1000;
/** Another chart than the one that is due next. */
const ORDER_COST = 0.3;
/**
 * Prices a song that an earlier version of the day does not have: the version's own songs are kept
 * where they fit nearly as well.
 */
const NEW_SONG_COST = 25;

/**
 * A song tried in its place, and those before it; the choice is written out only where nothing
 * cheaper is found.
 */
type Trial = { before: Trial | null; rank: number; choice: () => Choice };
export type Best = { last: Trial | null; residual: number; cost: number };
/** The search of one way; `searches` counts down the songs that may still be tried. */
type Run = { pass: Pass; way: Way; searches: number; best: Best };
/** The state of a partial run: the songs before this place, their cost, and the gap they leave. */
type Step = { place: number; at: number; gap: number; before: Trial | null; cost: number };
/** A step with the programme and time at that point. */
type FitPoint = Step & {
  programme: Programme;
  wall: number;
  /** The songs whose windows are still open if floating spots come first; null where none has any. */
  windows: OpenWindows | null;
  isLast: boolean;
  /** The least that all songs behind this one cost, for each length left. */
  behind: CostTable;
};
/** A song for a place; `cost` includes the songs before it, not those behind it. */
type Offer = {
  rank: number;
  choice: () => Choice;
  categoryId: number | undefined;
  planned: PlannedSong | null;
  cost: number;
};

/** Searches one gap for the songs that fill it. */
export class Fitter {
  constructor(private readonly gapSearch: GapSearch) {}

  /** Finds the cheapest songs that fill the gap, if they cost less than the best so far. */
  search(pass: Pass, before: Best, searches: number): Best {
    const { at, gap } = this.gapSearch.target;
    const best = { ...before };
    let likeliest: number | undefined;
    for (const way of findWays(this.gapSearch, pass)) {
      likeliest ??= way.estimate;
      if (best.cost < BREAKABLE_COST && way.estimate - likeliest > LIKELY_COST) break;
      if (way.cost >= best.cost - WORTH_COST) continue;
      this.extend({ pass, way, searches, best }, { place: 0, at, gap, before: null, cost: 0 });
    }
    return best;
  }

  /** Puts one more song into the gap and goes on with the rest. */
  private extend(run: Run, step: Step): void {
    const { programmes, clock, index } = this.gapSearch.desk;
    const { reserved } = this.gapSearch.target;
    const here: FitPoint = {
      ...step,
      programme: programmes.at(step.at),
      wall: clock.wallAt(step.at),
      windows: index.windows.at(clock.wallAt(step.at + reserved)),
      isLast: step.place === run.way.places.length - 1,
      behind: run.way.tables[step.place] as CostTable,
    };
    this.tryPlanned(run, here);
    this.trySongs(run, here);
  }

  private tryPlanned(run: Run, here: FitPoint): void {
    const { desk, plan } = this.gapSearch;
    const { programme, at, gap, cost, behind, wall } = here;
    const planned = plan?.due(wall, programme);
    if (!planned || !mayKeep(desk, planned, at, gap + run.pass.late)) return;
    const choice = keep(desk, programme, planned);
    const { rank, entry } = choice;
    if (here.windows?.has(rank) === false) return;
    const left = gap - (desk.index.duration[rank] as number);
    if (cost + behind.at(left) >= run.best.cost) return;
    this.take(run, here, {
      rank,
      choice: () => choice,
      categoryId: entry?.categoryId,
      planned,
      cost,
    });
  }

  /** Tries the songs of this place from the lowest bound up, as long as they can beat the best. */
  private trySongs(run: Run, here: FitPoint): void {
    const { desk, plan } = this.gapSearch;
    const difference =
      plan && inserted(desk, plan, { programme: here.programme, at: here.at, because: "FIT" });
    const lineUps = run.way.places[here.place] ?? [];
    const { bounds, starts } = this.boundSongs(run, here, lineUps);
    while (run.searches-- > 0) {
      const next = leastOf(bounds);
      const bound = bounds[next] ?? Number.POSITIVE_INFINITY;
      if (!(here.cost + bound < run.best.cost - WORTH_COST)) return;
      bounds[next] = Number.POSITIVE_INFINITY;
      let chart = starts.length - 1;
      while ((starts[chart] as number) > next) chart--;
      const lineUp = lineUps[chart] as LineUp;
      const song = next - (starts[chart] as number);
      const rank = lineUp.ranks[song] as number;
      const rating = this.judge(run, here, lineUp, song);
      if (!rating || here.cost + bound + rating.cost >= run.best.cost - WORTH_COST) continue;
      this.take(run, here, {
        rank,
        choice: () => ({ ...choiceOf(lineUp, rank, rating.givenUp), difference }),
        categoryId: lineUp.entry?.categoryId,
        planned: null,
        cost:
          here.cost +
          bound +
          rating.cost -
          here.behind.at(here.gap - (lineUp.seconds[song] as number)),
      });
    }
  }

  /**
   * Gives a lower bound for the cost of each song together with all that must follow it. `starts`
   * has the place of each line-up's first song.
   */
  private boundSongs(
    { way }: Run,
    { programme, at, gap, isLast, behind }: FitPoint,
    lineUps: readonly LineUp[],
  ): { bounds: number[]; starts: number[] } {
    const { desk, plan } = this.gapSearch;
    const starts: number[] = [];
    const bounds: number[] = [];
    const due = way.isSettled ? undefined : desk.mix.due(programme.mix)?.categoryId;
    // a list that is used up, or whose songs have not rested, gives way to the mix
    const isListLeft =
      programme.ownList !== null &&
      couldKeep(desk, { at, programme, entry: null }, programme.listRules.unbreakable);
    for (const lineUp of lineUps) {
      starts.push(bounds.length);
      const order = way.isSettled
        ? 0
        : this.orderCost(lineUp, programme, { due, isLast, isListLeft });
      const extra = (plan ? NEW_SONG_COST : 0) + order;
      const { seconds, costs } = lineUp;
      for (let song = 0; song < seconds.length; song++)
        bounds.push(extra + (costs[song] as number) + behind.at(gap - (seconds[song] as number)));
    }
    return { bounds, starts };
  }

  /**
   * Gives the unbreakable rules that a song breaks in this place, and its cost there on top of its
   * bound; null if it may not play there.
   */
  private judge(
    { pass }: Run,
    here: FitPoint,
    lineUp: LineUp,
    song: number,
  ): { givenUp: RuleSet; cost: number } | null {
    const { times } = this.gapSearch.desk;
    const { next } = this.gapSearch.target;
    const { at, wall, windows, isLast, before } = here;
    const { rules } = lineUp;
    const rank = lineUp.ranks[song] as number;
    if (windows?.has(rank) === false) return null;
    let broken = times.broken(rank, at, wall, rules);
    if (isLast && next !== null) broken |= times.brokenByNext(rank, at, next, rules);
    const givenUp = broken & rules.unbreakable;
    if (givenUp !== 0 && lineUp.stage === "EVENT") return null;
    if (
      givenUp !== 0 &&
      !pass.breaksRules &&
      (pass.reach !== "WHOLE" || this.keepsAny(lineUp, here))
    )
      return null;
    const alwaysBroken = lineUp.broken[song] as RuleSet;
    const more = rulesCost(broken, rules.unbreakable) - rulesCost(alwaysBroken, rules.unbreakable);
    const isSame = rank === times.previous || rank === next || holds(before, rank);
    return { givenUp, cost: more + (isSame ? SAME_SONG_COST : 0) };
  }

  /** Tries a song in its place: records a run that beats the best, or goes on to the next place. */
  private take(run: Run, here: FitPoint, { rank, choice, categoryId, planned, cost }: Offer): void {
    const { desk, plan } = this.gapSearch;
    const { index, times, mix } = desk;
    const seconds = index.duration[rank] as number;
    const gap = here.gap - seconds;
    const trial: Trial = { before: here.before, rank, choice };
    if (here.isLast) {
      const total = cost + here.behind.at(gap);
      if (total < run.best.cost)
        Object.assign(run.best, { last: trial, residual: gap, cost: total });
      return;
    }
    const position = plan?.position ?? 0;
    times.record(rank, here.at);
    if (categoryId !== undefined) mix.take(here.programme.mix, categoryId);
    if (plan && planned) plan.position = planned.place + 1;
    this.extend(run, { place: here.place + 1, at: here.at + seconds, gap, before: trial, cost });
    if (plan) plan.position = position;
    if (categoryId !== undefined) mix.take(here.programme.mix, categoryId, -1);
    times.undo();
  }

  /** Prices calling a chart here that is not due; infinite where the shares would then be wrong. */
  private orderCost(
    { programme, entry }: LineUp,
    here: Programme,
    { due, isLast, isListLeft }: { due: number | undefined; isLast: boolean; isListLeft: boolean },
  ): number {
    if (programme !== here) return Number.POSITIVE_INFINITY;
    if (here.ownList && (entry === null) !== isListLeft) return Number.POSITIVE_INFINITY;
    if (!entry || entry.categoryId === due) return 0;
    return this.gapSearch.desk.mix.mayTake(here.mix, entry.categoryId, isLast)
      ? ORDER_COST
      : Number.POSITIVE_INFINITY;
  }

  /**
   * True if a song of the chart is left, of any length, that keeps the unbreakable rules: then
   * no unbreakable rule is given up for a song's length.
   */
  private keepsAny(
    { ranks, unbrokenCount, tooLong, rules }: LineUp,
    { at, wall }: FitPoint,
  ): boolean {
    const { times } = this.gapSearch.desk;
    const isKept = (rank: number) =>
      (times.broken(rank, at, wall, rules) & rules.unbreakable) === 0;
    for (let song = 0; song < unbrokenCount; song++) if (isKept(ranks[song] as number)) return true;
    return tooLong.some(isKept);
  }
}

function holds(trial: Trial | null, rank: number): boolean {
  for (let tried = trial; tried; tried = tried.before) if (tried.rank === rank) return true;
  return false;
}

export function choicesOf(last: Trial | null): Choice[] {
  const choices: Choice[] = [];
  for (let tried: Trial | null = last; tried; tried = tried.before) choices.unshift(tried.choice());
  return choices;
}

/** Gives the index of the smallest of some numbers; -1 if there is none. */
function leastOf(numbers: readonly number[]): number {
  let least = -1;
  let value = Number.POSITIVE_INFINITY;
  for (let place = 0; place < numbers.length; place++)
    if ((numbers[place] as number) < value) {
      value = numbers[place] as number;
      least = place;
    }
  return least;
}
