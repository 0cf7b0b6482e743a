// ITU-R BS.1770-4. Plain JavaScript: the thread that reads audio runs it directly (read-audio.ts).

export function loudnessMeter(sampleRate) {
  /**
   * Samples between the starts of two blocks, of which each is four steps long: 400 ms, overlapping
   * by three quarters.
   */
  const step = Math.round(sampleRate / 10);
  if (!(step >= 1)) throw new RangeError(`no loudness at ${sampleRate} Hz`);
  const energies = [];
  const filters = [];
  let energy = 0;
  let inStep = 0;
  return {
    add(channels) {
      while (filters.length < channels.length) filters.push(earFilter(sampleRate));
      const length = channels[0]?.length ?? 0;
      for (let at = 0; at < length; ) {
        const end = Math.min(length, at + step - inStep);
        for (const [place, samples] of channels.entries())
          energy += weightOf(place, channels.length) * filters[place].energyOf(samples, at, end);
        inStep += end - at;
        at = end;
        if (inStep < step) continue;
        energies.push(energy);
        [energy, inStep] = [0, 0];
      }
    },
    loudness: () => gated(energies, step),
  };
}

/** Weighs a channel: of surround sound, the low-frequency one by 0 and rear ones by more. */
const weightOf = (channel, channels) =>
  channels < 6 ? 1 : channel === 3 ? 0 : channel > 3 ? 1.41 : 1;

function gated(energies, step) {
  const blocks = energies
    .slice(3)
    .map(
      (energy, place) =>
        (energy + energies[place] + energies[place + 1] + energies[place + 2]) / (4 * step),
    );
  const audible = blocks.filter((power) => lufs(power) > -70);
  const threshold = lufs(mean(audible)) - 10;
  const loud = audible.filter((power) => lufs(power) > threshold);
  return loud.length === 0 ? null : Math.round(lufs(mean(loud)) * 10) / 10;
}

const lufs = (power) => -0.691 + 10 * Math.log10(power);
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/**
 * Filters one channel: gives the energy of its next samples after the standard's two filters.
 */
function earFilter(sampleRate) {
  const shelf = highShelf(sampleRate);
  const cut = lowCut(sampleRate);
  let state = [0, 0, 0, 0];
  return {
    energyOf(samples, from, to) {
      // in the loop's own variables, which are several times as fast as those around it
      const [p0, p1, p2, q1, q2] = shelf;
      const [r0, r1, r2, s1, s2] = cut;
      let [x1, x2, y1, y2] = state;
      let energy = 0;
      for (let at = from; at < to; at++) {
        const input = samples[at];
        const shelved = p0 * input + x1;
        x1 = p1 * input - q1 * shelved + x2;
        x2 = p2 * input - q2 * shelved;
        const output = r0 * shelved + y1;
        y1 = r1 * shelved - s1 * output + y2;
        y2 = r2 * shelved - s2 * output;
        energy += output * output;
      }
      state = [x1, x2, y1, y2];
      return energy;
    },
  };
}

/**
 * The standard's first filter, its analogue shape adapted to the sample rate: +4 dB above 1.7 kHz.
 * Gives the coefficients of the input, then those of the output.
 */
function highShelf(sampleRate) {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return [
    (high + (band * k) / q + k * k) / a0,
    (2 * (k * k - high)) / a0,
    (high - (band * k) / q + k * k) / a0,
    (2 * (k * k - 1)) / a0,
    (1 - k / q + k * k) / a0,
  ];
}

/** The standard's second filter: removes frequencies below 38 Hz. */
function lowCut(sampleRate) {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return [1, -2, 1, (2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0];
}
