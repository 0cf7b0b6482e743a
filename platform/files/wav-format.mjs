// Reads the chunks of a WAV or RF64 file (Microsoft RIFF, EBU Tech 3306): the format in its header,
// and where its samples are.
import { createReadStream } from "node:fs";

/** Largest format chunk that is read; those of ADPCM have 50 bytes. */
const mostFormatBytes = 1024;
/** Chunks read at most in search of the samples: a file may consist of empty ones. */
const mostChunks = 1000;

/**
 * Gives the header of an open file of `size` bytes, or undefined for one without a format or
 * samples. `tag` identifies the codec (WAVE_FORMAT_*), `block` is in bytes, `isWhole` is true if
 * all promised samples are there.
 */
export async function readWav(handle, size) {
  const head = Buffer.alloc(36);
  await handle.read(head, 0, 36, 0);
  const isLong =
    head.toString("latin1", 0, 4) === "RF64" && head.toString("latin1", 12, 16) === "ds64";
  let format;
  for (let at = 12, chunks = 0; at + 8 <= size && chunks < mostChunks; chunks++) {
    await handle.read(head, 0, 8, at);
    const name = head.toString("latin1", 0, 4);
    const length = head.readUInt32LE(4);
    if (name === "fmt " && length >= 16 && length <= mostFormatBytes && at + 8 + length <= size) {
      format = Buffer.alloc(length);
      await handle.read(format, 0, length, at + 8);
    }
    if (name === "data")
      return (
        format && {
          ...fieldsOf(format),
          format,
          ...(await samplesAt(handle, { at: at + 8, length, size, isLong })),
        }
      );
    at += 8 + length + (length % 2);
  }
  return undefined;
}

/** A stream promises no length, or an endless one. */
async function samplesAt(handle, { at, length, size, isLong }) {
  let promised = length;
  if (isLong && length === 0xffffffff) {
    const sizes = Buffer.alloc(16);
    await handle.read(sizes, 0, 16, 20);
    promised = Number(sizes.readBigUInt64LE(8));
  }
  const isPromised = promised !== 0 && promised !== 0xffffffff;
  return {
    at,
    bytes: isPromised ? Math.min(promised, size - at) : size - at,
    isWhole: !isPromised || at + promised <= size,
  };
}

function fieldsOf(format) {
  const tag = format.readUInt16LE(0);
  const isExtensible = tag === 0xfffe && format.length >= 40;
  return {
    tag: isExtensible ? format.readUInt16LE(24) : tag,
    channels: format.readUInt16LE(2),
    rate: format.readUInt32LE(4),
    block: format.readUInt16LE(12),
    bits: format.readUInt16LE(14),
    samplesInBlock: format.length >= 20 ? format.readUInt16LE(18) : 0,
  };
}

/** True if a block is as large as the header's own values imply: decoders allocate memory by it. */
export function isPossible({ tag, channels, block, bits, samplesInBlock }) {
  if (tag === 1 || tag === 3 || tag === 6 || tag === 7)
    return block === channels * Math.ceil(bits / 8) && block > 0;
  if (tag === 0x11)
    return (
      channels <= 2 &&
      block > 4 * channels &&
      samplesInBlock <= ((block - 4 * channels) * 2) / channels + 1
    );
  if (tag === 2)
    return (
      channels <= 2 &&
      block > 7 * channels &&
      samplesInBlock <= ((block - 7 * channels) * 2) / channels + 2
    );
  return true;
}

/**
 * The samples as WAV of unknown length with nothing around them, as a decoder reads it from a
 * stream.
 */
export async function* plainWav(path, { format, at, bytes }) {
  const head = Buffer.alloc(20 + format.length + 8);
  head.write("RIFF\xff\xff\xff\xffWAVEfmt ", 0, "latin1");
  head.writeUInt32LE(format.length, 16);
  format.copy(head, 20);
  head.write("data\xff\xff\xff\xff", 20 + format.length, "latin1");
  yield head;
  yield* samplesOf(path, { at, bytes });
}

export async function* samplesOf(path, { at, bytes }) {
  if (bytes > 0) yield* createReadStream(path, { start: at, end: at + bytes - 1 });
}
