import type { PickStage } from "#contract/schedule/positions";
import { type Choice, inserted, keep, refusal } from "./choose";
import { CostTable, cheapestByLength, type LengthCosts } from "./cost-table";
import type { FixedPlay, GroupPlan, PlannedSong } from "./group-plan";
import type { MixEntry } from "./input";
import { couldKeep, type Desk } from "./pick";
import type { Programme } from "./programme";
import type { Lengths, Rotation } from "./rotation";
import { type CompiledRules, orderRules, type RuleSet, rulesIn } from "./rules";

/**
 * The pause before a fixed point that counts as none: a player covers it with the end of the song.
 */
export const TOLERANCE_SECONDS = 5;

/**
 * Marks a pool as thin: the lengths of three or four of its songs add up to too few sums, so
 * nothing fills some gaps. Five or six fill nearly all, so a thin pool is fitted from further off.
 */
const THIN_POOL = 60;
/**
 * How many songs of a chart are looked at where those to the search depth fill no gap: of so many,
 * hardly a length is missing.
 */
const WHOLE_DEPTH = 400;
/**
 * Fewer songs that keep the rules fill no gap by themselves: where none of them is left, the best
 * rested of the others may play.
 */
const FEW_SONGS = 8;
/**
 * Which charts are called how often before the point: so many ways are searched, the likeliest
 * first.
 */
const WAYS = 3;
/**
 * Songs tried for one way, which bounds the time that a fit takes: the cheapest are tried first.
 */
const SEARCHES = 100;
const LAST_SEARCHES = 1000;

/**
 * Makes what gives way first cost least: the order of what is due, then a breakable rule, then an
 * unbreakable one.
 */
const BREAKABLE_COST = 20;
const UNBREAKABLE_COST = 100;
/** Songs that cost hardly less than those found are not looked for. */
const WORTH_COST = 0.5;
/**
 * So much likelier than the next a way must be, so that the next is not searched where it has songs
 * that break no rule.
 */
const LIKELY_COST = 1;
const SAME_SONG_COST = 1000;
/** A song that has played once more than others of its chart, up to three times. */
const AHEAD_COST = 1;
const MOST_AHEAD = 3;
/** The last of the songs to the search depth, where the first costs nothing. */
const DEPTH_COST = 1;
/** So that days do not repeat each other's order. */
const DRAWN_COST = 0.5;
/** Another chart than the one that is due next. */
const ORDER_COST = 0.3;
const RESIDUAL_COST = 0.25;
const WAITING_COST = 1;
/**
 * Prices a song that an earlier version of the day does not have: the version's own songs are kept
 * where they fit nearly as well.
 */
const NEW_SONG_COST = 25;
/**
 * How dearly a song pays for its length where the plays of its chart were too long or too short on
 * the whole, and the most it pays a second.
 */
const BALANCE_COST = 0.07;
const MOST_BALANCE_COST = 0.08;

/**
 * `keepsRules` where the pause that remains is left so that no rule is broken. Residual seconds
 * below 0 are those that the fixed point waits for the end of the last song.
 */
export type Fit = { choices: Choice[]; residualSeconds: number; keepsRules: boolean };
/**
 * `reserved` are the seconds that floating spots will take between the songs; they are not of the
 * gap.
 */
export type FitTarget = {
  at: number;
  gap: number;
  reserved: number;
  endsAt: FixedPlay | null;
  /** The locked song that stands at the fixed point: the last song is to lead over to it. */
  next: number | null;
  /** An ad comes early or late where no song ends: no rule is broken for it, and no pause left. */
  isAd: boolean;
  /** Seconds that the fixed point may wait for the end of a song. */
  mayWait: number;
};

/**
 * `pause` is the longest one, in seconds, that counts as none; `late` what the point waits at most.
 * OUTSIDE is any chart's songs; `anyOrder` tries the charts song by song, however few songs that
 * makes.
 */
type Pass = {
  reach: "DEPTH" | "WHOLE" | "OUTSIDE";
  breaksRules: boolean;
  pause: number;
  late: number;
  anyOrder?: boolean;
};

