import { SAMPLE_RATE } from "./instruments.ts";

/** Bytes before the first sample of a PCM WAV file without extra chunks. */
export const WAV_HEADER_BYTES = 44;

/**
 * A WAV file (PCM, mono, 8 bits) of samples from -1 to 1. The rounding error of each sample is
 * carried to the next, which moves the hiss of 8 bits up to where a store hears it least.
 */
export function encodeWav(samples: Float32Array): Buffer {
  const file = Buffer.alloc(WAV_HEADER_BYTES + samples.length + (samples.length % 2));
  file.write("RIFF", 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(SAMPLE_RATE, 24);
  file.writeUInt32LE(SAMPLE_RATE, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write("data", 36);
  file.writeUInt32LE(samples.length, 40);
  let carried = 0;
  for (let i = 0; i < samples.length; i++) {
    const target = 128 + 126 * (samples[i] ?? 0) + carried;
    const written = Math.max(0, Math.min(255, Math.round(target)));
    carried = target - written;
    file[WAV_HEADER_BYTES + i] = written;
  }
  return file;
}
