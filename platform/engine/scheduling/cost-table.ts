/**
 * The least cost at which some songs fill a gap, for each number of seconds from `low` on; infinite
 * where none of their lengths do.
 */
export class CostTable {
  private constructor(
    readonly low: number,
    private readonly costs: Float64Array,
  ) {}

  /** Prices an end this many seconds before the point; a negative number is after it. */
  static ofEndings(low: number, high: number, costOf: (seconds: number) => number): CostTable {
    return new CostTable(
      low,
      Float64Array.from({ length: high - low + 1 }, (_, place) => costOf(low + place)),
    );
  }

  get high(): number {
    return this.low + this.costs.length - 1;
  }

  at(seconds: number): number {
    return this.costs[seconds - this.low] ?? Number.POSITIVE_INFINITY;
  }

  /** Puts one more song of some lengths in front; sums beyond `most` seconds are left out. */
  withSong({ lengths, costs: songCosts }: LengthCosts, most: number): CostTable {
    let shortest = Number.POSITIVE_INFINITY;
    let longest = 0;
    for (const seconds of lengths) {
      if (seconds < shortest) shortest = seconds;
      if (seconds > longest) longest = seconds;
    }
    const low = shortest + this.low;
    const size = Math.min(longest + this.high, most) - low + 1;
    if (!(size > 0)) return new CostTable(0, new Float64Array(0));
    const costs = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
    const behind = this.costs;
    for (let song = 0; song < lengths.length; song++) {
      const cost = songCosts[song] as number;
      const from = (lengths[song] as number) - shortest;
      const count = Math.min(behind.length, size - from);
      for (let place = 0; place < count; place++) {
        const sum = cost + (behind[place] as number);
        if (sum < (costs[from + place] as number)) costs[from + place] = sum;
      }
    }
    return new CostTable(low, costs);
  }
}

/** Different lengths of songs, with the least that one of each costs. */
export type LengthCosts = { lengths: readonly number[]; costs: readonly number[] };

export function cheapestByLength(
  seconds: readonly number[],
  costs: readonly number[],
): LengthCosts {
  const cheapest = new Map<number, number>();
  for (let song = 0; song < seconds.length; song++) {
    const cost = cheapest.get(seconds[song] as number);
    if (cost === undefined || (costs[song] as number) < cost)
      cheapest.set(seconds[song] as number, costs[song] as number);
  }
  return { lengths: [...cheapest.keys()], costs: [...cheapest.values()] };
}