/** The songs that a place may have out of one chart, each with what it costs. */
type LineUp = {
  programme: Programme;
  entry: MixEntry | null;
  rules: CompiledRules;
  rotation: Rotation;
  stage: PickStage;
  searched: number;
  ranks: number[];
  seconds: number[];
  costs: number[];
  cheapest: LengthCosts;
  /**
   * The rules that each breaks wherever it stands in the gap, of those that do not look at the song
   * before it.
   */
  broken: RuleSet[];
  /** How many of them, from the first on, keep the unbreakable rules. */
  unbrokenCount: number;
  /** Songs that keep them and are longer than the gap. */
  tooLong: number[];
};
/**
 * For each place the line-ups that it may have: one where the charts are settled, all where they
 * depend on the songs before it.
 */
type Way = {
  places: readonly (readonly LineUp[])[];
  isSettled: boolean;
  tables: readonly CostTable[];
  cost: number;
  estimate: number;
};
/**
 * A song tried in its place, and those before it; the choice is written out only where nothing
 * cheaper is found.
 */
type Trial = { before: Trial | null; rank: number; choice: () => Choice };
type Best = { last: Trial | null; residual: number; cost: number };
type Run = { pass: Pass; next: number | null; way: Way; searches: number; best: Best };

/**
 * The gap from which on songs are no longer drawn freely but fitted: about three and a half songs,
 * two more of a thin pool.
 */
export function fitWindow(desk: Desk): number {
  return (isThin(desk) ? 5.5 : 3.5) * desk.index.meanDuration;
}

const isThin = ({ programmes }: Desk) => programmes.library.size < THIN_POOL;

/**
 * Step 9: the songs that fill `gap` seconds from `at` so that the last ends at the fixed point or
 * at most TOLERANCE_SECONDS before it. What gives way, in this order: the order of what is due,
 * breakable rules, the music for a pause that the rule allows, the fixed point itself where it may
 * wait, unbreakable rules where a person chose that, the called chart. What remains is answered.
 * Nothing is recorded: the caller places the songs.
 */
export function fitGap(desk: Desk, plan: GroupPlan | null, target: FitTarget): Fit {
  const planned = plan && plannedRun(desk, plan, target);
  if (planned) return planned;
  const { gap, isAd, mayWait } = target;
  const { longestPause, breaksRules } = desk.programmes.at(target.at);
  const fitter = new Fitter(desk, plan, target);
  const exact: Pass = { reach: "WHOLE", breaksRules: false, pause: TOLERANCE_SECONDS, late: 0 };
  let best: Best = { last: null, residual: gap, cost: Number.POSITIVE_INFINITY };
  const succeeds = (pass: Pass, searches = SEARCHES) => {
    best = fitter.search(pass, best, searches);
    return best.cost < Number.POSITIVE_INFINITY;
  };
  const fitted = (keepsRules = false): Fit => ({
    choices: choicesOf(best.last),
    residualSeconds: best.residual,
    keepsRules: keepsRules && best.residual > TOLERANCE_SECONDS,
  });
  // of a thin pool the whole of each chart is to the depth
  if (!isThin(desk) && succeeds({ ...exact, reach: "DEPTH" }) && best.cost < BREAKABLE_COST)
    return fitted();
  if (succeeds(exact)) return fitted();
  if (!isAd) {
    if (longestPause > TOLERANCE_SECONDS && succeeds({ ...exact, pause: longestPause }))
      return fitted(true);
    if (mayWait > 0 && succeeds({ ...exact, late: mayWait })) return fitted();
    if (breaksRules && succeeds({ ...exact, breaksRules })) return fitted();
    if (succeeds({ ...exact, reach: "OUTSIDE" })) return fitted();
  }
  // Nothing ends there: as near to it as the lengths allow. Nothing comes after this, so that it may
  // search for longer.
  const nearest: Pass = { ...exact, breaksRules: breaksRules && !isAd, pause: gap };
  if (!succeeds(nearest, LAST_SEARCHES)) succeeds({ ...nearest, anyOrder: true }, LAST_SEARCHES);
  return fitted(!breaksRules && !isAd);
}

/** One fit's searches: what the songs of each chart cost is found once for all of them. */
class Fitter {
  private readonly lineUps = new Map<string, LineUp | null>();

  constructor(
    private readonly desk: Desk,
    private readonly plan: GroupPlan | null,
    private readonly target: FitTarget,
  ) {}

