import { readFile } from "node:fs/promises";
import { fileOf } from "./uploads.ts";

/** Reads a recording of tests/fixtures/audio, or its first part (`share`, 0 to 1). */
export async function recording(
  name: string,
  { share = 1, as = name }: { share?: number; as?: string } = {},
): Promise<File> {
  const bytes = await readFile(new URL(`../fixtures/audio/${name}`, import.meta.url));
  return fileOf(new Uint8Array(bytes.subarray(0, Math.floor(bytes.length * share))), as);
}

/** Makes a tone as wav, 8,000 samples of 8 bits a second; `hertz` makes its bytes unique. */
export function wav(seconds: number, { hertz = 440, name = "tone.wav" } = {}): File {
  const rate = 8000;
  const samples = Math.round(seconds * rate);
  const file = blankWav(samples, { rate, channels: 1, bytesASample: 1 });
  // barely audible in its first half, then at half of full scale
  for (let at = 0; at < samples; at++)
    file[44 + at] =
      128 + Math.round((at < samples / 2 ? 1 : 64) * Math.sin((2 * Math.PI * hertz * at) / rate));
  return fileOf(new Uint8Array(file), name);
}

/** Makes a wav of `seconds` that sounds between two seconds and is otherwise silent. */
export function silentWithin({
  seconds,
  from,
  to,
}: {
  seconds: number;
  from: number;
  to: number;
}): File {
  const rate = 8000;
  const file = blankWav(seconds * rate, { rate, channels: 1, bytesASample: 1 }).fill(128, 44);
  for (let at = Math.round(from * rate); at < to * rate; at++)
    file[44 + at] = 128 + Math.round(64 * Math.sin((2 * Math.PI * 440 * at) / rate));
  return fileOf(new Uint8Array(file), "tone.wav");
}

/** Makes a wav with this many samples per channel, all zero. */
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

/**
 * Puts an ID3v2.3 header before an mp3 without one: text frames in Latin-1, as older programs
 * write them.
 */
export async function withLatinTags(mp3: File, tags: Record<string, string>): Promise<File> {
  const frames = Object.entries(tags).map(([id, text]) => {
    const body = Buffer.concat([Buffer.from([0]), Buffer.from(text, "latin1")]);
    const head = Buffer.alloc(10);
    head.write(id, 0, "latin1");
    head.writeUInt32BE(body.length, 4);
    return Buffer.concat([head, body]);
  });
  const size = frames.reduce((sum, frame) => sum + frame.length, 0);
  return fileOf(
    new Uint8Array(
      Buffer.concat([id3Header(size), ...frames, Buffer.from(await mp3.arrayBuffer())]),
    ),
    mp3.name,
  );
}

type WavShape = {
  seconds: number;
  bits: number;
  rate?: number;
  channels?: number;
  block?: number;
  /** The number of the codec; 1 is PCM. */
  tag?: number;
  /** True for the header of files beyond 4 GB (EBU Tech 3306). */
  rf64?: boolean;
};

/**
 * Makes a tone in a wav with the given header, whether it is possible or not, at 8,000 samples a
 * second.
 */
