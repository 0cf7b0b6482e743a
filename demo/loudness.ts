import { loudnessMeter } from "../platform/files/loudness.mjs";
import { SAMPLE_RATE } from "./instruments.ts";

/** Integrated loudness of mono samples in LUFS, to a tenth. Silence has -70. */
export function loudnessOf(samples: Float32Array): number {
  const meter = loudnessMeter(SAMPLE_RATE);
  meter.add([samples]);
  return meter.loudness() ?? -70;
}
