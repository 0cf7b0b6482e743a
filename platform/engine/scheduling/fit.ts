import { type Choice, inserted, keep, makeChoice, refusal } from "./choose";
import type { FixedPlay, GroupPlan, PlannedSong } from "./group-plan";
import { type Candidates, type Desk, draw, gather, type Reach } from "./pick";
import { rulesIn } from "./rules";

/** The pause before a fixed point that counts as none: a player covers it with the end of the song. */
export const TOLERANCE_SECONDS = 5;

/** Songs looked at for their length, since the search depth alone rarely holds one of just the right length. */
const FIT_DEPTH = 200;
/** Endings tried for each reach of the search before the best of them is taken. */
const TRIES = 160;
/**
 * Of so few songs the lengths of three or four add up to too few sums: some gaps nothing fills. Of five or six they fill nearly all, so that
 * a thin pool is fitted from further off.
 */
const THIN_POOL = 60;
/** Songs tried in each place but the last. */
const BRANCHES = 16;
const SILENCE_COST = 1000;

export type Fit = { choices: Choice[]; residualSeconds: number };
/** `reserved` are the seconds that floating spots will take between the songs; they are not of the gap. */
export type FitTarget = { at: number; gap: number; reserved: number; endsAt: FixedPlay | null };
type Best = { choices: Choice[]; residual: number; cost: number };
type Pass = { reach: Reach; rulesWeighed: boolean };
type Run = Pass & { shortest: number; tries: number; best: Best };

/** From the asked depth to anything that may play; the next pass is made only where the one before leaves a pause. */
const passes: readonly Pass[] = [
  { reach: "DEPTH", rulesWeighed: false },
  { reach: "WHOLE", rulesWeighed: false },
  { reach: "WHOLE", rulesWeighed: true },
  { reach: "ANYTHING", rulesWeighed: true },
];

/** The gap from which on songs are no longer drawn freely but fitted: about three and a half songs, two more of a thin pool. */
export function fitWindow(desk: Desk): number {
  return (isThin(desk) ? 5.5 : 3.5) * desk.index.meanDuration;
}

const isThin = ({ programmes }: Desk) => programmes.library.size < THIN_POOL;

/**
 * Step 9: the songs that fill `gap` seconds from `at` so that the last ends at the fixed point or at most TOLERANCE_SECONDS before it,
 * never after it. One to five songs (of a thin pool seven), their categories in the mix's order, their lengths a subset-sum over the
 * candidates with a bounded number of tries; first with all rules, then wider, then with rules given up. What remains is answered.
 * Nothing is recorded: the caller places the songs.
 */
export function fitGap(desk: Desk, plan: GroupPlan | null, target: FitTarget): Fit {
  const planned = plan && plannedRun(desk, plan, target);
  if (planned) return planned;
  const { gap } = target;
  const near = Math.max(1, Math.round(gap / desk.index.meanDuration));
  const mostSongs = isThin(desk) ? 7 : 5;
  const counts = [near, near + 1, near - 1, near + 2].filter((count) => count >= 1 && count <= mostSongs);
  const best: Best = { choices: [], residual: gap, cost: Number.POSITIVE_INFINITY };
  for (const pass of passes) {
    for (const count of counts) {
      const run = { ...pass, shortest: desk.index.shortDuration, tries: TRIES / counts.length, best };
      extend(desk, plan, target.at, gap, count, [], run, 0);
      if (best.cost === 0) break;
    }
    if (best.residual <= TOLERANCE_SECONDS) break;
  }
  return { choices: best.choices, residualSeconds: best.residual };
}

