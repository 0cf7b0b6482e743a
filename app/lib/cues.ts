import { showLength } from "#contract/base/dates";

/** Where sound begins and ends in its file, in seconds, as the API gives it. */
export type Cues = {
  cueInSeconds: number;
  cueOutSeconds: number | null;
  audioSeconds: number | null;
};

const lengthOf = ({ cueInSeconds, cueOutSeconds, audioSeconds }: Cues, durationSeconds: number) =>
  audioSeconds ?? cueOutSeconds ?? cueInSeconds + durationSeconds;

/** "plays 0:12 to 3:45 of 4:00"; null for what plays from its file's beginning to its end. */
export function cueWords(cues: Cues, durationSeconds: number): string | null {
  if (cues.cueInSeconds === 0 && cues.cueOutSeconds === null) return null;
  const length = lengthOf(cues, durationSeconds);
  return `plays ${showLength(cues.cueInSeconds)} to ${showLength(cues.cueOutSeconds ?? length)} of ${showLength(length)}`;
}

/** The parts of the whole, from 0 to 1, at which what plays begins and ends: for the drawing. */
export function playedPart(cues: Cues, durationSeconds: number): { from: number; to: number } {
  const length = lengthOf(cues, durationSeconds);
  return { from: cues.cueInSeconds / length, to: (cues.cueOutSeconds ?? length) / length };
}
