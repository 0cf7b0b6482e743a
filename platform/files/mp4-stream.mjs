import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";

/** An hour's index has less. */
const mostIndexBytes = 32 * 1024 * 1024;
const holders = new Set(["moov", "trak", "mdia", "minf", "stbl"]);

/**
 * Streams an mp4 with its index (the box moov) before its samples. Recording programs write it
 * last, and a decoder would have to hold the whole file, and everything decoded from it, before it
 * knows where the first sample is. Offsets in the index are adjusted (ISO 14496-12). Throws for a
 * file whose index is missing or incomplete.
 */
export async function* indexFirst(path) {
  const { boxes, index } = await layout(path);
  const samples = boxes.find(({ type }) => type === "mdat");
  const moov = boxes.find(({ type }) => type === "moov");
  if (!samples || moov.at < samples.at) return yield* createReadStream(path);
  moveOffsets(index, samples.at, index.length);
  if (samples.at > 0) yield* createReadStream(path, { end: samples.at - 1 });
  yield index;
  yield* createReadStream(path, { start: samples.at, end: moov.at - 1 });
  yield* createReadStream(path, { start: moov.at + moov.size });
}

/** The boxes of the file's first level, and the index's bytes. */
async function layout(path) {
  const handle = await open(path);
  try {
    const { size: whole } = await handle.stat();
    const boxes = [];
    const head = Buffer.alloc(16);
    for (let at = 0; at + 8 <= whole && boxes.length < 1000; ) {
      await handle.read(head, 0, 16, at);
      const short = head.readUInt32BE(0);
      const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? whole - at : short;
      if (size < 8) break;
      boxes.push({ type: head.toString("latin1", 4, 8), at, size });
      at += size;
    }
    const moov = boxes.find(({ type }) => type === "moov");
    if (!moov || moov.size > mostIndexBytes || moov.at + moov.size > whole)
      throw new Error("an mp4 without its index");
    const index = Buffer.alloc(moov.size);
    await handle.read(index, 0, moov.size, moov.at);
    return { boxes, index };
  } finally {
    await handle.close();
  }
}

/**
 * Adds `by` to the offset of each chunk of samples at or after `behind`; `index` is a box that
 * may contain others.
 */
function moveOffsets(index, behind, by) {
  const type = index.toString("latin1", 4, 8);
  if (holders.has(type))
    for (let at = 8; at + 8 <= index.length; ) {
      const size = index.readUInt32BE(at);
      if (size < 8 || at + size > index.length) return;
      moveOffsets(index.subarray(at, at + size), behind, by);
      at += size;
    }
  if (type !== "stco" && type !== "co64") return;
  const bytes = type === "stco" ? 4 : 8;
  const count = index.readUInt32BE(12);
  for (let at = 16; at + bytes <= index.length && at < 16 + count * bytes; at += bytes)
    if (bytes === 4) {
      const place = index.readUInt32BE(at);
      if (place >= behind) index.writeUInt32BE(place + by, at);
    } else {
      const place = index.readBigUInt64BE(at);
      if (place >= BigInt(behind)) index.writeBigUInt64BE(place + BigInt(by), at);
    }
}
