import { LRUCache } from "lru-cache";

/**
 * A day's clock: elapsed seconds since local midnight against wall-clock seconds. They part on days
 * when clocks change: a skipped wall-clock second has no elapsed one, a repeated one has two. The
 * engine counts in elapsed seconds.
 */
export type DayClock = {
  wallAt(elapsed: number): number;
  /** Every elapsed second at which the wall shows this time: none, one or two. */
  elapsedAt(wall: number): number[];
  /**
   * Where a stretch begins that the wall dates: its first occurrence, or the moment the clocks
   * skipped over it.
   */
  startOf(wall: number): number;
  /**
   * Where such a stretch ends: its last occurrence, so that a repeated hour never falls silent, or
   * the moment the clocks skipped over its last second.
   */
  endOf(wall: number): number;
  /** The latest time that the wall has shown by then: in a repeated hour that is its end. */
  latestBy(elapsed: number): number;
  /** Epoch milliseconds. */
  instantAt(elapsed: number): number;
};

type Piece = { from: number; shift: number };

/**
 * A group's clock: wall clock only, 24 hours every day, as its stores may be in several zones.
 */
export function wallClock(date: string): DayClock {
  return clockOf(Date.parse(`${date}T00:00:00Z`), [{ from: Number.NEGATIVE_INFINITY, shift: 0 }]);
}

/**
 * Thousands of stores share a zone, and a clock takes Intl longer than all else that is asked of
 * it.
 */
const clocks = new LRUCache<string, DayClock>({ max: 2_000 });

/**
 * A store's clock on a date (YYYY-MM-DD) in an IANA zone, good for 48 hours after midnight (stores
 * open past it). Throws RangeError for an unknown zone.
 */
export function zoneClock(date: string, timeZone: string): DayClock {
  const key = `${date} ${timeZone}`;
  const clock = clocks.get(key) ?? makeClock(date, timeZone);
  clocks.set(key, clock);
  return clock;
}

function makeClock(date: string, timeZone: string): DayClock {
  const offsetAt = zoneOffset(timeZone);
  const nominal = Date.parse(`${date}T00:00:00Z`);
  // The offset in force just before midnight dates midnight itself, also where midnight is skipped or
  // repeated.
  let offset = offsetAt(nominal);
  for (let round = 0; round < 3; round++) offset = offsetAt(nominal - offset * 1000 - 1000);
  const midnight = nominal - offset * 1000;

  const pieces: Piece[] = [{ from: Number.NEGATIVE_INFINITY, shift: 0 }];
  const step = 3 * 3600;
  let before = offset;
  for (let from = -1; from < 48 * 3600; from += step) {
    const after = offsetAt(midnight + (from + step) * 1000);
    if (after === before) continue;
    let low = from;
    let high = from + step;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (offsetAt(midnight + middle * 1000) === before) low = middle;
      else high = middle;
    }
    pieces.push({ from: high, shift: after - offset });
    before = after;
  }
  return clockOf(midnight, pieces);
}

/** The elapsed second at which a position of a log begins. */
export const elapsedOf = ({ startsAt }: { startsAt: number }, clock: DayClock): number =>
  (startsAt - clock.instantAt(0)) / 1000;

function clockOf(midnight: number, pieces: Piece[]): DayClock {
  const endOfPiece = (index: number) => pieces[index + 1]?.from ?? Number.POSITIVE_INFINITY;
  const elapsedAt = (wall: number) =>
    pieces.flatMap(({ from, shift }, index) =>
      wall - shift >= from && wall - shift < endOfPiece(index) ? [wall - shift] : [],
    );
  /** The moment the clocks jumped over this wall-clock time. */
  const jumpOver = (wall: number) =>
    pieces.find(({ from, shift }) => from + shift > wall)?.from ?? wall;
  return {
    wallAt: (elapsed) => elapsed + (pieces.findLast(({ from }) => elapsed >= from)?.shift ?? 0),
    elapsedAt,
    startOf: (wall) => elapsedAt(wall)[0] ?? jumpOver(wall),
    endOf: (wall) => {
      // The second before belongs to the stretch; where it ends is one second on, whatever the clocks
      // then do.
      const last = elapsedAt(wall - 1).at(-1);
      return last === undefined ? jumpOver(wall - 1) : last + 1;
    },
    latestBy: (elapsed) =>
      Math.max(
        ...pieces.map(({ from, shift }, index) =>
          from > elapsed
            ? Number.NEGATIVE_INFINITY
            : Math.min(elapsed, endOfPiece(index) - 1) + shift,
        ),
      ),
    instantAt: (elapsed) => midnight + elapsed * 1000,
  };
}

/** Seconds east of UTC at an instant (epoch milliseconds), from Intl's own zone data. */
function zoneOffset(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (instant) => {
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - instant) / 1000);
  };
}
