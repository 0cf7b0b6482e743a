import type {
  DaySummary,
  GroupPlaylist,
  LogPosition,
  StoreLog,
} from "#contract/schedule/positions";
import { DayBuilder } from "./scheduling/day-builder";
import { type DayClock, elapsedOf, wallClock, zoneClock } from "./scheduling/day-clock";
import { planDay } from "./scheduling/day-plan";
import { summarise } from "./scheduling/day-summary";
import { bookedPlay, GroupPlan, playOf } from "./scheduling/group-plan";
import type { GroupDayInput, ScheduledPlay, StoreLogInput } from "./scheduling/input";
import { MixSequence } from "./scheduling/mix-sequence";
import { PlayTimes } from "./scheduling/play-times";
import { Programmes } from "./scheduling/programme";
import { seededRandom } from "./scheduling/seeded-random";
import { SongIndex } from "./scheduling/song-index";
import { stagger } from "./scheduling/stagger";

export type * from "./scheduling/input";
export { rateSongs, type SongRating } from "./scheduling/rate-songs";
export { isLicensed, mayPlay } from "./scheduling/song-index";
export { zoneClock };

/**
 * Schedules the music of a group for a date, over the union of its stores' opening hours in
 * wall-clock time. With an earlier version (`playlist`), changes as little of it as possible;
 * positions that have begun (`begun`) stay unchanged. A pure function: the same input gives the
 * same playlist on every machine, so a preview shows what will play. All times in seconds. Never
 * throws for lack of songs: unmet wishes are in the positions' traces and in the summary. Source:
 * docs/domain.md section 2; docs/decisions/scheduling-engine.md.
 */
export function scheduleGroupDay(input: GroupDayInput): GroupPlaylist {
  const { date, unitId, ruleVersion, playlist } = input;
  const { positions, summary } = buildDay(
    input,
    wallClock(date),
    playlist ? new GroupPlan(playlist, input.locked) : null,
  );
  const reasons = new Map(
    playlist?.positions.flatMap((at) =>
      at.kind === "MUSIC" ? [[`${at.songId} ${at.startSeconds}`, at.trace]] : [],
    ),
  );
  return {
    date,
    unitId,
    ruleVersion,
    positions: positions.map(({ startsAt: _, ...position }) => {
      if (position.kind !== "MUSIC") return position;
      // a kept song, or one locked as before, keeps the reason it was chosen for
      const { difference, stage } = position.trace;
      const planned =
        difference?.kind === "SHIFTED" ? difference.plannedSeconds : position.startSeconds;
      const reason = reasons.get(`${position.songId} ${planned}`);
      const isKept = stage === "PLANNED" || (stage === "LOCKED" && reason?.stage === "LOCKED");
      return reason && isKept ? { ...position, trace: { ...reason, difference } } : position;
    }),
    summary,
  };
}

/**
 * Fits the group playlist to a store's own clock: cut to its hours and zone, with its own spots,
 * refitted by the same machinery. A song is kept wherever the store may play it; every difference
 * is in its position's trace, or in `leftOut`. Positions carry their instants, correct on days
 * when clocks change. A staggered store plays the result in another order than its neighbours.
 * Throws RangeError for an unknown time zone.
 */
export function scheduleStoreLog(input: StoreLogInput): StoreLog {
  const log = followOrRotate(input);
  return input.isStaggered ? stagger(input, log) : log;
}

function followOrRotate(input: StoreLogInput): StoreLog {
  const followed = followPlan(input);
  if (!isThinner(input, followed)) return followed;
  const own = rotateOwn(input);
  return lackingRest(own) < lackingRest(followed) ? own : followed;
}

function followPlan(input: StoreLogInput): StoreLog {
  const { date, unitId, ruleVersion, timeZone, playlist } = input;
  const clock = zoneClock(date, timeZone);
  const plan = new GroupPlan(playlist, input.locked);
  const { positions, summary, stretches } = buildDay(input, clock, plan);
  const isOpen = (elapsed: number) =>
    stretches.some(
      ({ from, anchors }) => from <= elapsed && elapsed < (anchors.at(-1)?.at ?? from),
    );
  const placed = new Set(
    positions.flatMap((position) =>
      position.kind === "MUSIC"
        ? []
        : [bookedPlay(position.bookingId, position.trace.bookedSeconds)],
    ),
  );
  return {
    date,
    unitId,
    ruleVersion,
    timeZone,
    positions,
    leftOut: plan.leftOut(clock, isOpen, placed),
    summary,
  };
}

