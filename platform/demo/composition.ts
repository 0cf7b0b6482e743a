import { bassString, bell, echo, electricPiano, guitar, hat, hold, kick, SAMPLE_RATE, snare, strike } from "./instruments.ts";
import { type Random, seededRandom } from "./random.ts";

const MAJOR = [0, 2, 4, 5, 7, 9, 11] as const;
const MINOR = [0, 2, 3, 5, 7, 8, 10] as const;
/** Chords as degrees of the scale, from 0; each stands for two bars. */
const PROGRESSIONS = {
  major: [
    [0, 4, 5, 3],
    [0, 5, 3, 4],
    [0, 2, 3, 4],
    [3, 0, 4, 5],
  ],
  minor: [
    [0, 5, 2, 6],
    [0, 3, 5, 4],
    [0, 6, 5, 6],
    [0, 2, 5, 3],
  ],
} as const;
/** Where the notes of a bar fall, in eighths. */
const RHYTHMS = [
  [0, 3, 4, 6],
  [0, 2, 3, 6],
  [0, 4, 6, 7],
  [0, 1, 2, 4],
  [0, 3, 6],
  [2, 4, 6],
] as const;

/** Loudness of chords, bass, drums, arpeggio, first and second melody in a section of eight bars. */
const SECTIONS = [
  [0.8, 0, 0, 0.7, 0, 0],
  [0.8, 1, 0.9, 0, 1, 0],
  [0.8, 1, 1, 0.6, 1, 0],
  [0.9, 1, 1, 0.7, 0, 1],
  [1, 0.7, 0, 0.8, 0.6, 0],
  [0.9, 1, 1, 0.7, 0, 1],
  [0.8, 1, 1, 0.5, 1, 0.4],
] as const;

const FADE_OUT_SECONDS = 7;

/**
 * A song of exactly `seconds`, mono, -1 to 1: eight bars of six layers are made once and then arranged in sections to the end,
 * where the whole fades out. The seed decides key, chords, melodies and instruments.
 */
export function composeSong(seed: string, tempo: 1 | 2 | 3, seconds: number): Float32Array {
  const random = seededRandom(`song ${seed}`);
  const beatsPerMinute = tempo === 1 ? random.int(68, 82) : tempo === 2 ? random.int(92, 106) : random.int(114, 126);
  const eighth = Math.round((SAMPLE_RATE * 30) / beatsPerMinute);
  const layers = composeLayers(random, tempo, eighth);
  return arrange(layers, eighth * 64, seconds * SAMPLE_RATE);
}

/** A short spot of exactly `seconds`: bells for the top of the hour, a brisk motif for an ad, a softer one for a promo. */
export function composeSpot(seed: string, kind: "TOH" | "AD" | "JINGLE", seconds: number): Float32Array {
  const random = seededRandom(`spot ${seed}`);
  const length = seconds * SAMPLE_RATE;
  // Room for the last notes to ring, so that nothing wraps round to the start.
  const sound = new Float32Array(length + 6 * SAMPLE_RATE);
  const root = random.int(57, 64);
  if (kind === "TOH") {
    for (const [index, interval] of [12, 7, 4, 0, 7, 12].entries())
      strike(sound, Math.round(index * 0.75 * SAMPLE_RATE), root + interval, 0.5, bell);
    hold(sound, 0, length, root - 12, 0.12);
    hold(sound, 0, length, root - 5, 0.1);
  } else {
    const eighth = Math.round(SAMPLE_RATE * (kind === "AD" ? 0.22 : 0.28));
    const motif = Array.from({ length: 8 }, () => random.pick([0, 2, 4, 7, 9, 12]));
    const last = Math.floor((length - SAMPLE_RATE) / eighth);
    for (let step = 0; step < last; step++) {
      const at = step * eighth;
      const interval = motif[step % motif.length] ?? 0;
      if (step % 8 !== 7) strike(sound, at, root + interval, 0.4, kind === "AD" ? guitar : bell);
      if (step % 4 === 0) strike(sound, at, root - 24 + (step % 16 < 8 ? 0 : 5), 0.6, bassString);
      if (kind === "AD" && step % 4 === 0) kick(sound, at, 0.5);
      if (kind === "AD" && step % 4 === 2) snare(sound, at, 0.25);
    }
    for (const interval of [0, 4, 7, 12]) strike(sound, last * eighth, root + interval, 0.35, bell);
  }
  return finish(sound.subarray(0, length), peakOf([sound]), 0.6);
}

