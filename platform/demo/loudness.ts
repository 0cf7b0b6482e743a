import { SAMPLE_RATE } from "./instruments.ts";

/** Samples between the starts of two blocks, of which each is four steps long: 400 ms, overlapping by three quarters. */
const step = SAMPLE_RATE / 10;

/** Integrated loudness of mono samples in LUFS, to a tenth (ITU-R BS.1770-4: K-weighting, then both gates). Silence has -70. */
export function loudnessOf(samples: Float32Array): number {
  const energies = energiesOfSteps(samples);
  const blocks = energies.slice(3).map((energy, index) => {
    return (energy + (energies[index] ?? 0) + (energies[index + 1] ?? 0) + (energies[index + 2] ?? 0)) / (4 * step);
  });
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const audibleBlocks = blocks.filter((power) => lufs(power) > -70);
  const loud = audibleBlocks.filter((power) => lufs(power) > lufs(mean(audibleBlocks)) - 10);
  return loud.length === 0 ? -70 : Math.round(lufs(mean(loud)) * 10) / 10;
}

const lufs = (power: number) => -0.691 + 10 * Math.log10(power);

/** The sum of the squares of each tenth of a second, after the two filters that hear as an ear does. */
function energiesOfSteps(samples: Float32Array): number[] {
  const {
    b: [p0, p1, p2],
    a: [q1, q2],
  } = highShelf();
  const {
    b: [r0, r1, r2],
    a: [s1, s2],
  } = lowCut();
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  const energies: number[] = [];
  for (let start = 0; start + step <= samples.length; start += step) {
    let energy = 0;
    for (let i = start; i < start + step; i++) {
      const input = samples[i] ?? 0;
      const shelved = p0 * input + x1;
      x1 = p1 * input - q1 * shelved + x2;
      x2 = p2 * input - q2 * shelved;
      const output = r0 * shelved + y1;
      y1 = r1 * shelved - s1 * output + y2;
      y2 = r2 * shelved - s2 * output;
      energy += output * output;
    }
    energies.push(energy);
  }
  return energies;
}

/** Of a filter of the second order: of what goes in, and of what came out. */
type Coefficients = { b: [number, number, number]; a: [number, number] };

/** The standard's first filter, its analogue shape taken to our sample rate: +4 dB above 1.7 kHz. */
function highShelf(): Coefficients {
  const k = Math.tan((Math.PI * 1681.974450955533) / SAMPLE_RATE);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b: [(high + (band * k) / q + k * k) / a0, (2 * (k * k - high)) / a0, (high - (band * k) / q + k * k) / a0],
    a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
  };
}

/** Its second: what is below 38 Hz goes. */
function lowCut(): Coefficients {
  const k = Math.tan((Math.PI * 38.13547087602444) / SAMPLE_RATE);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0] };
}
