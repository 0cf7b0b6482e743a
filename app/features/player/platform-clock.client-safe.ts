import type { PlayerMemory } from "./player-memory.client-safe";

/** A computer's clock that is wrong by less than this (ms) is not corrected. */
const tolerance = 2_000;

/** The platform's time in milliseconds, by this computer's clock and its measured error. */
export class PlatformClock {
  /** Milliseconds that this computer's clock is behind the platform's. */
  skew: number;

  constructor(private readonly memory: PlayerMemory) {
    this.skew = memory.skew();
  }

  now(): number {
    return Date.now() + this.skew;
  }

  /**
   * Corrects the clock. The platform's time `at` lies between asking and the answer, so a clock
   * that may be right by that is not changed.
   */
  correct(at: number, askedAt: number) {
    const answeredAt = Date.now();
    const difference = at - (askedAt + answeredAt) / 2;
    if (Math.abs(difference - this.skew) <= tolerance + (answeredAt - askedAt) / 2) return;
    this.skew = Math.round(difference);
    this.memory.keepSkew(this.skew);
  }
}
