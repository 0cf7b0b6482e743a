import { NEVER } from "./song-index";

export const NONE_AHEAD = Number.POSITIVE_INFINITY;

/**
 * Tracks when an attribute that songs share (artist, title or album) was last and will next be
 * heard, in elapsed seconds.
 */
export class KeyTimes {
  private readonly last: number[] = [];
  private readonly next: number[] = [];

  /** `keysOf` gives the artists, the title or the album of a song by its rank. */
  constructor(readonly keysOf: (rank: number) => readonly number[]) {}

  /** A play before this day, in any order. */
  heard(rank: number, at: number): void {
    for (const key of this.keysOf(rank)) this.last[key] = Math.max(this.last[key] ?? NEVER, at);
  }

  /** Marks a play as the last one. Gives what `undo` needs. */
  record(rank: number, at: number): readonly number[] {
    const keys = this.keysOf(rank);
    const before = keys.map((key) => this.last[key] ?? NEVER);
    for (const key of keys) this.last[key] = at;
    return before;
  }

  undo(rank: number, before: readonly number[]): void {
    this.keysOf(rank).forEach((key, place) => {
      this.last[key] = before[place] as number;
    });
  }

  /** Records a play to come; call it from the latest to the earliest. Gives what `reach` needs. */
  expect(rank: number, at: number): readonly number[] {
    const keys = this.keysOf(rank);
    const after = keys.map((key) => this.next[key] ?? NONE_AHEAD);
    for (const key of keys) this.next[key] = at;
    return after;
  }

  /** An expected play is ahead no longer; what comes after it takes its place. */
  reach(rank: number, after: readonly number[]): void {
    this.keysOf(rank).forEach((key, place) => {
      this.next[key] = after[place] as number;
    });
  }

  /**
   * True if one of a song's keys is heard within this many seconds before `at`, or with `ahead`
   * after it.
   */
  isWithin(rank: number, at: number, seconds: number, ahead: boolean): boolean {
    for (const key of this.keysOf(rank)) {
      if (at - (this.last[key] ?? NEVER) < seconds) return true;
      if (ahead && (this.next[key] ?? NONE_AHEAD) - at < seconds) return true;
    }
    return false;
  }

  /**
   * Finds the song's key heard nearest before or after `at`, with the seconds between; they are
   * null if it is never heard. Null for a song without keys.
   */
  nearest(rank: number, at: number): { key: number; seconds: number | null } | null {
    let closest: { key: number; seconds: number | null } | null = null;
    for (const key of this.keysOf(rank)) {
      const seconds = nearest(at, this.last[key] ?? NEVER, this.next[key] ?? NONE_AHEAD);
      if (!closest || (seconds !== null && (closest.seconds === null || seconds < closest.seconds)))
        closest = { key, seconds };
    }
    return closest;
  }
}

/** Gives the seconds to the nearer of two plays, null if there is none. */
export function nearest(at: number, last: number, next: number): number | null {
  const seconds = Math.min(at - last, next - at);
  return Number.isFinite(seconds) ? seconds : null;
}
