import { type Choice, keep, refusal } from "./choose";
import { type Fit, type FitTarget, TOLERANCE_SECONDS } from "./fit-target";
import type { GroupPlan, PlannedSong } from "./group-plan";
import type { Desk } from "./pick";

/**
 * Takes the plan's own songs up to this fixed point, if they fill the gap here as they do there.
 * Rules are checked at the time at which each will play: later than the songs alone make it,
 * if the plan has floating spots before it. Null if they do not fill it.
 */
export function plannedRun(desk: Desk, plan: GroupPlan, target: FitTarget): Fit | null {
  const position = plan.position;
  const choices: Choice[] = [];
  const fit = keepPlanned(desk, plan, target, choices);
  for (const _ of choices) desk.times.undo();
  plan.position = position;
  return fit;
}

/** Records the songs that are kept, which the caller undoes. */
function keepPlanned(
  desk: Desk,
  plan: GroupPlan,
  { at, gap, reserved, endsAt, isAd, mayWait }: FitTarget,
  choices: Choice[],
): Fit | null {
  const { index, times, clock, programmes } = desk;
  let secondsLeft = gap;
  for (let now = at; secondsLeft > 0; ) {
    const programme = programmes.at(now);
    const planned = plan.due(clock.wallAt(now), programme);
    if (!planned) return null;
    const inTime = clock
      .elapsedAt(planned.at)
      .find((elapsed) => elapsed >= now && elapsed <= now + reserved);
    const plays = inTime ?? now;
    const isSamePoint = planned.endsAt === endsAt;
    // where the group's fixed point waits for the end of this song, it waits here too
    const waits = isSamePoint ? Math.min(mayWait, Math.max(0, -planned.residualSeconds)) : 0;
    if (!mayKeep(desk, planned, plays, secondsLeft + waits)) return null;
    const choice = keep(desk, programme, planned);
    const seconds = index.duration[choice.rank] as number;
    choices.push(choice);
    times.record(choice.rank, plays);
    plan.position = planned.place + 1;
    now += seconds;
    secondsLeft -= seconds;
    // where the plan's ad comes early it does here too
    const endsAsPlanned =
      isSamePoint && (secondsLeft <= planned.residualSeconds || (isAd && inTime !== undefined));
    if (secondsLeft <= TOLERANCE_SECONDS || endsAsPlanned)
      return {
        choices,
        residualSeconds: secondsLeft,
        keepsRules: planned.keepsRules && secondsLeft > TOLERANCE_SECONDS,
      };
  }
  return null;
}

/** True if the plan's song may play here and is no longer than the room. */
export function mayKeep(desk: Desk, planned: PlannedSong, at: number, room: number): boolean {
  const rank = desk.index.rankOf(planned.songId);
  const seconds = rank === undefined ? 0 : (desk.index.duration[rank] as number);
  if (seconds < 1 || seconds > room) return false;
  return refusal(desk, desk.programmes.at(at), planned, at) === null;
}