export function wavOf({
  seconds,
  bits,
  rate = 8000,
  channels = 1,
  tag = 1,
  rf64 = false,
  ...shape
}: WavShape): File {
  const samples = Math.round(seconds * 8000);
  const bytesASample = Math.ceil(bits / 8);
  const { block = channels * bytesASample } = shape;
  const data = Buffer.alloc(samples * bytesASample);
  for (let at = 0; at < samples; at++) {
    const tone = Math.sin((2 * Math.PI * 440 * at) / 8000) / 2;
    if (tag === 3) data.writeFloatLE(tone, at * 4);
    else if (bits === 32) data.writeInt32LE(Math.round(tone * 0x7fff_ffff), at * 4);
    else if (bits === 16) data.writeInt16LE(Math.round(tone * 0x7fff), at * 2);
    else data[at] = 0;
  }
  const format = Buffer.alloc(16);
  format.writeUInt16LE(tag, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE((rate * block) >>> 0, 8);
  format.writeUInt16LE(block, 12);
  format.writeUInt16LE(bits, 14);
  return riff(
    [
      ["fmt ", format],
      ["data", data],
    ],
    { rf64, name: "tone.wav" },
  );
}

/** Makes a wav of 32-bit float samples. */
export const floatWav = (seconds: number) => wavOf({ seconds, bits: 32, tag: 3 });

/** Puts an mp3 into the chunks of a wav, as some recorders do. */
export async function mp3InWav(mp3: File): Promise<File> {
  const format = Buffer.alloc(30);
  for (const [place, value] of [85, 1, 22_050, 0, 3000, 0, 1, 0, 12, 1].entries())
    format.writeUInt16LE(value, place * 2);
  return riff(
    [
      ["fmt ", format],
      ["data", Buffer.from(await mp3.arrayBuffer())],
    ],
    { rf64: false, name: "mp3.wav" },
  );
}

function riff(
  chunks: [name: string, bytes: Buffer][],
  { rf64, name }: { rf64: boolean; name: string },
): File {
  const dataBytes = chunks.at(-1)?.[1].length ?? 0;
  const sizes = Buffer.alloc(28);
  sizes.writeBigUInt64LE(BigInt(dataBytes), 8);
  const all: [name: string, bytes: Buffer][] = rf64 ? [["ds64", sizes], ...chunks] : chunks;
  const parts = all.flatMap(([chunk, bytes]) => {
    const head = Buffer.alloc(8);
    head.write(chunk, "latin1");
    head.writeUInt32LE(rf64 && chunk === "data" ? 0xffff_ffff : bytes.length, 4);
    return [head, bytes];
  });
  const body = Buffer.concat(parts);
  const head = Buffer.from(`${rf64 ? "RF64" : "RIFF"}\0\0\0\0WAVE`, "latin1");
  head.writeUInt32LE(rf64 ? 0xffff_ffff : body.length + 4, 4);
  return fileOf(new Uint8Array(Buffer.concat([head, body])), name);
}

/** Puts a picture of this many bytes, in no valid format, before an mp3 without tags (ID3v2.3). */
export async function withCover(mp3: File, bytes: number): Promise<File> {
  const picture = Buffer.concat([
    Buffer.from("\0image/png\0\x03\0", "latin1"),
    Buffer.alloc(bytes, 0xfe),
  ]);
  const head = Buffer.alloc(10);
  head.write("APIC", 0, "latin1");
  head.writeUInt32BE(picture.length, 4);
  return fileOf(
    new Uint8Array(
      Buffer.concat([
        id3Header(10 + picture.length),
        head,
        picture,
        Buffer.from(await mp3.arrayBuffer()),
      ]),
    ),
    mp3.name,
  );
}

/** Makes the header of ID3v2.3 or 2.4 tags of this many bytes. */
const id3Header = (size: number, version = 3) =>
  Buffer.from([
    0x49,
    0x44,
    0x33,
    version,
    0,
    0,
    (size >> 21) & 127,
    (size >> 14) & 127,
    (size >> 7) & 127,
    size & 127,
  ]);

/**
 * Puts text frames of ID3v2.3 (UTF-16) or 2.4 (UTF-8, values separated by NUL) before an mp3
 * without tags.
 */
export async function withTags(
  mp3: File,
  version: 3 | 4,
  tags: Record<string, string>,
): Promise<File> {
  const frames = Object.entries(tags).map(([id, text]) => {
    const body =
      version === 4
        ? Buffer.concat([Buffer.from([3]), Buffer.from(text)])
        : Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(text, "utf16le")]);
    const head = Buffer.alloc(10);
    head.write(id, 0, "latin1");
    head.writeUInt32BE(body.length, 4); // short enough to be the same with seven bits per byte
    return Buffer.concat([head, body]);
  });
  const size = frames.reduce((sum, frame) => sum + frame.length, 0);
  return fileOf(
    new Uint8Array(
      Buffer.concat([id3Header(size, version), ...frames, Buffer.from(await mp3.arrayBuffer())]),
    ),
    mp3.name,
  );
}

/** Replaces the comments of a flac by these ("ARTIST=A"). */
export async function withComments(flac: File, comments: string[]): Promise<File> {
  const bytes = Buffer.from(await flac.arrayBuffer());
  const sized = (text: string) =>
    Buffer.concat([littleEndian(Buffer.byteLength(text)), Buffer.from(text)]);
  const body = Buffer.concat([
    sized("test"),
    littleEndian(comments.length),
    ...comments.map(sized),
  ]);
  const blocks = [Buffer.from("fLaC")];
  let at = 4;
  for (let isLast = false; !isLast; ) {
    isLast = ((bytes[at] ?? 0) & 0x80) !== 0;
    const length = bytes.readUIntBE(at + 1, 3);
    const isComments = ((bytes[at] ?? 0) & 0x7f) === 4;
    const head = Buffer.from(bytes.subarray(at, at + 4));
    if (isComments) head.writeUIntBE(body.length, 1, 3);
    blocks.push(head, isComments ? body : bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return fileOf(new Uint8Array(Buffer.concat([...blocks, bytes.subarray(at)])), flac.name);
}

function littleEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
