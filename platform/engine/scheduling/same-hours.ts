import type { ScheduledPlay } from "./input";

const DAY = 86_400;

/** In which hours (bit 0 to 23) each song plays on days around the one that is made. */
export class SameHours {
  /** Each by its number of days, or by its day; marked when a rule first asks. */
  private readonly behind: Int32Array[] = [];
  private readonly ahead: Int32Array[] = [];
  private readonly weekBehind: Int32Array[] = [];
  private readonly weekAhead: Int32Array[] = [];

  constructor(
    private readonly count: number,
    private readonly rankOf: (songId: number) => number | undefined,
    private readonly history: readonly ScheduledPlay[],
    private readonly later: readonly ScheduledPlay[],
  ) {}

  /**
   * True if a song plays in the same wall-clock hour on one of this many days before, or with
   * `ahead` after. A log may run past midnight: its plays then belong to the day before.
   */
  isWithin(rank: number, wall: number, days: number, ahead: boolean): boolean {
    this.behind[days] ??= this.mark(this.history, -days * DAY, Number.POSITIVE_INFINITY);
    if (plays(this.behind[days], rank, wall)) return true;
    if (!ahead) return false;
    this.ahead[days] ??= this.mark(this.later, DAY, (days + 1) * DAY);
    return plays(this.ahead[days], rank, wall);
  }

  /** True if it plays in that hour on the same weekday a week before, or with `ahead` after. */
  isAWeekAway(rank: number, wall: number, ahead: boolean): boolean {
    const day = Math.floor(wall / DAY);
    this.weekBehind[day] ??= this.mark(this.history, (day - 7) * DAY, (day - 6) * DAY);
    if (plays(this.weekBehind[day], rank, wall)) return true;
    if (!ahead) return false;
    this.weekAhead[day] ??= this.mark(this.later, (day + 7) * DAY, (day + 8) * DAY);
    return plays(this.weekAhead[day], rank, wall);
  }

  /** Days to the nearest day, at most `limit` away, on which it plays in that hour. */
  nearest(rank: number, wall: number, limit: number): number | null {
    for (let days = 1; days <= limit; days++)
      if (this.isWithin(rank, wall, days, true)) return days;
    return null;
  }

  private mark(all: readonly ScheduledPlay[], from: number, to: number): Int32Array {
    const hours = new Int32Array(this.count);
    for (const { songId, at } of all) {
      const rank = at >= from && at < to ? this.rankOf(songId) : undefined;
      if (rank !== undefined) hours[rank] = (hours[rank] as number) | (1 << hourOfDay(at));
    }
    return hours;
  }
}

const plays = (hours: Int32Array | undefined, rank: number, wall: number) =>
  (((hours?.[rank] as number) >> hourOfDay(wall)) & 1) === 1;

/** The hour (0 to 23) the wall shows at a second counted from any midnight. */
export function hourOfDay(wall: number): number {
  return ((Math.floor(wall / 3600) % 24) + 24) % 24;
}
