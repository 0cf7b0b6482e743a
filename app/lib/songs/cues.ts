import { showLength } from "#contract/base/dates";

/** The start and end of a sound in its file (s), as in the API. */
export type Cues = {
  cueInSeconds: number;
  cueOutSeconds: number | null;
  audioSeconds: number | null;
};

const lengthOf = ({ cueInSeconds, cueOutSeconds, audioSeconds }: Cues, durationSeconds: number) =>
  audioSeconds ?? cueOutSeconds ?? cueInSeconds + durationSeconds;

/** Describes cues as "plays 0:12 to 3:45 of 4:00"; null if the whole file plays. */
export function cueWords(cues: Cues, durationSeconds: number): string | null {
  if (cues.cueInSeconds === 0 && cues.cueOutSeconds === null) return null;
  const length = lengthOf(cues, durationSeconds);
  return `plays ${showLength(cues.cueInSeconds)} to ${showLength(cues.cueOutSeconds ?? length)} of ${showLength(length)}`;
}

/** Gives the start and end of the part that plays, as shares of the file (0 to 1), for drawing. */
export function playedPart(cues: Cues, durationSeconds: number): { from: number; to: number } {
  const length = lengthOf(cues, durationSeconds);
  return { from: cues.cueInSeconds / length, to: (cues.cueOutSeconds ?? length) / length };
}
