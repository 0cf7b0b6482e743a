import { weekdayOf } from "#contract/base/dates";
import { dayMinutes, type SlotTimes } from "#contract/schedule/slot-times";
import type { SchedulingSong } from "./input";

/** The songs whose play windows are open; `key` is the same for the same songs. */
export type OpenWindows = { key: string; has(rank: number): boolean };

/**
 * When songs with play windows may start. Songs with the same windows are of one kind, so that a
 * time is looked up once for all of them.
 */
export class PlayWindows {
  /** By rank: 0 at any time, else the place of its kind in `kinds` from 1 on. */
  private readonly kindOf: Uint16Array;
  private readonly kinds: (readonly SlotTimes[])[] = [];
  private readonly weekday: number;
  private readonly byKey = new Map<string, OpenWindows>();
  private readonly byMinute = new Map<number, OpenWindows>();

  constructor(songs: readonly SchedulingSong[], date: string) {
    this.weekday = weekdayOf(date);
    this.kindOf = new Uint16Array(songs.length);
    const places = new Map<string, number>();
    songs.forEach(({ windows = [] }, rank) => {
      if (windows.length === 0) return;
      const key = JSON.stringify(windows);
      const place = places.get(key) ?? this.kinds.push(windows);
      places.set(key, place);
      this.kindOf[rank] = place;
    });
  }

  /** Null where no song has a window: then all are open. `wall` is in seconds since midnight. */
  at(wall: number): OpenWindows | null {
    if (this.kinds.length === 0) return null;
    const minute = Math.floor(wall / 60);
    const open = this.byMinute.get(minute) ?? this.openOf([minute]);
    this.byMinute.set(minute, open);
    return open;
  }

  /** The songs whose windows are open at some time from a second to another. */
  within(from: number, to: number): OpenWindows | null {
    if (this.kinds.length === 0) return null;
    const first = Math.floor(from / 60);
    return this.openOf(
      Array.from({ length: Math.ceil(to / 60) - first }, (_, place) => first + place),
    );
  }

  private openOf(minutes: readonly number[]): OpenWindows {
    const open = this.kinds.flatMap((windows, place) =>
      minutes.some((minute) => windows.every((window) => this.holds(window, minute)))
        ? [place + 1]
        : [],
    );
    const key = open.join(" ");
    const places = new Set([0, ...open]);
    const windows = this.byKey.get(key) ?? {
      key,
      has: (rank: number) => places.has(this.kindOf[rank] as number),
    };
    this.byKey.set(key, windows);
    return windows;
  }

  /** A window past midnight is the evening's on the day after, too. */
  private holds({ fromMinute, toMinute, weekdays }: SlotTimes, minute: number): boolean {
    const day = Math.floor(minute / dayMinutes);
    const ofDay = minute - day * dayMinutes;
    return [0, 1].some(
      (earlier) =>
        weekdays.includes((((this.weekday + day - earlier) % 7) + 7) % 7) &&
        fromMinute <= ofDay + earlier * dayMinutes &&
        ofDay + earlier * dayMinutes < toMinute,
    );
  }
}