function composeLayers(random: Random, tempo: 1 | 2 | 3, eighth: number): Float32Array[] {
  const mode = random.chance(0.6) ? "major" : "minor";
  const scale = mode === "major" ? MAJOR : MINOR;
  const root = random.int(45, 55);
  const chords = random.pick<readonly number[]>(PROGRESSIONS[mode]);
  const pitch = (degree: number) => root + (scale[((degree % 7) + 7) % 7] ?? 0) + 12 * Math.floor(degree / 7);
  const layer = () => new Float32Array(eighth * 64);
  const [harmony, bass, drums, arpeggio, first, second] = [layer(), layer(), layer(), layer(), layer(), layer()] as const;

  for (let bar = 0; bar < 8; bar++) {
    const chord = chords[Math.floor(bar / 2)] ?? 0;
    const at = bar * 8 * eighth;
    const voices = [chord + 7, chord + 9, chord + 11].map(pitch);
    if (tempo === 1 && bar % 2 === 0) for (const voice of voices) hold(harmony, at, 16 * eighth, voice, 0.16);
    if (tempo > 1)
      for (const beat of tempo === 2 ? [0, 3, 6] : [1, 3, 5, 7])
        for (const voice of voices) strike(harmony, at + beat * eighth, voice, 0.2, electricPiano);
    for (const [beat, degree] of tempo === 3 ? BASS_FAST : BASS_SLOW)
      strike(bass, at + beat * eighth, pitch(chord + degree) - 12, 0.55, bassString);
    drumBar(drums, at, eighth, tempo, bar === 7);
    for (let step = 0; step < 8; step += tempo === 1 ? 2 : 1)
      strike(arpeggio, at + step * eighth, pitch(chord + 7 + ([0, 2, 4, 7][step % 4] ?? 0)) + 12, 0.1, bell);
  }
  melody(first, random, chords, pitch, eighth, random.pick([electricPiano, bell, guitar]), 14);
  melody(second, random, chords, pitch, eighth, random.pick([bell, guitar]), 16);
  echo(first, eighth * 3);
  echo(second, eighth * 3);
  echo(arpeggio, eighth * 2);
  return [harmony, bass, drums, arpeggio, first, second];
}

/** [eighth, degree above the chord's root] */
const BASS_SLOW = [
  [0, 0],
  [3, 0],
  [4, 4],
] as const;
const BASS_FAST = [
  [0, 0],
  [2, 7],
  [4, 0],
  [6, 4],
  [7, 7],
] as const;

function drumBar(drums: Float32Array, at: number, eighth: number, tempo: 1 | 2 | 3, fill: boolean): void {
  for (const beat of tempo === 3 ? [0, 2, 4, 6] : [0, 5]) kick(drums, at + beat * eighth, tempo === 1 ? 0.4 : 0.7);
  if (tempo > 1) for (const beat of fill ? [2, 6, 7] : [2, 6]) snare(drums, at + beat * eighth, 0.35);
  for (let step = tempo === 1 ? 2 : 0; step < 8; step += tempo === 1 ? 4 : 1) hat(drums, at + step * eighth, step % 2 ? 0.07 : 0.12);
}

/** Four phrases of two bars, the first, second and fourth alike in rhythm and contour: what makes a tune of notes. */
function melody(
  loop: Float32Array,
  random: Random,
  chords: readonly number[],
  pitch: (degree: number) => number,
  eighth: number,
  instrument: Parameters<typeof strike>[4],
  height: number,
): void {
  const phrase = () => [random.pick(RHYTHMS), random.pick(RHYTHMS)].map((rhythm) => rhythm.map((at) => ({ at, move: random.int(-2, 2) })));
  const main = phrase();
  const other = phrase();
  for (const [part, bars] of [main, main, other, main].entries()) {
    const chord = chords[part] ?? 0;
    let degree = height + (chord > 3 ? chord - 7 : chord);
    for (const [bar, notes] of bars.entries())
      for (const { at, move } of notes) {
        // On the strong beats a tone of the chord, between them by step.
        degree = at % 4 === 0 ? nearestOfChord(degree + move, chord) : degree + Math.sign(move);
        degree = Math.max(height - 5, Math.min(height + 6, degree));
        strike(loop, ((part * 2 + bar) * 8 + at) * eighth, pitch(degree), at === 0 ? 0.34 : 0.27, instrument);
      }
  }
}

function nearestOfChord(degree: number, chord: number): number {
  for (const away of [0, -1, 1, -2, 2]) if ([0, 2, 4].includes((((degree + away - chord) % 7) + 7) % 7)) return degree + away;
  return degree;
}

function arrange(layers: Float32Array[], loopLength: number, length: number): Float32Array {
  const [harmony, bass, drums, arpeggio, first, second] = layers as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const song = new Float32Array(length);
  let [g0, g1, g2, g3, g4, g5] = [0, 0, 0, 0, 0, 0];
  for (let start = 0, number = 0; start < length; start += loopLength, number++) {
    // The introduction comes once; the other sections go round until the fade.
    const section = SECTIONS[number === 0 ? 0 : 1 + ((number - 1) % (SECTIONS.length - 1))] ?? SECTIONS[1];
    const [t0, t1, t2, t3, t4, t5] = section;
    const end = Math.min(loopLength, length - start);
    for (let i = 0; i < end; i++) {
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
        g4 * (first[i] ?? 0) +
        g5 * (second[i] ?? 0);
    }
  }
  return finish(song, peakOf([song]), FADE_OUT_SECONDS);
}

function peakOf(layers: Float32Array[]): number {
  let peak = 0;
  for (const layer of layers) for (const value of layer) if (Math.abs(value) > peak) peak = Math.abs(value);
  return peak;
}

function finish(sound: Float32Array, peak: number, fadeSeconds: number): Float32Array {
  const scale = peak > 0 ? 1.3 / peak : 1;
  const fade = Math.round(fadeSeconds * SAMPLE_RATE);
  for (let i = 0; i < sound.length; i++) {
    const left = sound.length - 1 - i;
    const loud = (sound[i] ?? 0) * scale * (left < fade ? (left / fade) ** 2 : 1);
    // Bends the peaks softly, as a limiter would: at most 0.93 at the loudest point.
    sound[i] = loud / (1 + 0.3 * Math.abs(loud));
  }
  return sound;
}