/** Puts one more song into the gap and goes on with the rest; true once nothing better can be found. */
function extend(
  desk: Desk,
  plan: GroupPlan | null,
  at: number,
  gap: number,
  count: number,
  before: Choice[],
  run: Run,
  cost: number,
): boolean {
  const { index, times, mix, clock, programmes } = desk;
  const wall = clock.wallAt(at);
  const programme = programmes.at(wall);
  const position = plan?.position ?? 0;
  const planned = plan?.due(wall);
  const entry = mix.due(programme.mix) ?? null;

  const attempt = (choice: Choice): boolean => {
    const seconds = index.duration[choice.rank] as number;
    const worse = cost + costOf(desk, choice, at);
    const choices = [...before, choice];
    if (count === 1 || gap === seconds) {
      run.tries--;
      const residual = gap - seconds;
      // No rule is worth a silence.
      const total = worse + residual + (residual > TOLERANCE_SECONDS ? SILENCE_COST : 0);
      if (total < run.best.cost) Object.assign(run.best, { choices, residual, cost: total });
      return run.best.cost === 0;
    }
    const category = choice.entry?.categoryId;
    const here = plan?.position ?? 0;
    times.record(choice.rank, at);
    if (category !== undefined) mix.take(programme.mix, category);
    if (plan && choice.planned) plan.position = choice.planned.place + 1;
    const isBest = extend(desk, plan, at + seconds, gap - seconds, count - 1, choices, run, worse);
    if (plan) plan.position = here;
    if (category !== undefined) mix.take(programme.mix, category, -1);
    times.undo();
    return isBest;
  };

  const longest = gap - (count - 1) * run.shortest;
  let isDone = false;
  if (planned && mayKeep(desk, planned, at, longest, count === 1 ? gap - TOLERANCE_SECONDS : 1))
    isDone = attempt(keep(desk, programme, planned));
  const search = { at, programme, entry, depth: Math.max(programme.depth, FIT_DEPTH), reach: run.reach, rulesWeighed: run.rulesWeighed };
  const difference = plan && inserted(desk, at, "FIT");
  const take = (candidates: Candidates, branches: number) => {
    for (let branch = 0; branch < branches && !isDone && run.tries > 0; branch++) {
      const place = draw(candidates, desk.random);
      if (place < 0) return;
      isDone = attempt({ ...makeChoice(candidates, place, programme, entry), difference });
      candidates.weights[place] = 0;
    }
  };
  if (!isDone && run.tries > 0) {
    if (count > 1) {
      const candidates = gather(desk, { ...search, shortest: 1, longest });
      if (candidates) take(candidates, BRANCHES);
    } else {
      run.tries--;
      const candidates =
        gather(desk, { ...search, shortest: gap, longest: gap }) ??
        gather(desk, { ...search, shortest: gap - TOLERANCE_SECONDS, longest: gap });
      if (candidates) take(candidates, 3);
      else if (run.reach === "ANYTHING") {
        const anyLength = gather(desk, { ...search, shortest: 1, longest: gap });
        if (anyLength) take(onlyLongest(desk, anyLength), 1);
      }
    }
  }
  if (plan) plan.position = position;
  return isDone;
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
    const wall = clock.wallAt(now);
    const planned = plan.due(wall);
    if (!planned) break;
    const plays = clock.elapsedAt(planned.at).find((elapsed) => elapsed >= now && elapsed <= now + reserved) ?? now;
    if (!mayKeep(desk, planned, plays, secondsLeft, 1)) break;
    const choice = keep(desk, programmes.at(wall), planned);
    const seconds = index.duration[choice.rank] as number;
    choices.push(choice);
    times.record(choice.rank, plays);
    plan.position = planned.place + 1;
    now += seconds;
    secondsLeft -= seconds;
    const asPlanned = planned.endsAt === endsAt && secondsLeft <= planned.residualSeconds;
    if (secondsLeft <= TOLERANCE_SECONDS || asPlanned) {
      fit = { choices, residualSeconds: secondsLeft };
      break;
    }
  }
  for (const _ of choices) times.undo();
  plan.position = position;
  return fit;
}

function mayKeep(desk: Desk, planned: PlannedSong, at: number, longest: number, shortest: number): boolean {
  const rank = desk.index.rankOf(planned.songId);
  const seconds = rank === undefined ? 0 : (desk.index.duration[rank] as number);
  return seconds >= shortest && seconds <= longest && refusal(desk, desk.programmes.at(desk.clock.wallAt(at)), planned, at) === null;
}

/** What a song costs a fit beside its residual seconds: broken rules weigh more than a short pause, given-up ones more than those. */
function costOf({ times, clock }: Desk, { rank, programme, stage }: Choice, at: number): number {
  if (stage === "PLANNED" || stage === "EVENT") return 0;
  const broken = times.broken(rank, at, clock.wallAt(at), programme.rules);
  const givenUp = broken & programme.rules.unbreakable;
  const atOnceAgain = rank === times.previous ? SILENCE_COST / 2 : 0;
  return (
    atOnceAgain + rulesIn(broken & ~givenUp) * 10 + rulesIn(givenUp) * 30 + (stage === "FALLBACK" || stage === "LEAST_RECENT" ? 20 : 0)
  );
}

function onlyLongest({ index }: Desk, candidates: Candidates): Candidates {
  const longest = Math.max(...candidates.ranks.map((rank) => index.duration[rank] as number));
  return {
    ...candidates,
    weights: candidates.weights.map((weight, place) => (index.duration[candidates.ranks[place] as number] === longest ? weight : 0)),
  };
}
