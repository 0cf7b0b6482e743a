import { SAMPLE_RATE } from "./instruments.ts";
import type { Tempo } from "./styles.ts";
import { WAV_HEADER_BYTES } from "./wav.ts";

/**
 * The inputs of a song that is synthesised on first request; `number` distinguishes songs
 * that are otherwise alike.
 */
export type Recipe = { number: number; tempo: Tempo; bpm: number; seconds: number };

/**
 * The song's key in the file store. It holds the whole recipe, so that the file can be made of its
 * key alone.
 */
export const recipeKey = ({ number, tempo, bpm, seconds }: Recipe): string =>
  `audio/recipe-${number}-${tempo}-${bpm}-${seconds}.wav`;

/** Undefined for a key of another kind. */
export function readRecipe(key: string): Recipe | undefined {
  const [number, tempo, bpm, seconds] = (
    /^audio\/recipe-(\d{1,7})-([123])-(\d{2,3})-(\d{2,3})\.wav$/.exec(key) ?? []
  )
    .slice(1)
    .map(Number);
  return number && tempo && bpm && seconds
    ? { number, tempo: tempo as Tempo, bpm, seconds }
    : undefined;
}

/** Gives the bytes of a recipe's file before it is made. */
export const bytesOf = ({ seconds }: Recipe): number => WAV_HEADER_BYTES + seconds * SAMPLE_RATE;
