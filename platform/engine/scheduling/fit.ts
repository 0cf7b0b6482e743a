import { type Choice, inserted, keep, makeChoice, refusal } from "./choose";
import type { FixedPlay, GroupPlan, PlannedSong } from "./group-plan";
import { type Desk, draw, gather, type Reach } from "./pick";
import { rulesIn } from "./rules";
import { SecondSet } from "./second-set";

/** The pause before a fixed point that counts as none: a player covers it with the end of the song. */
export const TOLERANCE_SECONDS = 5;

/** Songs looked at for the last one before the point, since the search depth alone rarely holds one of just the right length. */
const FIT_DEPTH = 200;
/** Searches for a song while rules hold, and once they are weighed, when nearly every search ends: these bound the time that a fit takes. */
const SEARCHES = 24;
const WEIGHED_SEARCHES = 16;
/** Endings that break no rule (while rules are weighed, any) after which a search stops: the best of them is taken. */
const ENOUGH = 4;
/** Songs tried in each place. */
const BRANCHES = 6;
/**
 * Of so few songs the lengths of three or four add up to too few sums: some gaps nothing fills. Of five or six they fill nearly all, so that
 * a thin pool is fitted from further off.
 */
const THIN_POOL = 60;
const SILENCE_COST = 1000;
/** What a song costs that an earlier version of the day has not: its own are kept where they fit nearly as well. */
const NEW_SONG_COST = 5;
/** How many times as much a broken rule costs where a pause of up to a minute is preferred to it: each then costs more than the pause. */
const BREAK_AVOIDED = 10;

/** `keepsRules` where the pause that remains is the person's choice, in the place of a broken rule. */
export type Fit = { choices: Choice[]; residualSeconds: number; keepsRules: boolean };
/** `reserved` are the seconds that floating spots will take between the songs; they are not of the gap. */
export type FitTarget = {
  at: number;
  gap: number;
  reserved: number;
  endsAt: FixedPlay | null;
  /** The locked song that stands at the fixed point: the last song is to lead over to it. */
  next: number | null;
};
type Best = { choices: Choice[]; residual: number; cost: number; breaksRules: boolean };
/** What the songs so far cost: the rules that they break, and how unlikely they were to be drawn. */
type Cost = { rules: number; unlikeliness: number };
/** `pause` is the longest one, in seconds, that counts as none. */
type Pass = { reach: Reach; rulesWeighed: boolean; pause: number };
/** `leaves` has for each place what the songs behind it can fill; `searches` and `endings` count down. */
type Run = Pass & {
  leaves: readonly SecondSet[];
  searches: number;
  endings: number;
  best: Best;
  next: number | null;
  breakCost: number;
};

/**
 * From the asked depth to anything that may play; the next pass is made only where the one before leaves a pause. Where the rule prefers a
 * pause to a broken rule, one more comes before rules are weighed.
 */
function passesOf(isThin: boolean, pauseSeconds: number): Pass[] {
  const pause = TOLERANCE_SECONDS;
  return [
    ...(isThin ? [] : [{ reach: "DEPTH" as const, rulesWeighed: false, pause }]),
    { reach: "WHOLE", rulesWeighed: false, pause },
    ...(pauseSeconds > 0 ? [{ reach: "WHOLE" as const, rulesWeighed: false, pause: pauseSeconds }] : []),
    { reach: "WHOLE", rulesWeighed: true, pause },
    { reach: "ANYTHING", rulesWeighed: true, pause },
  ];
}

/** The gap from which on songs are no longer drawn freely but fitted: about three and a half songs, two more of a thin pool. */
export function fitWindow(desk: Desk): number {
  return (isThin(desk) ? 5.5 : 3.5) * desk.index.meanDuration;
}

const isThin = ({ programmes }: Desk) => programmes.library.size < THIN_POOL;

/**
 * Step 9: the songs that fill `gap` seconds from `at` so that the last ends at the fixed point or at most TOLERANCE_SECONDS before it,
 * never after it. One to five songs (of a thin pool seven), their categories in the mix's order; first with all rules, then wider, then
 * with rules given up. Which lengths still lead to the point is known beforehand (a subset-sum over the lengths that there are), so that
 * no search is lost on others. What remains is answered. Nothing is recorded: the caller places the songs.
 */
