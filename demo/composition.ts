import { beat } from "./drum-kits.ts";
import {
  bassString,
  bell,
  echo,
  guitar,
  hold,
  kick,
  SAMPLE_RATE,
  snare,
  strike,
} from "./instruments.ts";
import { melody } from "./melody.ts";
import { seededRandom } from "./random.ts";
import type { Style } from "./styles.ts";

/** The notes of each scale, in semitones above its root. */
const SCALES = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
  bhairav: [0, 1, 4, 5, 7, 8, 11],
} as const;
/** Chords as degrees of the scale, from 0; each lasts two bars. */
const PROGRESSIONS = {
  bright: [
    [0, 4, 5, 3],
    [0, 5, 3, 4],
    [0, 2, 3, 4],
    [3, 0, 4, 5],
  ],
  dark: [
    [0, 5, 2, 6],
    [0, 3, 5, 4],
    [0, 6, 5, 6],
    [0, 2, 5, 3],
  ],
} as const;

/**
 * Loudness of chords, bass, drums, arpeggio, first and second melody in a section of eight bars.
 */
const SECTIONS = [
  [0.8, 0, 0, 0.7, 0, 0],
  [0.8, 1, 0.9, 0, 1, 0],
  [0.8, 1, 1, 0.6, 1, 0],
  [0.9, 1, 1, 0.7, 0, 1],
  [1, 0.7, 0, 0.8, 0.6, 0],
  [0.9, 1, 1, 0.7, 0, 1],
  [0.8, 1, 1, 0.5, 1, 0.4],
] as const;

/** Sections for a piece of half a minute, whose tune begins at once. */
const SHORT_SECTIONS = [
  [1, 0.4, 0.4, 0.8, 0, 0],
  [0.8, 1, 0.9, 0.5, 1, 0],
  [0.8, 1, 1, 0.7, 0.3, 1],
] as const;

/** Beats a minute that the song or piece of this seed is composed in. */
export const beatsPerMinuteOf = (seed: string, { beats: [least, most] }: Style) =>
  seededRandom(`song ${seed}`).int(least, most);

/**
 * A song of exactly `seconds`, mono, -1 to 1: eight bars of six layers are made once and then
 * arranged in sections to the end, where the whole fades out. The seed decides key, chords,
 * melodies and instruments.
 */
export function composeSong(seed: string, style: Style, seconds: number): Float32Array {
  const [layers, eighth] = composeLayers(seed, style);
  const loop = eighth * 64;
  return arrange(layers, SECTIONS, {
    loop,
    opening: loop,
    length: seconds * SAMPLE_RATE,
    fadeSeconds: 7,
  });
}

/**
 * A piece of twenty seconds or more in a style of its own, otherwise as `composeSong`; two bars
 * lead to its tune.
 */
export function composePiece(seed: string, style: Style, seconds: number): Float32Array {
  const [layers, eighth] = composeLayers(seed, style);
  return arrange(layers, SHORT_SECTIONS, {
    loop: eighth * 64,
    opening: eighth * 16,
    length: seconds * SAMPLE_RATE,
    fadeSeconds: 3,
  });
}

/**
 * A short spot of exactly `seconds`: bells for the top of the hour, a brisk motif for an ad, a
 * softer one for a promo.
 */
export function composeSpot(
  seed: string,
  kind: "TOH" | "AD" | "JINGLE",
  seconds: number,
): Float32Array {
  const random = seededRandom(`spot ${seed}`);
  const length = seconds * SAMPLE_RATE;
  // Room for the last notes to ring, so that nothing wraps round to the start.
  const sound = new Float32Array(length + 6 * SAMPLE_RATE);
  const root = random.int(57, 64);
  if (kind === "TOH") {
    for (const [index, interval] of [12, 7, 4, 0, 7, 12].entries())
      strike(sound, {
        at: Math.round(index * 0.75 * SAMPLE_RATE),
        midi: root + interval,
        gain: 0.5,
        partials: bell,
      });
    hold(sound, { at: 0, length, midi: root - 12, gain: 0.12 });
    hold(sound, { at: 0, length, midi: root - 5, gain: 0.1 });
  } else {
    const eighth = Math.round(SAMPLE_RATE * (kind === "AD" ? 0.22 : 0.28));
    const motif = Array.from({ length: 8 }, () => random.pick([0, 2, 4, 7, 9, 12]));
    const last = Math.floor((length - SAMPLE_RATE) / eighth);
    for (let step = 0; step < last; step++) {
      const at = step * eighth;
      const interval = motif[step % motif.length] ?? 0;
      if (step % 8 !== 7)
        strike(sound, {
          at,
          midi: root + interval,
          gain: 0.4,
          partials: kind === "AD" ? guitar : bell,
        });
      if (step % 4 === 0)
        strike(sound, {
          at,
          midi: root - 24 + (step % 16 < 8 ? 0 : 5),
          gain: 0.6,
          partials: bassString,
        });
      if (kind === "AD" && step % 4 === 0) kick(sound, at, 0.5);
      if (kind === "AD" && step % 4 === 2) snare(sound, at, 0.25);
    }
    for (const interval of [0, 4, 7, 12])
      strike(sound, { at: last * eighth, midi: root + interval, gain: 0.35, partials: bell });
  }
  return finish(sound.subarray(0, length), peakOf([sound]), 0.6);
}

type Layers = readonly [
  Float32Array,
  Float32Array,
  Float32Array,
  Float32Array,
  Float32Array,
  Float32Array,
];

