export type Random = {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** One of these, each as often as its percent says; together they are 100. */
  pickByPercent<T extends { percent: number }>(from: readonly T[]): T;
  shuffle<T>(from: readonly T[]): T[];
};

/**
 * A generator that gives the same numbers for the same seed on every machine (FNV-1a of the seed,
 * then mulberry32). For demo data only: nothing here is fit for secrets.
 */
export function seededRandom(seed: string): Random {
  let state = hash(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const some = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error("nothing to pick from");
    return value;
  };
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (from) => some(from[int(0, from.length - 1)]),
    pickByPercent: (from) => {
      const at = next() * 100;
      let passed = 0;
      for (const one of from) {
        passed += one.percent;
        if (at < passed) return one;
      }
      return some(from.at(-1));
    },
    shuffle: (from) => {
      const keyed = from.map((item) => ({ item, key: next() }));
      return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
    },
  };
}

/** A whole number of 32 bits that depends on nothing but the text. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  // A last mixing, else texts that differ in their last letter only give neighbouring numbers.
  value ^= value >>> 16;
  value = Math.imul(value, 0x85ebca6b);
  value ^= value >>> 13;
  return value >>> 0;
}
