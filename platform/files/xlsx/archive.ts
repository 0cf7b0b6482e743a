import { open } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { messages } from "#contract/base/messages";
import { invalid, Refusal } from "../../base/refusal.ts";
import { tableWords } from "../table-words.ts";
import { xlsxLimits } from "./limits.ts";

/** Bytes that are handed on at a time, so that other work has its turn in between. */
const pieceBytes = 4096;

export type Archive = {
  has(name: string): boolean;
  /**
   * The text of a part, in pieces. Throws 422 on `file` for a part that is missing, damaged,
   * encrypted or too large.
   */
  read(name: string, signal?: AbortSignal): AsyncGenerator<string, void, undefined>;
  close(): void;
};

export const notXlsx = () => invalid({ file: messages.fileType });
const damaged = () => invalid({ file: tableWords.damaged });
export const tooLarge = () => invalid({ file: messages.fileTooLarge });

/** True if a file begins like a zip archive. */
export async function isArchive(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.toString("latin1") === "PK\x03\x04";
  } finally {
    await handle.close();
  }
}

/**
 * Opens a zip archive by its directory, without unpacking anything. A part's size is checked
 * against the limits as the directory declares it, once however often it is read; yauzl fails one
 * that turns out larger. Throws 422 on `file` for a file that is not an archive, is cut off, or has
 * too many entries.
 */
export async function openArchive(path: string): Promise<Archive> {
  const options = { autoClose: false, lazyEntries: true };
  const zip = await refuseFailure(openPromise(path, options), damaged);
  try {
    const entries = await refuseFailure(entriesOf(zip));
    const counted = new Set<Entry>();
    let unpacked = 0;
    return {
      has: (name) => entries.has(name.toLowerCase()),
      async *read(name, signal) {
        const entry = entries.get(name.toLowerCase());
        if (!entry || entry.isEncrypted()) throw notXlsx();
        if (!counted.has(entry)) unpacked += entry.uncompressedSize;
        counted.add(entry);
        if (unpacked > xlsxLimits.unpackedBytes || ratioOf(entry) > xlsxLimits.ratio)
          throw tooLarge();
        const stream = await refuseFailure(zip.openReadStreamPromise(entry));
        const decoder = new TextDecoder("utf-8", { fatal: true });
        const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
        try {
          for (;;) {
            const { done, value: chunk } = await refuseFailure(chunks.next());
            if (done) break;
            for (let at = 0; at < chunk.length; at += pieceBytes) {
              await nextTurn();
              signal?.throwIfAborted();
              yield decode(decoder, chunk.subarray(at, at + pieceBytes));
            }
          }
          yield decode(decoder);
        } finally {
          stream.destroy();
        }
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** By name in lower case, as names of parts are compared. */
async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > xlsxLimits.entries) throw tooLarge();
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase();
    if (entries.has(name)) throw notXlsx(); // two readers could take different ones
    entries.set(name, entry);
  }
  return entries;
}

/** Gives an entry's unpacked size over its packed size; small parts may have any ratio. */
function ratioOf({ uncompressedSize, compressedSize }: Entry): number {
  return uncompressedSize > xlsxLimits.ratioFromBytes
    ? uncompressedSize / Math.max(1, compressedSize)
    : 1;
}

function decode(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    throw notXlsx();
  }
}

/**
 * Turns what yauzl and zlib throw for a damaged file into a refusal; errors of the disk are ours.
 */
async function refuseFailure<T>(work: Promise<T>, refusal = notXlsx): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Refusal || (error instanceof Error && "syscall" in error)
      ? error
      : refusal();
  }
}
