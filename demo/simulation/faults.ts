import { hash, seededRandom } from "../random.ts";

/** From an instant up to another, in epoch milliseconds. */
export type Span = { from: number; to: number };

/** The faults of a store, drawn once for all of its time. */
export type Faults = {
  /** Its device is switched off, for a reboot or for days. */
  off: readonly Span[];
  /** It is on and plays nothing. */
  silent: readonly Span[];
  /** It plays and reaches nobody. */
  offline: readonly Span[];
  /** Somebody turned it down. */
  quiet: readonly Span[];
  /** Milliseconds that its clock is ahead; its reports say so. */
  clockAhead: number;
  /** Its clock is wrong by half a day, and it does not say so. */
  wrongClock: readonly (Span & { ahead: number })[];
  /** Files that it cannot play. */
  lacks: (mediaId: string) => boolean;
  /** Seconds after which somebody skips a song. */
  skips: (itemId: string) => number | undefined;
};

export const noFaults: Faults = {
  off: [],
  silent: [],
  offline: [],
  quiet: [],
  clockAhead: 0,
  wrongClock: [],
  lacks: () => false,
  skips: () => undefined,
};

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Draws the faults of a store that is open at these times. The same seed, store and times give the
 * same faults.
 */
export function drawFaults(seed: string, storeId: number, openings: readonly Span[]): Faults {
  const random = seededRandom(`faults ${seed} ${storeId}`);
  const spans: Record<"off" | "silent" | "offline" | "quiet", Span[]> = {
    off: [],
    silent: [],
    offline: [],
    quiet: [],
  };
  const wrongClock: (Span & { ahead: number })[] = [];
  for (const { from, to } of openings) {
    const draw = (into: Span[], probability: number, shortest: number, longest: number) => {
      if (!random.chance(probability)) return;
      const at = random.int(from, to);
      into.push({ from: at, to: at + random.int(shortest, longest) });
    };
    draw(spans.off, 0.06, minute, 8 * minute); // a reboot
    draw(spans.off, 0.03, 30 * minute, 5 * hour);
    draw(spans.off, 0.01, day, 3 * day);
    draw(spans.silent, 0.05, 15 * minute, 2 * hour);
    draw(spans.offline, 0.1, 3 * minute, 6 * hour);
    draw(spans.offline, 0.02, day, 4 * day);
    draw(spans.quiet, 0.05, 10 * minute, 3 * hour);
    if (random.chance(0.02))
      wrongClock.push({ from, to, ahead: random.pick([-1, 1]) * random.int(11 * hour, 13 * hour) });
  }
  return {
    ...spans,
    wrongClock,
    clockAhead: random.chance(0.3) ? random.int(-2 * hour, 2 * hour) : 0,
    lacks: (mediaId) => hash(`lacks ${seed} ${storeId} ${mediaId}`) % 70 === 0,
    skips: (itemId) =>
      hash(`skips ${seed} ${itemId}`) % 60 === 0 ? 10 + (hash(itemId) % 120) : undefined,
  };
}

export const isWithin = (spans: readonly Span[], at: number) =>
  spans.some(({ from, to }) => from <= at && at < to);