/**
 * Schedules a store's day on its own, like a group's: as replacements in a plan that it may not
 * play, the songs of a thin pool would rotate unevenly. Songs differ from the plan as a whole, so
 * none of it counts as left out.
 */
function rotateOwn(input: StoreLogInput): StoreLog {
  const { date, unitId, ruleVersion, timeZone, playlist, begun = [] } = input;
  const clock = zoneClock(date, timeZone);
  const plan = new GroupPlan(playlist, input.locked);
  const { positions, summary } = buildDay({ ...input, playlist: undefined }, clock, null);
  const plays = new Set(
    positions.flatMap((position) => (position.kind === "MUSIC" ? [] : [playOf(position)])),
  );
  return {
    date,
    unitId,
    ruleVersion,
    timeZone,
    summary,
    positions: positions.map((position, place): LogPosition => {
      if (place < begun.length) return position;
      if (position.kind === "MUSIC")
        return {
          ...position,
          trace: { ...position.trace, difference: { kind: "INSERTED", because: "OWN_ROTATION" } },
        };
      return plan.hasPlay(playOf(position))
        ? position
        : { ...position, trace: { ...position.trace, difference: { kind: "SPOT_INSERTED" } } };
    }),
    leftOut: plan.leftOut(clock, () => false, plays).filter(({ kind }) => kind === "SPOT"),
  };
}

/**
 * True if a store may not play some of the plan's songs and so gives up unbreakable rules that the
 * plan keeps.
 */
function isThinner({ playlist }: StoreLogInput, { positions, summary }: StoreLog): boolean {
  const givenUp = ({ violations }: DaySummary) =>
    violations.filter(({ relaxed }) => relaxed.length > 0).length;
  return (
    givenUp(summary) > givenUp(playlist.summary) &&
    positions.some(
      ({ trace: { difference } }) =>
        difference?.kind === "REPLACED" && difference.because === "NOT_ALLOWED",
    )
  );
}

/** Adds up the rest that the songs of a log lack, each as a share of the rest it should have. */
function lackingRest({ positions }: StoreLog): number {
  let missingSeconds = 0;
  for (const position of positions) {
    if (position.kind !== "MUSIC") continue;
    const { seconds, askedSeconds } = position.trace.rest;
    if (seconds !== null && askedSeconds !== null)
      missingSeconds += Math.max(0, 1 - seconds / askedSeconds) ** 2;
  }
  return missingSeconds;
}

function buildDay(input: GroupDayInput, clock: DayClock, plan: GroupPlan | null) {
  const random = seededRandom(input.unitId, input.date, input.ruleVersion);
  const index = new SongIndex(input, random);
  const planned = plan?.songs.map(({ songId, at }) => ({ songId, at: clock.startOf(at) })) ?? [];
  const locked = input.locked.map(
    ({ songId, at }): ScheduledPlay => ({ songId, at: clock.startOf(at) }),
  );
  const times = new PlayTimes(index, input.history, [...input.later, ...locked, ...planned]);
  const programmes = new Programmes(input, index, clock);
  const begun = (input.begun ?? []).map((position) => ({
    startsAt: clock.instantAt(clock.startOf(position.startSeconds)),
    ...position,
  }));
  const last = begun.at(-1);
  const resumeAt = last ? elapsedOf(last, clock) + last.durationSeconds : 0;
  const dayPlan = planDay(input, clock, index, { resumeAt, handovers: programmes.handovers });
  const desk = {
    index,
    times,
    mix: new MixSequence(),
    programmes,
    clock,
    random,
    scratch: new Int32Array(index.count),
  };
  const built = new DayBuilder(desk, plan, dayPlan).build(begun, resumeAt);
  return {
    positions: built.positions,
    summary: summarise(built, programmes, clock),
    stretches: dayPlan.stretches,
  };
}
