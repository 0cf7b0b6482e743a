import { readFile } from "node:fs/promises";
import { fileOf } from "./uploads.ts";

/** A recording of tests/fixtures/audio, or its first part (`share` of 1). */
export async function recording(name: string, { share = 1, as = name }: { share?: number; as?: string } = {}): Promise<File> {
  const bytes = await readFile(new URL(`../fixtures/audio/${name}`, import.meta.url));
  return fileOf(new Uint8Array(bytes.subarray(0, Math.floor(bytes.length * share))), as);
}

/** A tone as wav, 8,000 samples a second of 8 bits; `hertz` makes its bytes its own. */
export function wav(seconds: number, { hertz = 440, name = "tone.wav" } = {}): File {
  const rate = 8000;
  const samples = Math.round(seconds * rate);
  const file = blankWav(samples, { rate, channels: 1, bytesASample: 1 });
  // silent in its first half, then at half of full scale
  for (let at = 0; at < samples; at++)
    file[44 + at] = at < samples / 2 ? 128 : 128 + Math.round(64 * Math.sin((2 * Math.PI * hertz * at) / rate));
  return fileOf(new Uint8Array(file), name);
}

/** A wav of so many samples a channel, all zero. */
export function blankWav(
  samples: number,
  { rate, channels, bytesASample }: { rate: number; channels: number; bytesASample: number },
): Buffer {
  const frame = channels * bytesASample;
  const file = Buffer.alloc(44 + samples * frame);
  file.write("RIFF", 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * frame, 28);
  file.writeUInt16LE(frame, 32);
  file.writeUInt16LE(8 * bytesASample, 34);
  file.write("data", 36);
  file.writeUInt32LE(samples * frame, 40);
  return file;
}

/** Puts an ID3v2.3 header before an mp3 that has none: text frames in Latin-1, as older programs write them. */
export async function withLatinTags(mp3: File, tags: Record<string, string>): Promise<File> {
  const frames = Object.entries(tags).map(([id, text]) => {
    const body = Buffer.concat([Buffer.from([0]), Buffer.from(text, "latin1")]);
    const head = Buffer.alloc(10);
    head.write(id, 0, "latin1");
    head.writeUInt32BE(body.length, 4);
    return Buffer.concat([head, body]);
  });
  const size = frames.reduce((sum, frame) => sum + frame.length, 0);
  const header = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, (size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127]);
  return fileOf(new Uint8Array(Buffer.concat([header, ...frames, Buffer.from(await mp3.arrayBuffer())])), mp3.name);
}
