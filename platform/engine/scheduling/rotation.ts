import type { PlayTimes } from "./play-times";

/**
 * The songs of one category in the order in which they come round. BY_REST: `ranks` ascend, so the longest-rested stand first and
 * what has played today stands last, in the order of its playing. AS_LISTED: an event's songs in their own order, again from the
 * first when all have played.
 */
export class Rotation {
  private head = 0;

  constructor(
    private readonly ranks: Int32Array,
    readonly order: "BY_REST" | "AS_LISTED",
  ) {}

  get size(): number {
    return this.ranks.length;
  }

  /** Writes the first `depth` songs into `found` and answers how many there were. */
  scan(depth: number, times: PlayTimes, found: Int32Array): number {
    return this.order === "BY_REST" ? this.scanByRest(depth, times, found) : this.scanAsListed(depth, times, found);
  }

  /** Forgets the songs at the front that have played for good, so that the next scan starts behind them. Not while songs are tried out. */
  settle({ playsToday }: PlayTimes): void {
    while (this.head < this.ranks.length && (playsToday[this.ranks[this.head] as number] as number) > 0) this.head++;
  }

  private scanByRest(depth: number, times: PlayTimes, found: Int32Array): number {
    const { ranks } = this;
    const { playsToday, todayRanks, todayTimes, songLast } = times;
    let count = 0;
    for (let place = this.head; place < ranks.length && count < depth; place++) {
      const rank = ranks[place] as number;
      if (playsToday[rank] === 0) found[count++] = rank;
    }
    for (let play = 0; play < todayRanks.length && count < depth; play++) {
      const rank = todayRanks[play] as number;
      if (songLast[rank] === todayTimes[play] && this.holds(rank)) found[count++] = rank;
    }
    return count;
  }

  private scanAsListed(depth: number, { playsToday }: PlayTimes, found: Int32Array): number {
    const inTurn = [...new Set(this.ranks)].sort((a, b) => (playsToday[a] as number) - (playsToday[b] as number)).slice(0, depth);
    found.set(inTurn);
    return inTurn.length;
  }

  private holds(rank: number): boolean {
    let low = 0;
    let high = this.ranks.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const here = this.ranks[middle] as number;
      if (here === rank) return true;
      if (here < rank) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  }
}