  /** The cheapest songs that fill the gap, if they cost less than the best so far. */
  search(pass: Pass, before: Best, searches: number): Best {
    const best = { ...before };
    let likeliest: number | undefined;
    for (const way of this.ways(pass)) {
      likeliest ??= way.estimate;
      if (best.cost < BREAKABLE_COST && way.estimate - likeliest > LIKELY_COST) break;
      if (way.cost >= best.cost - WORTH_COST) continue;
      this.extend(
        { pass, next: this.target.next, way, searches, best },
        0,
        this.target.at,
        this.target.gap,
        null,
        0,
      );
    }
    return best;
  }

  /**
   * In which numbers the charts may be called, the likeliest first; where that depends on the
   * songs, only how many songs there are.
   */
  private *ways(pass: Pass): Generator<Way> {
    const { desk, plan, target } = this;
    const { at, gap } = target;
    const { index, times, mix } = desk;
    const programme = desk.programmes.at(at);
    const last = desk.programmes.at(at + gap - 1);
    const counts = pass.anyOrder ? [5, 4, 3, 2, 1] : songCounts(desk, gap);
    if (plan || programme !== last || programme.ownList || pass.anyOrder) {
      const all = [...new Set([programme, last])].flatMap((one) =>
        entriesOf(one).flatMap((entry) => this.lineUp(one, entry, pass) ?? []),
      );
      for (const count of counts) yield this.wayOf(Array(count).fill(all), false, pass, 0);
      return;
    }
    const entries = entriesOf(programme);
    const charts = entries.map((entry) => {
      const { rotation } = calledSongs(desk, programme, entry, pass);
      return {
        ...rotation.lengths(index),
        balance: rotation.lengthBalance(index, times),
        size: rotation.size,
      };
    });
    const shares = counts.flatMap((count) =>
      (entries === programme.mix ? mix.shares(programme.mix, count) : [[count]]).map((songs) => ({
        count,
        songs,
        estimate: estimateOf(gap, songs, charts),
      })),
    );
    shares.sort((one, other) => one.estimate - other.estimate);
    for (const { count, songs, estimate } of shares.slice(0, WAYS)) {
      const order =
        entries === programme.mix
          ? mix.inOrder(programme.mix, songs, count)
          : Array<null>(count).fill(null);
      const places = order
        .flatMap((entry) => this.lineUp(programme, entry, pass) ?? [])
        .map((lineUp) => [lineUp]);
      if (places.length === count) yield this.wayOf(places, true, pass, estimate);
    }
  }

  private lineUp(programme: Programme, entry: MixEntry | null, pass: Pass): LineUp | null {
    const { slot, event } = programme;
    const key = `${slot?.id}|${event?.id}|${entry?.categoryId}|${pass.reach}|${pass.breaksRules}`;
    let lineUp = this.lineUps.get(key);
    if (lineUp === undefined) {
      lineUp = makeLineUp(this.desk, this.target, programme, entry, pass);
      this.lineUps.set(key, lineUp);
    }
    return lineUp;
  }

  /**
   * Bounds the cost of each place from below, from the last to the first, so that no search is lost
   * on songs that lead nowhere.
   */
  private wayOf(
    places: readonly (readonly LineUp[])[],
    isSettled: boolean,
    { pause, late }: Pass,
    estimate: number,
  ): Way {
    const { plan, desk, target } = this;
    const own = plan?.songs
      .slice(plan.position, plan.position + places.length + 1)
      .flatMap(({ songId }) => {
        const rank = desk.index.rankOf(songId);
        return rank === undefined ? [] : [desk.index.duration[rank] as number];
      });
    const endingCost = (seconds: number) =>
      seconds < 0 ? WAITING_COST - seconds * RESIDUAL_COST : seconds * RESIDUAL_COST;
    let behind = CostTable.ofEndings(-late, Math.min(pause, target.gap), endingCost);
    const tables = [behind];
    const most = target.gap;
    for (let place = places.length - 1; place > 0; place--) {
      behind = behind.withSong(this.cheapestAt(places[place] ?? [], own), most);
      tables.unshift(behind);
    }
    const first = this.cheapestAt(places[0] ?? [], own);
    let cost = Number.POSITIVE_INFINITY;
    for (const [song, seconds] of first.lengths.entries()) {
      const whole = (first.costs[song] as number) + behind.at(most - seconds);
      if (whole < cost) cost = whole;
    }
    return { places, isSettled, tables, cost, estimate };
  }

