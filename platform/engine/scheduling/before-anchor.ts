import type { DayClock } from "./day-clock";
import type { Anchor, FloatingSpot } from "./day-plan";
import type { Fit } from "./fit-target";
import { bookedPlay, type FixedPlay, lockedPlay } from "./group-plan";
import { hourOfDay } from "./same-hours";

/**
 * An ad before which no song ends may come this much early; else it comes late, at the end of the
 * song it would interrupt.
 */
const EARLY_AD_SECONDS = 60;

/** Tells if an ad may come early, where its fit leaves a rest: within the hour it is booked in. */
export function mayComeEarly(
  { at: placed, booked }: Pick<FloatingSpot, "at" | "booked">,
  { residualSeconds }: Fit,
  clock: DayClock,
): boolean {
  const at = placed - residualSeconds;
  return (
    residualSeconds <= EARLY_AD_SECONDS &&
    hourOfDay(clock.wallAt(at)) === hourOfDay(clock.wallAt(booked))
  );
}

/** Finds the floating spots with a time before the fixed point that have room from `now` on. */
export function spotsBefore(
  anchor: Anchor,
  now: number,
  floating: readonly FloatingSpot[],
): FloatingSpot[] {
  let room = anchor.at - now;
  return floating.filter(({ at, seconds }) => {
    if (at >= anchor.at || seconds > room) return false;
    room -= seconds;
    return true;
  });
}

/** Gives the seconds that a fixed point may come later: ads up to the next fixed one move along. */
export function roomToWait(anchors: readonly Anchor[], place: number): number {
  let room = 0;
  let end = anchors[place]?.at ?? 0;
  for (const [next, { kind, at, seconds }] of anchors.slice(place).entries()) {
    room += at - end;
    const movesAlong = kind === "AD" || (kind === "TOH" && at === end);
    if (next > 0 && !movesAlong) break;
    end = at + seconds;
  }
  return room;
}

/** Gives what the group plan calls a fixed point; null for the end of the day. */
export function playAt(anchor: Anchor): FixedPlay | null {
  if (anchor.kind === "LOCKED") return lockedPlay(anchor.lock);
  if (anchor.kind === "EVENT") return "handover";
  return "spot" in anchor ? bookedPlay(anchor.spot.bookingId, anchor.spot.at) : null;
}
