import { invalid } from "../base/refusal.ts";
import { type AudioLength, wrongLength } from "./audio-length.ts";

/**
 * Where an item's sound begins and ends in its file; null for the file's end, and where the whole
 * length was never measured.
 */
export type Cues = { cueInMs: number; cueOutMs: number | null; audioMs: number | null };

/** Gives the same times in seconds, as in the API. */
export const toSeconds = ({ cueInMs, cueOutMs, audioMs }: Cues) => ({
  cueInSeconds: cueInMs / 1000,
  cueOutSeconds: cueOutMs === null ? null : cueOutMs / 1000,
  audioSeconds: audioMs === null ? null : audioMs / 1000,
});

type ChosenCues = { cueInSeconds: number; cueOutSeconds: number | null };
type StoredCues = Cues & { durationSeconds: number };

/**
 * Gives the stored values of a song or spot for a chosen start and end; its length follows. Throws
 * 422 on the field that is wrong.
 */
export function chooseCues(
  { cueInSeconds, cueOutSeconds }: ChosenCues,
  stored: StoredCues,
  length: AudioLength,
): StoredCues {
  const audioMs =
    stored.audioMs ?? stored.cueOutMs ?? stored.cueInMs + stored.durationSeconds * 1000;
  const cueInMs = Math.round(cueInSeconds * 1000);
  const endMs = cueOutSeconds === null ? audioMs : Math.round(cueOutSeconds * 1000);
  if (endMs > audioMs)
    throw invalid({
      cueOutSeconds: `The file ends at ${audioMs / 1000} seconds. Choose an end up to there.`,
    });
  if (cueInMs >= endMs) throw invalid({ cueInSeconds: "Choose a start before the end." });
  const durationSeconds = Math.round((endMs - cueInMs) / 1000);
  if (durationSeconds < length.least)
    throw invalid({
      cueOutSeconds: wrongLength(
        length,
        `would be ${durationSeconds === 1 ? "1 second" : `${durationSeconds} seconds`} long`,
      ),
    });
  return { cueInMs, cueOutMs: endMs === audioMs ? null : endMs, audioMs, durationSeconds };
}
