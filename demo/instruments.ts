/**
 * Samples a second: enough for a store's loudspeaker, and a song of three minutes stays under 3 MB.
 */
export const SAMPLE_RATE = 16_000;

/** [multiple of the note's frequency, level, seconds until it has fallen to a third] */
export type Overtone = readonly [number, number, number];

export const electricPiano: readonly Overtone[] = [
  [1, 1, 0.55],
  [2, 0.35, 0.3],
  [4, 0.12, 0.12],
];
export const bell: readonly Overtone[] = [
  [1, 1, 1.1],
  [2.76, 0.4, 0.6],
  [5.4, 0.2, 0.25],
];
export const guitar: readonly Overtone[] = [
  [1, 1, 0.4],
  [2, 0.5, 0.28],
  [3, 0.3, 0.2],
  [5, 0.12, 0.1],
];
export const bassString: readonly Overtone[] = [
  [1, 1, 0.5],
  [2, 0.4, 0.25],
  [3, 0.15, 0.12],
];
export const piano: readonly Overtone[] = [
  [1, 1, 0.7],
  [2, 0.5, 0.5],
  [3, 0.22, 0.35],
  [4, 0.14, 0.25],
  [5, 0.07, 0.2],
];
export const vibraphone: readonly Overtone[] = [
  [1, 1, 1.3],
  [4, 0.18, 0.4],
  [10, 0.05, 0.1],
];
export const marimba: readonly Overtone[] = [
  [1, 1, 0.26],
  [3.93, 0.25, 0.1],
  [9.2, 0.06, 0.05],
];
export const kalimba: readonly Overtone[] = [
  [1, 1, 0.36],
  [2, 0.1, 0.2],
  [5.4, 0.12, 0.08],
];
export const harp: readonly Overtone[] = [
  [1, 1, 0.75],
  [2, 0.3, 0.4],
  [3, 0.12, 0.2],
];
export const sitar: readonly Overtone[] = [
  [1, 1, 0.7],
  [2, 0.7, 0.6],
  [3, 0.5, 0.5],
  [4, 0.36, 0.4],
  [5, 0.26, 0.3],
  [7, 0.16, 0.2],
];
export const musicBox: readonly Overtone[] = [
  [1, 1, 0.8],
  [3, 0.15, 0.3],
  [5.2, 0.08, 0.15],
];
export const tabla: readonly Overtone[] = [
  [1, 1, 0.22],
  [2, 0.4, 0.14],
  [3, 0.2, 0.1],
];

export const frequencyOf = (midi: number) => 440 * 2 ** ((midi - 69) / 12);

/**
 * Adds a struck note to a loop at sample `at`; what rings past the loop's end rings on at its
 * start, so that the loop joins. Each partial is a decaying sine by recurrence (two multiplications
 * a sample), which is what makes the whole set quick.
 */
export function strike(
  loop: Float32Array,
  {
    at,
    midi,
    gain,
    partials,
  }: { at: number; midi: number; gain: number; partials: readonly Overtone[] },
): void {
  for (const [multiple, level, decay] of partials) {
    const step = (2 * Math.PI * frequencyOf(midi) * multiple) / SAMPLE_RATE;
    if (step > 3) continue;
    const fall = Math.exp(-1 / (decay * SAMPLE_RATE));
    const twice = 2 * fall * Math.cos(step);
    const square = fall * fall;
    let before = 0;
    let value = gain * level * fall * Math.sin(step);
    const length = Math.min(loop.length, Math.round(decay * 5 * SAMPLE_RATE));
    for (let n = 0, i = at % loop.length; n < length; n++) {
      loop[i] = (loop[i] ?? 0) + value;
      const nextValue = twice * value - square * before;
      before = value;
      value = nextValue;
      if (++i === loop.length) i = 0;
    }
  }
}

/**
 * Adds a held note that swells and fades within `length` samples, slightly detuned against itself
 * for warmth.
 */
export function hold(
  loop: Float32Array,
  { at, length, midi, gain }: { at: number; length: number; midi: number; gain: number },
): void {
  const edge = Math.floor(length * 0.22);
  for (const [multiple, level] of [
    [1, 1],
    [1.004, 0.7],
    [2, 0.3],
    [3, 0.1],
  ] as const) {
    const step = (2 * Math.PI * frequencyOf(midi) * multiple) / SAMPLE_RATE;
    if (step > 3) continue;
    const twice = 2 * Math.cos(step);
    let before = 0;
    let value = gain * level * Math.sin(step);
    for (let n = 0, i = at % loop.length; n < length; n++) {
      const envelope = n < edge ? n / edge : n > length - edge ? (length - n) / edge : 1;
      loop[i] = (loop[i] ?? 0) + value * envelope;
      const nextValue = twice * value - before;
      before = value;
      value = nextValue;
      if (++i === loop.length) i = 0;
    }
  }
}

export function kick(loop: Float32Array, at: number, gain: number): void {
  let phase = 0;
  for (let n = 0; n < 3_200; n++) {
    phase += (2 * Math.PI * (45 + 90 * Math.exp(-n / 300))) / SAMPLE_RATE;
    add(loop, at + n, gain * Math.sin(phase) * Math.exp(-n / 900));
  }
}

export function snare(loop: Float32Array, at: number, gain: number): void {
  let noise = at | 1;
  for (let n = 0; n < 2_400; n++) {
    noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) | 0;
    const tone = Math.sin((2 * Math.PI * 185 * n) / SAMPLE_RATE) * Math.exp(-n / 350);
    add(loop, at + n, gain * (tone * 0.5 + (noise / 2_147_483_648) * 0.6 * Math.exp(-n / 600)));
  }
}

export function hat(loop: Float32Array, at: number, gain: number): void {
  let noise = (at + 7) | 1;
  let before = 0;
  for (let n = 0; n < 900; n++) {
    noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) | 0;
    const white = noise / 2_147_483_648;
    // The difference of neighbours keeps only the hiss at the top.
    add(loop, at + n, gain * (white - before) * Math.exp(-n / 180));
    before = white;
  }
}

/** Two echoes that get softer, around the loop. */
export function echo(loop: Float32Array, delay: number): void {
  const dry = loop.slice();
  for (let i = 0; i < loop.length; i++) {
    const first = dry[(i - delay + loop.length) % loop.length] ?? 0;
    const second = dry[(i - 2 * delay + 2 * loop.length) % loop.length] ?? 0;
    loop[i] = (loop[i] ?? 0) + 0.32 * first + 0.13 * second;
  }
}

function add(loop: Float32Array, index: number, value: number): void {
  const i = index % loop.length;
  loop[i] = (loop[i] ?? 0) + value;
}
