import type { Offer } from "#contract/ads/booking-refusal";
import { dailyHours, playsOn, rowsOfPlays } from "#contract/ads/plays";
import { campaignLimits, hoursOfDay } from "#contract/ads/words";
import { addDays, daysBetween, weekdayOf } from "#contract/base/dates";
import { sum } from "#contract/base/sum";
import type { RoomOfDay } from "./offers.queries.ts";

type Times = {
  startsOn: string;
  endsOn: string;
  weekdays: readonly number[];
  blackoutDates: readonly string[];
  plays: readonly number[];
  exactTimes: readonly number[] | null;
};
/**
 * The plays that all of a campaign's stores have room for on each date that all have on sale,
 * and the minutes that other campaigns hold.
 */
export type Room = {
  byDay: ReadonlyMap<string, RoomOfDay>;
  busy: ReadonlyMap<string, ReadonlySet<number>>;
};

/** An offer before it is priced. */
export type TimesWithRoom = Omit<Offer, "takes" | "price">;

/** The dates of a flight on which it has plays: on its weekdays, without its blackout dates. */
export function datesOf({
  startsOn,
  endsOn,
  weekdays,
  blackoutDates,
  plays,
}: Omit<Times, "exactTimes">): string[] {
  const hoursOfDate = dailyHours(plays);
  return Array.from({ length: Math.max(0, daysBetween(startsOn, endsOn)) }, (_, index) =>
    addDays(startsOn, index),
  ).filter(
    (day) =>
      weekdays.includes(weekdayOf(day)) &&
      !blackoutDates.includes(day) &&
      hoursOfDate(day).length > 0,
  );
}

/** Counts the exact times of each hour. */
export const playsOf = (exactTimes: readonly number[]): number[] =>
  hoursOfDay.map((hour) => exactTimes.filter((minute) => Math.floor(minute / 60) === hour).length);

/** True if all plays that a campaign asks for have room on each of the dates, in every store. */
export const fitsOn = (
  { byDay, busy }: Room,
  { plays, exactTimes }: Pick<Times, "plays" | "exactTimes">,
  dates: readonly string[],
): boolean =>
  dates.every((day) => {
    const room = byDay.get(day);
    const isBusy = exactTimes?.some((minute) => busy.get(day)?.has(minute));
    const playsOfDate = playsOn(plays, day);
    return (
      room !== undefined &&
      !isBusy &&
      hoursOfDay.every(
        (hour) => (playsOfDate[hour] ?? 0) <= (room.free[hour] ?? Number.POSITIVE_INFINITY),
      )
    );
  });

/** The plays that a campaign asks for on dates in at least one of its stores. */
const askedOn = (
  { byDay }: Room,
  { plays }: Pick<Times, "plays">,
  dates: readonly string[],
): number =>
  sum(
    dates.flatMap((day) =>
      playsOn(plays, day).map((count, hour) =>
        typeof byDay.get(day)?.free[hour] === "number" ? count : 0,
      ),
    ),
  );

/**
 * The nearest times that have room for a campaign in the same stores, at most one of a kind: the
 * plays of full hours in the nearest hours with room, the flight as few days later as possible, and
 * as many plays as every store has room for.
 */
export function offersFor(campaign: Times, room: Room): TimesWithRoom[] {
  const dates = datesOf(campaign);
  const { startsOn, endsOn, exactTimes } = campaign;
  const timesOf = (plays: readonly number[], minutes: readonly number[] | null) =>
    exactTimes ? { exactTimes: [...(minutes ?? [])] } : { plays: [...plays] };
  const offers: TimesWithRoom[] = [];
  const requestedPlays = askedOn(room, campaign, dates);
  // where no store asks for an hour on any of the dates, plays stay in it and others do not go there;
  // they leave it where nothing else is asked for
  const closed = requestedPlays > 0 ? Number.POSITIVE_INFINITY : 0;
  const rows = rowsOfPlays(campaign.plays, dates).map((row) => ({
    ...row,
    room: roomToMove(room, row.dates, closed),
  }));
  const [{ room: ofDay } = { room: roomToMove(room, dates, closed) }] = rows;
  const busy = new Set(dates.flatMap((day) => [...(room.busy.get(day) ?? [])]));
  const movedRows = rows.map((row) => movePlays(row.plays, row.room));
  const moved = exactTimes
    ? moveTimes(exactTimes, ofDay, busy)
    : movedRows.some((row) => row === undefined)
      ? undefined
      : movedRows.flatMap((row) => row ?? []);
  if (dates.length > 0 && moved)
    offers.push({ kind: "OTHER_HOURS", startsOn, endsOn, ...timesOf(moved, moved) });
  const later = laterFlight(campaign, room, { count: dates.length, requestedPlays });
  if (later) offers.push({ kind: "LATER", ...later, ...timesOf(campaign.plays, exactTimes) });
  const fewer = exactTimes
    ? keepTimes(exactTimes, ofDay.least, busy)
    : rows.flatMap((row) =>
        row.plays.map((count, hour) => Math.min(count, row.room.least[hour] ?? 0)),
      );
  if (askedOn(room, { plays: exactTimes ? playsOf(fewer) : fewer }, dates) > 0)
    offers.push({ kind: "FEWER", startsOn, endsOn, ...timesOf(fewer, fewer) });
  return offers;
}

