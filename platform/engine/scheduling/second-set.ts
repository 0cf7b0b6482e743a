/** A set of whole seconds from 0 to `most`, one bit each, so that all totals of some songs' lengths are found by shifting. */
export class SecondSet {
  private readonly words: Uint32Array;

  constructor(
    readonly most: number,
    ...seconds: number[]
  ) {
    this.words = new Uint32Array((most >> 5) + 1);
    for (const second of seconds) this.add(second);
  }

  has(second: number): boolean {
    return second >= 0 && second <= this.most && ((this.words[second >> 5] as number) & (1 << (second & 31))) !== 0;
  }

  add(second: number): void {
    if (second >= 0 && second <= this.most) this.words[second >> 5] = (this.words[second >> 5] as number) | (1 << (second & 31));
  }

  /** Adds each second of a set of the same size, moved on by `by`; what then lies above `most` is left out. */
  addShifted(other: SecondSet, by: number): void {
    const { words } = this;
    const whole = by >> 5;
    const bits = by & 31;
    for (let place = words.length - 1; place >= whole; place--) {
      const low = (other.words[place - whole] as number) << bits;
      const carried = bits === 0 || place === whole ? 0 : (other.words[place - whole - 1] as number) >>> (32 - bits);
      words[place] = (words[place] as number) | low | carried;
    }
  }

  /** The highest second at or below `limit`; -1 where there is none. */
  highest(limit: number): number {
    let second = Math.min(limit, this.most);
    while (second >= 0 && !this.has(second)) second--;
    return second;
  }
}
