import type { PlayTimes } from "./play-times";
import type { SongIndex } from "./song-index";

export type Lengths = { mean: number; variance: number };

/**
 * The songs of one category in their order of rotation. BY_REST: `ranks` ascend, so the
 * longest-rested come first and today's plays last, in the order in which they played.
 * AS_LISTED: an event's songs in their own order, each once; LOOPED: again from the first when all
 * have played.
 */
export class Rotation {
  private head = 0;
  private usual: Lengths | undefined;
  private balance: { seconds: number; counted: number } | undefined;

  constructor(
    private readonly ranks: Int32Array,
    readonly order: "BY_REST" | "AS_LISTED" | "LOOPED",
    /**
     * The elapsed second from which plays count for a list: what an event's songs did before it is
     * nothing to it.
     */
    private readonly since = 0,
    /** Weights above 1, by rank. */
    private readonly weights: ReadonlyMap<number, number> = new Map(),
    /**
     * The ranks in the order in which they come round: a heavy song counts as rested for longer
     * than it is.
     */
    private readonly turn = ranks,
  ) {}

  /** The same order of some of its songs; nothing it has counted goes along. */
  limitTo(isMember: (rank: number) => boolean): Rotation {
    const { order, since, weights } = this;
    return new Rotation(
      this.ranks.filter(isMember),
      order,
      since,
      weights,
      this.turn.filter(isMember),
    );
  }

  get size(): number {
    return this.ranks.length;
  }

  /** Mean and variance of its songs' lengths, each song as often as it weighs. */
  lengths({ duration }: SongIndex): Lengths {
    if (this.usual) return this.usual;
    let weights = 0;
    let sum = 0;
    let squares = 0;
    for (const rank of this.ranks) {
      const weight = this.weightOf(rank);
      const seconds = duration[rank] as number;
      weights += weight;
      sum += weight * seconds;
      squares += weight * seconds ** 2;
    }
    const mean = weights > 0 ? sum / weights : 0;
    this.usual = { mean, variance: weights > 0 ? Math.max(0, squares / weights - mean ** 2) : 0 };
    return this.usual;
  }

  /**
   * Counts the seconds by which its plays, in the history and today, exceed as many songs of mean
   * length: near 0, plays do not follow lengths. Not to be called while songs are tried out.
   */
  lengthBalance(index: SongIndex, { todayRanks }: PlayTimes): number {
    const { mean } = this.lengths(index);
    const { duration, playCount } = index;
    if (!this.balance) {
      this.balance = { seconds: 0, counted: 0 };
      for (const rank of this.ranks)
        this.balance.seconds += (playCount[rank] as number) * ((duration[rank] as number) - mean);
    }
    for (; this.balance.counted < todayRanks.length; this.balance.counted++) {
      const rank = todayRanks[this.balance.counted] as number;
      if (this.holds(rank)) this.balance.seconds += (duration[rank] as number) - mean;
    }
    return this.balance.seconds;
  }

  weightOf(rank: number): number {
    return this.weights.get(rank) ?? 1;
  }

  /** Writes the first `depth` songs into `target` and answers how many there were. */
  scan(depth: number, times: PlayTimes, target: Int32Array): number {
    return this.order === "BY_REST"
      ? this.scanByRest(depth, times, target)
      : this.scanAsListed(depth, times, target);
  }

  /**
   * Forgets the songs at the front that have played for good, so that the next scan starts behind
   * them. Not while songs are tried out.
   */
  settle({ playsToday }: PlayTimes): void {
    while (
      this.head < this.turn.length &&
      (playsToday[this.turn[this.head] as number] as number) > 0
    )
      this.head++;
  }

  private scanByRest(depth: number, times: PlayTimes, target: Int32Array): number {
    const { turn } = this;
    const { playsToday, todayRanks, todayTimes, songLast } = times;
    let count = 0;
    for (let place = this.head; place < turn.length && count < depth; place++) {
      const rank = turn[place] as number;
      if (playsToday[rank] === 0) target[count++] = rank;
    }
    if (count >= depth) return count;
    // All others have played today. A few songs play often: from the end of the day each is soon met at
    // its last play.
    const end = turn.length;
    let from = end;
    for (let play = todayRanks.length - 1; play >= 0 && from > count; play--) {
      const rank = todayRanks[play] as number;
      if (songLast[rank] === todayTimes[play] && this.holds(rank)) target[--from] = rank;
    }
    if (this.weights.size > 0) this.byWeightedRest(target.subarray(from, end), times);
    const played = Math.min(end - from, depth - count);
    target.copyWithin(count, from, from + played);
    return count + played;
  }

  /** Songs that have played today by their rest times weight, the most first. */
  private byWeightedRest(ranks: Int32Array, { songLast, todayTimes }: PlayTimes): void {
    const now = todayTimes.at(-1) ?? 0;
    const rest = (rank: number) => (now - (songLast[rank] as number)) * this.weightOf(rank);
    ranks.sort(
      (one, other) =>
        rest(other) - rest(one) || (songLast[one] as number) - (songLast[other] as number),
    );
  }

  private scanAsListed(
    depth: number,
    { todayRanks, todayTimes }: PlayTimes,
    target: Int32Array,
  ): number {
    const plays = new Map<number, number>();
    for (const rank of this.ranks) plays.set(rank, 0);
    for (
      let play = todayRanks.length - 1;
      play >= 0 && (todayTimes[play] as number) >= this.since;
      play--
    ) {
      const rank = todayRanks[play] as number;
      const before = plays.get(rank);
      if (before !== undefined) plays.set(rank, before + 1);
    }
    const left =
      this.order === "LOOPED" ? [...plays] : [...plays].filter(([, count]) => count === 0);
    const inTurn = left.sort(([, a], [, b]) => a - b).slice(0, depth);
    inTurn.forEach(([rank], place) => {
      target[place] = rank;
    });
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