/**
 * The last day on which a flight can end that begins with the dates given; undefined where not even
 * the first has room.
 */
export function lastThatFits(
  campaign: Times,
  room: Room,
  dates: readonly string[],
): string | undefined {
  const full = dates.findIndex((day) => !fitsOn(room, campaign, [day]));
  const fitting = dates.slice(0, full === -1 ? dates.length : full);
  return askedOn(room, campaign, fitting) > 0 ? fitting.at(-1) : undefined;
}

const byNearness = (to: number, among: readonly number[]) =>
  [...among].sort((one, other) => Math.abs(one - to) - Math.abs(other - to) || one - other);

/** Room by hour for plays that are in it already, and for plays of other hours. */
type RoomToMove = { least: readonly number[]; target: readonly number[] };

/** The room of dates that share a row of plays; an hour that none of them asks for has `closed`. */
function roomToMove({ byDay }: Room, dates: readonly string[], closed: number): RoomToMove {
  const onDates = dates.map(
    (day) => byDay.get(day) ?? { free: hoursOfDay.map(() => 0), everywhere: [] },
  );
  const least = hoursOfDay.map((hour) =>
    Math.min(...onDates.map(({ free }) => free[hour] ?? closed)),
  );
  const target = hoursOfDay.map((hour) =>
    onDates.every(({ everywhere }) => everywhere[hour]) ? (least[hour] ?? 0) : 0,
  );
  return { least, target };
}

/**
 * Plays of hours that are too full go to the nearest hours with room; undefined where there is not
 * enough.
 */
function movePlays(plays: readonly number[], { least, target }: RoomToMove): number[] | undefined {
  const moved = plays.map((count, hour) => Math.min(count, least[hour] ?? 0));
  for (const hour of hoursOfDay) {
    let left = (plays[hour] ?? 0) - Math.min(plays[hour] ?? 0, least[hour] ?? 0);
    for (const near of byNearness(hour, hoursOfDay)) {
      const movedPlays = Math.min(
        left,
        Math.max(0, Math.min(target[near] ?? 0, campaignLimits.playsAnHour) - (moved[near] ?? 0)),
      );
      moved[near] = (moved[near] ?? 0) + movedPlays;
      left -= movedPlays;
    }
    if (left > 0) return undefined;
  }
  return moved;
}

/** Moves exact times: each that is taken or whose hour is full goes to the nearest free minute. */
function moveTimes(
  minutes: readonly number[],
  { least, target }: RoomToMove,
  busy: ReadonlySet<number>,
): number[] | undefined {
  const fittingTimes = keepTimes(minutes, least, busy);
  const left = [...target];
  for (const minute of fittingTimes)
    left[Math.floor(minute / 60)] = (left[Math.floor(minute / 60)] ?? 0) - 1;
  const chosenTimes = new Set(fittingTimes);
  const all = Array.from({ length: 1440 }, (_, minute) => minute);
  for (const minute of minutes.filter((one) => !chosenTimes.has(one))) {
    const near = byNearness(minute, all).find(
      (one) => !busy.has(one) && !chosenTimes.has(one) && (left[Math.floor(one / 60)] ?? 0) > 0,
    );
    if (near === undefined) return undefined;
    chosenTimes.add(near);
    left[Math.floor(near / 60)] = (left[Math.floor(near / 60)] ?? 0) - 1;
  }
  return [...chosenTimes].sort((one, other) => one - other);
}

/** The exact times that are free, as many of an hour as it has room for. */
function keepTimes(
  minutes: readonly number[],
  room: readonly number[],
  busy: ReadonlySet<number>,
): number[] {
  const left = [...room];
  return minutes.filter((minute) => {
    const hour = Math.floor(minute / 60);
    if (busy.has(minute) || (left[hour] ?? 0) <= 0) return false;
    left[hour] = (left[hour] ?? 0) - 1;
    return true;
  });
}

/**
 * The flight with the same number of dates, and at least as many plays asked for, as few days later
 * as possible.
 */
function laterFlight(
  campaign: Times,
  room: Room,
  { count, requestedPlays }: { count: number; requestedPlays: number },
): { startsOn: string; endsOn: string } | undefined {
  const last = [...room.byDay.keys()].at(-1);
  if (last === undefined || count === 0) return undefined;
  for (let shift = 1; addDays(campaign.endsOn, shift) <= last; shift++) {
    const flight = {
      startsOn: addDays(campaign.startsOn, shift),
      endsOn: addDays(campaign.endsOn, shift),
    };
    const dates = datesOf({ ...campaign, ...flight });
    if (
      dates.length === count &&
      fitsOn(room, campaign, dates) &&
      askedOn(room, campaign, dates) >= Math.max(1, requestedPlays)
    )
      return flight;
  }
  return undefined;
}