export function fitGap(desk: Desk, plan: GroupPlan | null, target: FitTarget): Fit {
  const planned = plan && plannedRun(desk, plan, target);
  if (planned) return planned;
  const { at, gap } = target;
  const { pauseSeconds } = desk.programmes.at(desk.clock.wallAt(at));
  const breakCost = pauseSeconds > 0 ? BREAK_AVOIDED : 1;
  const counts = songCounts(desk, gap);
  const best: Best = { choices: [], residual: gap, cost: Number.POSITIVE_INFINITY, breaksRules: false };
  const search = (pass: Pass, count: number, tolerance: number) => {
    const sums = sumsBehind(desk, plan, target, count, pass.reach, tolerance);
    if (!sums[0]?.has(gap)) return;
    const searches = pass.rulesWeighed ? WEIGHED_SEARCHES : SEARCHES;
    const run = { ...pass, leaves: sums.slice(1), searches, endings: ENOUGH, best, next: target.next, breakCost };
    extend(desk, plan, at, gap, 0, count, [], run, { rules: 0, unlikeliness: 0 });
  };
  for (const pass of passesOf(isThin(desk), pauseSeconds)) {
    // counts stand in the order of how usual songs they ask for: a later one is for want of an earlier
    for (const count of counts) {
      search(pass, count, pass.pause);
      if (best.residual <= TOLERANCE_SECONDS && (pass.rulesWeighed || !best.breaksRules)) break;
    }
    const mayPause = pauseSeconds > pass.pause && !pass.rulesWeighed && best.breaksRules;
    if (best.residual <= pass.pause && !mayPause)
      return { choices: best.choices, residualSeconds: best.residual, keepsRules: best.residual > TOLERANCE_SECONDS };
  }
  // Nothing ends there: as near to it as the lengths allow.
  const anything: Pass = { reach: "ANYTHING", rulesWeighed: true, pause: TOLERANCE_SECONDS };
  for (const count of counts) {
    const nearest = sumsBehind(desk, plan, target, count, anything.reach, 0)[0]?.highest(gap) ?? -1;
    if (nearest > 0 && gap - nearest < best.residual) search(anything, count, gap - nearest);
  }
  return { choices: best.choices, residualSeconds: best.residual, keepsRules: false };
}

/** How many songs may fill the gap, those first whose mean length is nearest to the usual one: so that fitting favours neither short nor long songs. */
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
 * For each place of `count` songs the totals that the songs from there on can make, to within the tolerance; of a plan its own next songs
 * count too. Lengths alone: whether the rules let the songs play, the search finds out.
 */
function sumsBehind(
  desk: Desk,
  plan: GroupPlan | null,
  { at, gap }: FitTarget,
  count: number,
  reach: Reach,
  tolerance: number,
): readonly SecondSet[] {
  const { index, mix, programmes, times, scratch } = desk;
  const programme = programmes.at(at);
  const { ownList } = programme;
  const hasList = ownList !== null && ownList.scan(count, times, scratch) >= count;
  // where another slot begins before the point, its categories may be called as well
  const isOne = programme === programmes.at(at + gap - 1);
  const everything = programmes.libraryOf(programme).lengths(index.duration);
  const own = plan?.songs.slice(plan.position, plan.position + count + 1).flatMap(({ songId }) => {
    const rank = index.rankOf(songId);
    return rank === undefined ? [] : [index.duration[rank] as number];
  });
  const taken: number[] = [];
  const lengthsAt: (readonly number[])[] = [];
  for (let place = 0; place < count; place++) {
    const entry = mix.due(programme.mix);
    const called = [ownList, hasList || !entry ? null : programmes.rotation(programme, entry.categoryId)].flatMap((one) => one ?? []);
    const lengths = reach !== "ANYTHING" && isOne && called.length > 0 ? called.flatMap((one) => one.lengths(index.duration)) : everything;
    lengthsAt.push(own ? [...lengths, ...own] : lengths);
    if (!entry) continue;
    mix.take(programme.mix, entry.categoryId);
    taken.push(entry.categoryId);
  }
  for (const categoryId of taken.reverse()) mix.take(programme.mix, categoryId, -1);
  let behind = new SecondSet(gap);
  for (let second = 0; second <= tolerance; second++) behind.add(second);
  const sums = [behind];
  for (const lengths of lengthsAt.reverse()) {
    const here = new SecondSet(gap);
    for (const length of lengths) here.addShifted(behind, length);
    sums.unshift(here);
    behind = here;
  }
  return sums;
}