function composeLayers(seed: string, style: Style): [Layers, eighth: number] {
  const random = seededRandom(`song ${seed}`);
  const eighth = Math.round((SAMPLE_RATE * 30) / random.int(...style.beats));
  const mode = random.chance(0.6) ? style.modes[0] : style.modes[1];
  const scale = SCALES[mode];
  const root = random.int(45, 55);
  const chords = random.pick<readonly number[]>(
    PROGRESSIONS[
      mode === "major" || mode === "lydian" || mode === "mixolydian" ? "bright" : "dark"
    ],
  );
  const pitch = (degree: number) =>
    root + (scale[((degree % 7) + 7) % 7] ?? 0) + 12 * Math.floor(degree / 7);
  // Where a style swings, the second of two eighths comes late.
  const when = (bar: number, step: number) =>
    Math.round((bar * 8 + step + (step % 2 === 1 ? style.swing : 0)) * eighth);
  const layer = () => new Float32Array(eighth * 64);
  const harmony = layer();
  const bass = layer();
  const drums = layer();
  const arpeggio = layer();
  const first = layer();
  const second = layer();

  for (let bar = 0; bar < 8; bar++) {
    const chord = style.drone ? 0 : (chords[Math.floor(bar / 2)] ?? 0);
    const voices = [chord + 7, style.drone ? chord + 11 : chord + 9, chord + 11].map(pitch);
    if (style.chords.voice === "held") {
      if (bar % 2 === 0)
        for (const voice of voices)
          hold(harmony, { at: when(bar, 0), length: 16 * eighth, midi: voice, gain: 0.16 });
    } else
      for (const step of style.chords.steps)
        for (const voice of voices)
          strike(harmony, {
            at: when(bar, step),
            midi: voice,
            gain: 0.2,
            partials: style.chords.voice,
          });
    for (const [step, degree] of style.bass)
      strike(bass, {
        at: when(bar, step),
        midi: pitch(chord + degree) - 12,
        gain: 0.55,
        partials: bassString,
      });
    beat[style.drums](drums, (step) => when(bar, step), bar === 7, root);
    if (style.arpeggio)
      for (let step = 0; step < 8; step += style.tempo === 1 ? 2 : 1)
        strike(arpeggio, {
          at: when(bar, step),
          midi: pitch(chord + 7 + ([0, 2, 4, 7][step % 4] ?? 0)) + 12,
          gain: 0.1,
          partials: style.arpeggio,
        });
  }
  const tune = { random, chords: style.drone ? [0, 0, 0, 0] : chords, pitch, eighth, when };
  melody(first, tune, random.pick(style.leads[0]), 14);
  melody(second, tune, random.pick(style.leads[1]), 16);
  echo(first, eighth * 3);
  echo(second, eighth * 3);
  echo(arpeggio, eighth * 2);
  return [[harmony, bass, drums, arpeggio, first, second], eighth];
}

type Sections = readonly [readonly number[], ...(readonly number[])[]];
/** In samples: `opening` is how much of the loop, its end, the first section has. */
type Span = { loop: number; opening: number; length: number; fadeSeconds: number };

function arrange(
  layers: Layers,
  [first, ...others]: Sections,
  { loop, opening, length, fadeSeconds }: Span,
): Float32Array {
  const [harmony, bass, drums, arpeggio, tune, second] = layers;
  const song = new Float32Array(length);
  let g0 = 0;
  let g1 = 0;
  let g2 = 0;
  let g3 = 0;
  let g4 = 0;
  let g5 = 0;
  for (let start = opening - loop, number = 0; start < length; start += loop, number++) {
    // The introduction comes once; the other sections go round until the fade.
    const [t0 = 0, t1 = 0, t2 = 0, t3 = 0, t4 = 0, t5 = 0] =
      number === 0 ? first : (others[(number - 1) % others.length] ?? first);
    const end = Math.min(loop, length - start);
    for (let i = Math.max(0, -start); i < end; i++) {
      // Gains glide over some milliseconds, so that no layer starts or stops with a click.
      g0 += (t0 - g0) * 0.003;
      g1 += (t1 - g1) * 0.003;
      g2 += (t2 - g2) * 0.003;
      g3 += (t3 - g3) * 0.003;
      g4 += (t4 - g4) * 0.003;
      g5 += (t5 - g5) * 0.003;
      song[start + i] =
        g0 * (harmony[i] ?? 0) +
        g1 * (bass[i] ?? 0) +
        g2 * (drums[i] ?? 0) +
        g3 * (arpeggio[i] ?? 0) +
        g4 * (tune[i] ?? 0) +
        g5 * (second[i] ?? 0);
    }
  }
  return finish(song, peakOf([song]), fadeSeconds);
}

function peakOf(layers: Float32Array[]): number {
  let peak = 0;
  for (const layer of layers)
    for (const value of layer) if (Math.abs(value) > peak) peak = Math.abs(value);
  return peak;
}

function finish(sound: Float32Array, peak: number, fadeSeconds: number): Float32Array {
  const scale = peak > 0 ? 1.3 / peak : 1;
  const fade = Math.round(fadeSeconds * SAMPLE_RATE);
  for (let i = 0; i < sound.length; i++) {
    const samplesLeft = sound.length - 1 - i;
    const loud = (sound[i] ?? 0) * scale * (samplesLeft < fade ? (samplesLeft / fade) ** 2 : 1);
    // Bends the peaks softly, as a limiter would: at most 0.93 at the loudest point.
    sound[i] = loud / (1 + 0.3 * Math.abs(loud));
  }
  return sound;
}
