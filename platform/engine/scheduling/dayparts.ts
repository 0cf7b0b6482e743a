import type { DayClock } from "./day-clock";
import type { ScheduledPlay, SchedulingSlot } from "./input";
import { NEVER, type SongIndex } from "./song-index";

/** A set of dayparts is a number with one bit each; a day has far fewer than its bits. */
const MOST_DAYPARTS = 31;

/** The plays of the day so far, from `PlayTimes`. */
type TodaysPlays = {
  playsToday: Uint16Array;
  todayRanks: readonly number[];
  todayTimes: readonly number[];
};
type DaypartsOf = {
  /** The day's slots that play while a store is open, in order of precedence. */
  slots: readonly SchedulingSlot[];
  slotAt(wall: number): SchedulingSlot | null;
  /** The songs that a slot's mix calls, by its categories. */
  songsOf(slot: SchedulingSlot): readonly Int32Array[];
  history: readonly ScheduledPlay[];
};

/**
 * Tracks when each song last played in each daypart that calls for it. A play of another day counts
 * for the slot that contains its hour today.
 */
export class Dayparts {
  private readonly places: ReadonlyMap<number, number>;
  private readonly called: Int32Array;
  private readonly before: Float64Array;
  private asked: { wall: number; place: number | undefined } = {
    wall: Number.NaN,
    place: undefined,
  };

  constructor(
    private readonly of: DaypartsOf,
    index: SongIndex,
    private readonly clock: DayClock,
  ) {
    const ids = [...new Set(of.slots.map(({ id }) => id))].slice(0, MOST_DAYPARTS);
    this.places = new Map(ids.map((id, place) => [id, place]));
    this.called = new Int32Array(index.count);
    for (const slot of of.slots) {
      const bit = 1 << (this.places.get(slot.id) ?? MOST_DAYPARTS);
      for (const ranks of of.songsOf(slot))
        for (const rank of ranks) this.called[rank] = (this.called[rank] as number) | bit;
    }
    this.before = new Float64Array(index.count * ids.length).fill(NEVER);
    for (const { songId, at } of of.history) {
      const rank = index.rankOf(songId);
      const place = this.placeAt(((at % 86_400) + 86_400) % 86_400);
      if (rank === undefined || place === undefined) continue;
      const key = rank * ids.length + place;
      this.before[key] = Math.max(this.before[key] as number, at);
    }
  }

  /** True if a song would return to the daypart of this time before it was in all others. */
  isTooSoon(rank: number, wall: number, times: TodaysPlays): boolean {
    const others = this.othersSince(rank, wall, times);
    return others !== null && others.between < others.others;
  }

  /**
   * Counts the other dayparts that call for a song, and those it played in since it last was in the
   * daypart of this time. Null where it never was there.
   */
  othersSince(
    rank: number,
    wall: number,
    times: TodaysPlays,
  ): { between: number; others: number } | null {
    const { size } = this.places;
    const here = this.placeAt(wall);
    if (here === undefined) return null;
    const isNew = times.playsToday[rank] === 0;
    const last = isNew ? this.before : this.withToday(rank, times);
    const first = isNew ? rank * size : 0;
    const lastHere = last[first + here] as number;
    if (lastHere === NEVER) return null;
    let between = 0;
    let others = 0;
    for (let place = 0; place < size; place++) {
      if (place === here || (((this.called[rank] as number) >> place) & 1) === 0) continue;
      others++;
      if ((last[first + place] as number) > lastHere) between++;
    }
    return { between, others };
  }

  /** Candidates of a position are all asked about the same second. */
  private placeAt(wall: number): number | undefined {
    if (wall !== this.asked.wall) {
      const slot = this.of.slotAt(wall);
      this.asked = { wall, place: slot ? this.places.get(slot.id) : undefined };
    }
    return this.asked.place;
  }

  private withToday(rank: number, { todayRanks, todayTimes }: TodaysPlays): Float64Array {
    const { size } = this.places;
    const last = this.before.slice(rank * size, (rank + 1) * size);
    for (let play = 0; play < todayRanks.length; play++) {
      if (todayRanks[play] !== rank) continue;
      const at = todayTimes[play] as number;
      const slot = this.of.slotAt(this.clock.wallAt(at));
      const place = slot ? this.places.get(slot.id) : undefined;
      if (place !== undefined) last[place] = at;
    }
    return last;
  }
}