/** Puts one more song into the gap and goes on with the rest; true once the pass has endings enough, or no search left. */
function extend(
  desk: Desk,
  plan: GroupPlan | null,
  at: number,
  gap: number,
  place: number,
  count: number,
  before: Choice[],
  run: Run,
  cost: Cost,
): boolean {
  const { index, times, mix, clock, programmes } = desk;
  const programme = programmes.at(at);
  const position = plan?.position ?? 0;
  const planned = plan?.due(clock.wallAt(at), programme);
  const entry = mix.due(programme.mix) ?? null;
  const leaves = run.leaves[place] as SecondSet;
  const isLast = place === count - 1;

  const attempt = (choice: Choice, unlikeliness: number): boolean => {
    const seconds = index.duration[choice.rank] as number;
    const rules = cost.rules + costOf(desk, choice, at, isLast ? run.next : null) * run.breakCost;
    const worse = { rules, unlikeliness: cost.unlikeliness + unlikeliness };
    const known = worse.rules + worse.unlikeliness;
    if (known >= run.best.cost) return false;
    const choices = [...before, choice];
    if (isLast) {
      const residual = gap - seconds;
      // No rule is worth a silence.
      const total = known + residual + (residual > run.pause ? SILENCE_COST : 0);
      if (total < run.best.cost) Object.assign(run.best, { choices, residual, cost: total, breaksRules: rules > 0 });
      if (rules === 0 || run.rulesWeighed) run.endings--;
      return run.endings <= 0 || run.best.cost === 0;
    }
    const category = choice.entry?.categoryId;
    const here = plan?.position ?? 0;
    times.record(choice.rank, at);
    if (category !== undefined) mix.take(programme.mix, category);
    if (plan && choice.planned) plan.position = choice.planned.place + 1;
    const isDone = extend(desk, plan, at + seconds, gap - seconds, place + 1, count, choices, run, worse);
    if (plan) plan.position = here;
    if (category !== undefined) mix.take(programme.mix, category, -1);
    times.undo();
    return isDone;
  };

  let isDone = false;
  if (planned && mayKeep(desk, planned, at, gap, leaves)) isDone = attempt(keep(desk, programme, planned), 0);
  if (!isDone && run.searches-- > 0) {
    const depth = isLast ? Math.max(programme.depth, FIT_DEPTH) : programme.depth;
    const { reach, rulesWeighed } = run;
    const candidates = gather(desk, { at, programme, entry, depth, reach, rulesWeighed, room: gap, leaves });
    const difference = plan && inserted(desk, plan, programme, at, "FIT");
    const untried = candidates ? [...candidates.weights] : [];
    for (let branch = 0; candidates && branch < BRANCHES && !isDone; branch++) {
      const drawn = draw(candidates, untried, desk.random);
      if (drawn < 0) break;
      untried[drawn] = 0;
      const unlikeliness = candidates.stage === "EVENT" ? drawn : Math.log(candidates.heaviest / (candidates.weights[drawn] as number));
      isDone = attempt({ ...makeChoice(candidates, drawn, programme, entry), difference }, unlikeliness + (plan ? NEW_SONG_COST : 0));
    }
  }
  if (plan) plan.position = position;
  return isDone || run.searches <= 0;
}

/**
 * The plan's own songs up to this fixed point, where they fill the gap here as they do there. Rules are held against the time at which each
 * will play: later than the songs alone make it, where the plan has floating spots before it.
 */
function plannedRun(desk: Desk, plan: GroupPlan, { at, gap, reserved, endsAt }: FitTarget): Fit | null {
  const { index, times, clock, programmes } = desk;
  const position = plan.position;
  const choices: Choice[] = [];
  let fit: Fit | null = null;
  let secondsLeft = gap;
  for (let now = at; secondsLeft > 0; ) {
    const programme = programmes.at(now);
    const planned = plan.due(clock.wallAt(now), programme);
    if (!planned) break;
    const plays = clock.elapsedAt(planned.at).find((elapsed) => elapsed >= now && elapsed <= now + reserved) ?? now;
    if (!mayKeep(desk, planned, plays, secondsLeft)) break;
    const choice = keep(desk, programme, planned);
    const seconds = index.duration[choice.rank] as number;
    choices.push(choice);
    times.record(choice.rank, plays);
    plan.position = planned.place + 1;
    now += seconds;
    secondsLeft -= seconds;
    const asPlanned = planned.endsAt === endsAt && secondsLeft <= planned.residualSeconds;
    if (secondsLeft <= TOLERANCE_SECONDS || asPlanned) {
      fit = { choices, residualSeconds: secondsLeft, keepsRules: planned.keepsRules && secondsLeft > TOLERANCE_SECONDS };
      break;
    }
  }
  for (const _ of choices) times.undo();
  plan.position = position;
  return fit;
}

function mayKeep(desk: Desk, planned: PlannedSong, at: number, room: number, leaves?: SecondSet): boolean {
  const rank = desk.index.rankOf(planned.songId);
  const seconds = rank === undefined ? 0 : (desk.index.duration[rank] as number);
  if (seconds < 1 || seconds > room || (leaves && !leaves.has(room - seconds))) return false;
  return refusal(desk, desk.programmes.at(at), planned, at) === null;
}

/**
 * What a song costs a fit beside its residual seconds: broken rules weigh more than a short pause, given-up ones more than those. `next` is a
 * locked song that would follow: there the song alone can lead over to it.
 */
function costOf({ times, clock }: Desk, { rank, programme, stage }: Choice, at: number, next: number | null): number {
  if (stage === "PLANNED" || stage === "EVENT") return 0;
  const { rules } = programme;
  const broken = times.broken(rank, at, clock.wallAt(at), rules) | (next === null ? 0 : times.brokenByNext(rank, at, next, rules));
  const givenUp = broken & rules.unbreakable;
  const atOnceAgain = rank === times.previous || rank === next ? SILENCE_COST / 2 : 0;
  return (
    atOnceAgain + rulesIn(broken & ~givenUp) * 10 + rulesIn(givenUp) * 30 + (stage === "FALLBACK" || stage === "LEAST_RECENT" ? 20 : 0)
  );
}
