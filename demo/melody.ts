import { hold, type Overtone, strike } from "./instruments.ts";
import type { Random } from "./random.ts";

/** Where the notes of a bar fall, in eighths. */
const RHYTHMS = [
  [0, 3, 4, 6],
  [0, 2, 3, 6],
  [0, 4, 6, 7],
  [0, 1, 2, 4],
  [0, 3, 6],
  [2, 4, 6],
] as const;

type Tune = {
  random: Random;
  chords: readonly number[];
  pitch: (degree: number) => number;
  eighth: number;
  when: (bar: number, step: number) => number;
};

/**
 * Four phrases of two bars, the first, second and fourth alike in rhythm and contour: what makes a
 * tune of notes.
 */
export function melody(
  loop: Float32Array,
  tune: Tune,
  voice: readonly Overtone[] | "held",
  height: number,
): void {
  const { random, chords, pitch, eighth, when } = tune;
  const phrase = () =>
    [random.pick(RHYTHMS), random.pick(RHYTHMS)].map((rhythm) =>
      rhythm.map((at) => ({ at, move: random.int(-2, 2) })),
    );
  const main = phrase();
  const other = phrase();
  for (const [part, bars] of [main, main, other, main].entries()) {
    const chord = chords[part] ?? 0;
    let degree = height + (chord > 3 ? chord - 7 : chord);
    for (const [bar, notes] of bars.entries())
      for (const [index, { at, move }] of notes.entries()) {
        // On the strong beats a tone of the chord, between them by step.
        degree = at % 4 === 0 ? nearestOfChord(degree + move, chord) : degree + Math.sign(move);
        degree = Math.max(height - 5, Math.min(height + 6, degree));
        const start = when(part * 2 + bar, at);
        const gain = at === 0 ? 0.34 : 0.27;
        if (voice === "held")
          hold(loop, {
            at: start,
            length: ((notes[index + 1]?.at ?? 8) - at) * eighth,
            midi: pitch(degree),
            gain: gain * 0.6,
          });
        else strike(loop, { at: start, midi: pitch(degree), gain, partials: voice });
      }
  }
}

function nearestOfChord(degree: number, chord: number): number {
  for (const away of [0, -1, 1, -2, 2])
    if ([0, 2, 4].includes((((degree + away - chord) % 7) + 7) % 7)) return degree + away;
  return degree;
}
