import type { Choice } from "./choose";
import type { FixedPlay } from "./group-plan";

/**
 * The pause before a fixed point that counts as none: a player covers it with the end of the song.
 */
export const TOLERANCE_SECONDS = 5;

/** A gap of `gap` seconds from `at` to a fixed point, which songs are to fill. */
export type FitTarget = {
  at: number;
  gap: number;
  /** Seconds that floating spots will take between the songs; they are not part of the gap. */
  reserved: number;
  endsAt: FixedPlay | null;
  /** The locked song at the fixed point: the last song must lead over to it. */
  next: number | null;
  /** An ad comes early or late where no song ends: no rule is broken for it, and no pause left. */
  isAd: boolean;
  /** Seconds that the fixed point may wait for the end of a song. */
  mayWait: number;
};

/** The songs that fill a gap. */
export type Fit = {
  choices: Choice[];
  /** Seconds of pause before the fixed point; if negative, how long it waits for the last song. */
  residualSeconds: number;
  /** True if the pause is left so that no rule is broken. */
  keepsRules: boolean;
};

/** One attempt to fill a gap, described by the concessions it may make. */
export type Pass = {
  /** The search depth of the called charts, the whole of them, or any chart's songs. */
  reach: "DEPTH" | "WHOLE" | "OUTSIDE";
  breaksRules: boolean;
  /** The longest pause, in seconds, that counts as none. */
  pause: number;
  /** Seconds that the fixed point waits at most. */
  late: number;
  /** Tries the charts song by song, however few songs that makes. */
  anyOrder?: boolean;
};