  private cheapestAt(lineUps: readonly LineUp[], own: readonly number[] | undefined): LengthCosts {
    const [lineUp] = lineUps;
    if (lineUps.length === 1 && lineUp && !own) return lineUp.cheapest;
    const planned = (own ?? []).filter(
      (seconds) => seconds <= this.target.gap + this.target.mayWait,
    );
    return cheapestByLength(
      [...lineUps.flatMap(({ cheapest }) => cheapest.lengths), ...planned],
      [...lineUps.flatMap(({ cheapest }) => cheapest.costs), ...planned.map(() => 0)],
    );
  }

  /** Puts one more song into the gap and goes on with the rest. */
  private extend(
    run: Run,
    place: number,
    at: number,
    gap: number,
    before: Trial | null,
    cost: number,
  ): void {
    const { desk, plan } = this;
    const { index, times, mix, clock, programmes } = desk;
    const { way, best, pass } = run;
    const programme = programmes.at(at);
    const wall = clock.wallAt(at);
    const position = plan?.position ?? 0;
    const isLast = place === way.places.length - 1;
    const behind = way.tables[place] as CostTable;

    const take = (
      trial: Trial,
      category: number | undefined,
      planned: PlannedSong | null,
      upTo: number,
    ): void => {
      const seconds = index.duration[trial.rank] as number;
      if (isLast) {
        const total = upTo + behind.at(gap - seconds);
        if (total < best.cost)
          Object.assign(best, { last: trial, residual: gap - seconds, cost: total });
        return;
      }
      times.record(trial.rank, at);
      if (category !== undefined) mix.take(programme.mix, category);
      if (plan && planned) plan.position = planned.place + 1;
      this.extend(run, place + 1, at + seconds, gap - seconds, trial, upTo);
      if (plan) plan.position = position;
      if (category !== undefined) mix.take(programme.mix, category, -1);
      times.undo();
    };

    const planned = plan?.due(wall, programme);
    if (planned && mayKeep(desk, planned, at, gap + pass.late)) {
      const choice = keep(desk, programme, planned);
      const { rank, entry } = choice;
      if (cost + behind.at(gap - (index.duration[rank] as number)) < best.cost)
        take({ before, rank, choice: () => choice }, entry?.categoryId, planned, cost);
    }
    const difference = plan && inserted(desk, plan, programme, at, "FIT");
    const extra = plan ? NEW_SONG_COST : 0;
    // what each song costs with all that must follow it, taken out in the order of cost as far as is
    // needed
    const from: number[] = [];
    const bounds: number[] = [];
    const lineUps = way.places[place] ?? [];
    const due = way.isSettled ? undefined : mix.due(programme.mix)?.categoryId;
    // a list that is used up, or whose songs have not rested, gives way to the mix
    const isListLeft =
      programme.ownList !== null &&
      couldKeep(desk, { at, programme, entry: null }, programme.listRules.unbreakable);
    for (const lineUp of lineUps) {
      from.push(bounds.length);
      const order =
        extra +
        (way.isSettled ? 0 : this.orderCost(lineUp, programme, { due, isLast, isListLeft }));
      const { seconds, costs } = lineUp;
      for (let song = 0; song < seconds.length; song++)
        bounds.push(order + (costs[song] as number) + behind.at(gap - (seconds[song] as number)));
    }
    while (run.searches-- > 0) {
      const next = leastOf(bounds);
      const bound = bounds[next] ?? Number.POSITIVE_INFINITY;
      if (!(cost + bound < best.cost - WORTH_COST)) return;
      bounds[next] = Number.POSITIVE_INFINITY;
      let chart = from.length - 1;
      while ((from[chart] as number) > next) chart--;
      const lineUp = lineUps[chart] as LineUp;
      const song = next - (from[chart] as number);
      const rank = lineUp.ranks[song] as number;
      const { rules } = lineUp;
      let broken = times.broken(rank, at, wall, rules);
      if (isLast && run.next !== null) broken |= times.brokenByNext(rank, at, run.next, rules);
      const givenUp = broken & rules.unbreakable;
      if (givenUp !== 0 && lineUp.stage === "EVENT") continue;
      if (
        givenUp !== 0 &&
        !pass.breaksRules &&
        (pass.reach !== "WHOLE" || this.keepsAny(lineUp, at, wall))
      )
        continue;
      const alwaysBroken = lineUp.broken[song] as RuleSet;
      const more =
        rulesCost(broken, rules.unbreakable) - rulesCost(alwaysBroken, rules.unbreakable);
      const isSame = rank === times.previous || rank === run.next || holds(before, rank);
      const worse = more + (isSame ? SAME_SONG_COST : 0);
      if (cost + bound + worse >= best.cost - WORTH_COST) continue;
      const upTo = cost + bound + worse - behind.at(gap - (lineUp.seconds[song] as number));
      const choice = () => ({ ...choiceOf(lineUp, rank, givenUp), difference });
      take({ before, rank, choice }, lineUp.entry?.categoryId, null, upTo);
    }
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
    return this.desk.mix.mayTake(here.mix, entry.categoryId, isLast)
      ? ORDER_COST
      : Number.POSITIVE_INFINITY;
  }

