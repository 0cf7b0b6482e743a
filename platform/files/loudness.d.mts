export type LoudnessMeter = {
  /** The next samples of each channel, all of one length. */
  add(channels: readonly Float32Array[]): void;
  /** LUFS to a tenth, of everything added; null for silence and for less than 400 ms. */
  loudness(): number | null;
};

/** Measures integrated loudness as sound comes in (ITU-R BS.1770-4: K-weighting, then both gates). `sampleRate` is in hertz. Throws RangeError below 5. */
export declare function loudnessMeter(sampleRate: number): LoudnessMeter;
