import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileStore } from "../platform/files/file-store.ts";
import { bytesOf, readRecipe } from "./synthesis.ts";
import { runSynthesis } from "./synthesis-thread.ts";

/** Increased when the same recipe gives other sound. */
const etag = '"recipe-1"';
const modifiedAt = new Date("2026-01-01T00:00:00Z");

/**
 * A file store that has every song of the demo's recipes: a song is synthesised and put into
 * `files` when its first byte is read, one at a time. Its length follows from its key, so that
 * asking for it makes nothing. A missing file is looked for again when the demo's
 * `recordings` are written.
 */
export function demoFiles(
  files: FileStore,
  recordings: Promise<unknown> = Promise.resolve(),
): FileStore {
  const running = new Map<string, Promise<void>>();
  let queue: Promise<unknown> = Promise.resolve();
  const make = (key: string) => {
    const synthesis = running.get(key) ?? queue.then(() => synthesise(files, key));
    running.set(key, synthesis);
    queue = synthesis.catch(() => {}).finally(() => running.delete(key));
    return synthesis;
  };
  return {
    ...files,
    async stat(key) {
      const recipe = readRecipe(key);
      if (recipe) return { bytes: bytesOf(recipe), etag, modifiedAt };
      const fileStat = await files.stat(key);
      if (fileStat || !key.startsWith("audio/")) return fileStat;
      await recordings;
      return files.stat(key);
    },
    open(key, range) {
      if (!readRecipe(key)) return files.open(key, range);
      return openLater(async () => {
        if (!(await files.stat(key))) await make(key);
        return files.open(key, range);
      });
    },
  };
}

async function synthesise(files: FileStore, key: string): Promise<void> {
  const recipe = readRecipe(key);
  if (!recipe || (await files.stat(key))) return;
  const path = join(tmpdir(), `${randomUUID()}.wav`);
  try {
    await runSynthesis({ key, path });
    await files.put(key, { path, bytes: bytesOf(recipe), mediaType: "audio/wav" });
  } finally {
    await rm(path, { force: true });
  }
}

/** A stream that is opened with its first read. */
function openLater(open: () => Promise<ReadableStream<Uint8Array>>): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reader ??= (await open()).getReader();
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