  /**
   * True if a song of the chart is left, of whatever length, that keeps the unbreakable rules: then
   * none is given up for a length.
   */
  private keepsAny(
    { ranks, unbrokenCount, tooLong, rules }: LineUp,
    at: number,
    wall: number,
  ): boolean {
    const isKept = (rank: number) =>
      (this.desk.times.broken(rank, at, wall, rules) & rules.unbreakable) === 0;
    for (let song = 0; song < unbrokenCount; song++) if (isKept(ranks[song] as number)) return true;
    return tooLong.some(isKept);
  }
}

/**
 * The charts that may be called; null stands for a list of an event's own, and for all songs where
 * no slot applies.
 */
function entriesOf({ ownList, mix }: Programme): readonly (MixEntry | null)[] {
  if (ownList) return [null, ...mix];
  return mix.length === 0 ? [null] : mix;
}

/**
 * The songs of the called chart; of another only where it has none, or where that is what gives
 * way.
 */
function calledSongs(
  { programmes }: Desk,
  programme: Programme,
  entry: MixEntry | null,
  { reach }: Pick<Pass, "reach">,
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

/**
 * How well the usual lengths of so many songs of each chart fill the gap, and what that does to the
 * balance of the charts' lengths.
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

/**
 * The songs of the called chart that may stand in the gap; of another only where it has none, or
 * where that is what gives way.
 */
function makeLineUp(
  desk: Desk,
  { at, gap, mayWait }: FitTarget,
  programme: Programme,
  entry: MixEntry | null,
  { reach, breaksRules }: Pass,
): LineUp | null {
  const { index, times, clock, scratch, random } = desk;
  const { depth } = programme;
  const { rotation, stage } = calledSongs(desk, programme, entry, { reach });
  const rules = stage === "EVENT" ? programme.listRules : programme.rules;
  const count = rotation.scan(
    reach === "DEPTH" ? depth : Math.max(depth, WHOLE_DEPTH),
    times,
    scratch,
  );
  const most = gap + mayWait;
  const sides = rules.unbreakable & ~orderRules;
  const wall = clock.wallAt(at);
  const unbroken: [number, RuleSet, number][] = [];
  const others: [number, RuleSet, number][] = [];
  const tooLong: number[] = [];
  for (let place = 0; place < count; place++) {
    const rank = scratch[place] as number;
    const seconds = index.duration[rank] as number;
    if (seconds < 1) continue;
    let broken = times.broken(rank, at, wall, rules) & ~orderRules;
    if (seconds > most) {
      if ((broken & sides) === 0) tooLong.push(rank);
      continue;
    }
    // it may have rested by the time it can play
    if (broken & sides && reach !== "DEPTH")
      broken &= times.broken(rank, at + gap - seconds, clock.wallAt(at + gap - seconds), rules);
    (broken & sides ? others : unbroken).push([rank, broken, place]);
  }
  const songs = unbroken.slice();
  if (
    reach === "WHOLE" &&
    stage !== "EVENT" &&
    (breaksRules || unbroken.length + tooLong.length < FEW_SONGS)
  )
    songs.push(...others);
  if (songs.length === 0) return null;
  let fewest = Number.POSITIVE_INFINITY;
  const plays = songs.map(([rank]) => {
    const all =
      ((index.playCount[rank] as number) + (times.playsToday[rank] as number)) /
      rotation.weightOf(rank);
    fewest = Math.min(fewest, all);
    return all;
  });
  const { mean } = rotation.lengths(index);
  const balance = (BALANCE_COST * rotation.lengthBalance(index, times)) / rotation.size;
  const perSecond = Math.max(-MOST_BALANCE_COST, Math.min(MOST_BALANCE_COST, balance));
  const costs = songs.map(([rank, broken, place], song) => {
    const wayBack = place / Math.min(depth, rotation.size);
    if (stage === "EVENT") return place;
    const ahead = Math.min(MOST_AHEAD, (plays[song] as number) - fewest);
    const length = perSecond * ((index.duration[rank] as number) - mean);
    return (
      ahead * AHEAD_COST +
      wayBack * DEPTH_COST +
      length +
      random() * DRAWN_COST +
      rulesCost(broken, rules.unbreakable)
    );
  });
  const lengths = songs.map(([rank]) => index.duration[rank] as number);
  return {
    programme,
    entry,
    rules,
    rotation,
    searched: count,
    costs,
    unbrokenCount: unbroken.length,
    tooLong,
    seconds: lengths,
    stage: stage === "CATEGORY" && count > depth ? "WIDENED" : stage,
    ranks: songs.map(([rank]) => rank),
    cheapest: cheapestByLength(lengths, costs),
    broken: songs.map(([, broken]) => broken),
  };
}

function rulesCost(broken: RuleSet, unbreakable: RuleSet): number {
  const givenUp = rulesIn(broken & unbreakable);
  return givenUp * UNBREAKABLE_COST + (rulesIn(broken) - givenUp) * BREAKABLE_COST;
}

function choiceOf(
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

function holds(trial: Trial | null, rank: number): boolean {
  for (let tried = trial; tried; tried = tried.before) if (tried.rank === rank) return true;
  return false;
}

function choicesOf(last: Trial | null): Choice[] {
  const choices: Choice[] = [];
  for (let tried: Trial | null = last; tried; tried = tried.before) choices.unshift(tried.choice());
  return choices;
}

/** The place of the least of some numbers; -1 where there is none. */
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

/** How many songs may fill the gap, those first whose mean length is nearest to the usual one. */
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
 * The plan's own songs up to this fixed point, where they fill the gap here as they do there. Rules
 * are held against the time at which each will play: later than the songs alone make it, where the
 * plan has floating spots before it.
 */
function plannedRun(
  desk: Desk,
  plan: GroupPlan,
  { at, gap, reserved, endsAt, isAd, mayWait }: FitTarget,
): Fit | null {
  const { index, times, clock, programmes } = desk;
  const position = plan.position;
  const choices: Choice[] = [];
  let fit: Fit | null = null;
  let secondsLeft = gap;
  for (let now = at; secondsLeft > 0; ) {
    const programme = programmes.at(now);
    const planned = plan.due(clock.wallAt(now), programme);
    if (!planned) break;
    const inTime = clock
      .elapsedAt(planned.at)
      .find((elapsed) => elapsed >= now && elapsed <= now + reserved);
    const plays = inTime ?? now;
    // where the group's fixed point waits for the end of this song, it waits here too
    const waits =
      planned.endsAt === endsAt ? Math.min(mayWait, Math.max(0, -planned.residualSeconds)) : 0;
    if (!mayKeep(desk, planned, plays, secondsLeft + waits)) break;
    const choice = keep(desk, programme, planned);
    const seconds = index.duration[choice.rank] as number;
    choices.push(choice);
    times.record(choice.rank, plays);
    plan.position = planned.place + 1;
    now += seconds;
    secondsLeft -= seconds;
    // where the plan's ad comes early it does here too
    const asPlanned =
      planned.endsAt === endsAt &&
      (secondsLeft <= planned.residualSeconds || (isAd && inTime !== undefined));
    if (secondsLeft <= TOLERANCE_SECONDS || asPlanned) {
      fit = {
        choices,
        residualSeconds: secondsLeft,
        keepsRules: planned.keepsRules && secondsLeft > TOLERANCE_SECONDS,
      };
      break;
    }
  }
  for (const _ of choices) times.undo();
  plan.position = position;
  return fit;
}

function mayKeep(desk: Desk, planned: PlannedSong, at: number, room: number): boolean {
  const rank = desk.index.rankOf(planned.songId);
  const seconds = rank === undefined ? 0 : (desk.index.duration[rank] as number);
  if (seconds < 1 || seconds > room) return false;
  return refusal(desk, desk.programmes.at(at), planned, at) === null;
}
