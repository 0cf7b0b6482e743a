import type { AsRunPlay } from "#contract/ads/delivery";
import type { PlayOutcome } from "#contract/ads/words";
import { addDays, dateIn, timeIn } from "#contract/base/dates";
import { playLogDays } from "#contract/player/limits";
import type { BookedDay } from "./as-run.queries.ts";
import type { UnverifiedPlay, VerifiedPlay } from "./delivery.queries.ts";

type LoggedPosition = {
  hour: number;
  startsAt: number;
  spotId: number;
  logId: number;
  position: number;
};
/**
 * A campaign's positions on a date of a store, and the hours in which its log has anything;
 * undefined where the store has no log.
 */
export type LoggedDay = { positions: LoggedPosition[]; openHours: Set<number> | undefined };

type DayEvidence = {
  logged: LoggedDay;
  verified: readonly VerifiedPlay[];
  unverified: readonly UnverifiedPlay[];
};

/** The clock of a store for one of its dates. */
type DayClock = { today: string; isOver: (hour: number) => boolean };

/**
 * Judges the plays booked on a date of a store: by hour, as many as are booked. A play that was due
 * in another hour than it is booked in still counts on its date.
 */
export function judgeDay(
  day: BookedDay,
  evidence: DayEvidence,
  names: ReadonlyMap<number, string>,
  now: Date,
): Map<number, AsRunPlay[]> {
  const { logged, verified } = evidence;
  const clock = clockOf(day, now);
  const withName = (play: AsRunPlay): AsRunPlay => ({
    ...play,
    spotName: play.spotId === null ? null : (names.get(play.spotId) ?? null),
  });
  const dueInstants = new Set(verified.map(({ dueAt }) => dueAt.getTime()));
  const waiting = [...evidence.unverified];
  const hours = new Map<number, AsRunPlay[]>();
  const spare: VerifiedPlay[] = verified.filter(({ hour }) => !day.plays[hour]);
  for (const [hour, count] of day.plays.entries()) {
    if (count === 0) continue;
    const own = verified.filter((one) => one.hour === hour);
    spare.push(...own.slice(count));
    const rest = logged.positions.filter(
      (one) => one.hour === hour && !dueInstants.has(Math.trunc(one.startsAt)),
    );
    const plays = own.slice(0, count).map((one) => playedOf(day, hour, one));
    plays.push(
      ...rest.slice(0, count - plays.length).map((one) => missedOf(day, one, { waiting, clock })),
    );
    plays.sort((one, other) => ((one.dueAt ?? "") < (other.dueAt ?? "") ? -1 : 1));
    while (plays.length < count) plays.push(absentOf(day, hour, { logged, clock }));
    hours.set(hour, plays.map(withName));
  }
  for (const [hour, plays] of hours)
    for (const [place, { outcome }] of plays.entries()) {
      if (outcome === "PLAYED" || !clock.isOver(hour)) continue;
      const one = spare.shift();
      if (one) plays[place] = withName(playedOf(day, hour, one));
    }
  return hours;
}

function clockOf({ timeZone, day }: BookedDay, now: Date): DayClock {
  const today = dateIn(timeZone, now);
  const hourNow = Number(timeIn(timeZone, now).slice(0, 2));
  return { today, isOver: (hour) => day < today || (day === today && hour < hourNow) };
}

const playOf = (
  { storeId, storeName, timeZone, day }: BookedDay,
  hour: number,
  outcome: PlayOutcome,
  details: Partial<AsRunPlay> = {},
): AsRunPlay => ({
  storeId,
  storeName,
  timeZone,
  day,
  hour,
  outcome,
  dueAt: null,
  startedAt: null,
  seconds: null,
  spotId: null,
  spotName: null,
  reason: null,
  ...details,
});

const playedOf = (
  day: BookedDay,
  hour: number,
  { startedAt, seconds, dueAt, spotId }: VerifiedPlay,
): AsRunPlay =>
  playOf(day, hour, "PLAYED", {
    startedAt: startedAt.toISOString(),
    seconds,
    dueAt: dueAt.toISOString(),
    spotId,
  });

/**
 * Gives the outcome of a position without a verified play; removes its reported play from
 * `waiting`.
 */
function missedOf(
  day: BookedDay,
  position: LoggedPosition,
  { waiting, clock }: { waiting: UnverifiedPlay[]; clock: DayClock },
): AsRunPlay {
  const { hour, startsAt, spotId } = position;
  const due = { dueAt: new Date(startsAt).toISOString(), spotId };
  const place = waiting.findIndex((reported) => isOf(reported, position));
  const [reported] = place >= 0 ? waiting.splice(place, 1) : [];
  if (!reported) return playOf(day, hour, clock.isOver(hour) ? "NOT_RECEIVED" : "DUE", due);
  return playOf(day, hour, "NOT_VERIFIED", {
    ...due,
    startedAt: reported.startedAt.toISOString(),
    seconds: reported.seconds,
    reason: reported.reason,
  });
}

/** Gives the outcome of a booked play that is in no log. */
function absentOf(
  day: BookedDay,
  hour: number,
  { logged, clock }: { logged: LoggedDay; clock: DayClock },
): AsRunPlay {
  if (!clock.isOver(hour)) return playOf(day, hour, "DUE");
  if (day.day < addDays(clock.today, -playLogDays)) return playOf(day, hour, "NOT_KEPT");
  if (day.status === "inactive" && isSince(day, hour)) return playOf(day, hour, "STORE_INACTIVE");
  const isClosed = logged.openHours !== undefined && !logged.openHours.has(hour);
  return playOf(day, hour, isClosed ? "STORE_CLOSED" : "NOT_IN_LOG");
}

/**
 * True if a reported play names a position or, in another version of the log, is of its spot at
 * about its time.
 */
function isOf({ logId, position, spotId, startedAt }: UnverifiedPlay, at: LoggedPosition): boolean {
  if (logId === at.logId) return position === at.position;
  return spotId === at.spotId && Math.abs(startedAt.getTime() - at.startsAt) <= nearMs;
}

/** The farthest from its time that a play may be to count (docs/domain.md section 4). */
const nearMs = 10 * 60_000;

/** True if a store has had its status since before an hour ended. */
function isSince({ statusSince, timeZone, day }: BookedDay, hour: number): boolean {
  const since = dateIn(timeZone, statusSince);
  return (
    since < day || (since === day && Number(timeIn(timeZone, statusSince).slice(0, 2)) <= hour)
  );
}
