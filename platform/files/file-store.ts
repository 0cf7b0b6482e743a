import {
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import type { ByteRange } from "#contract/base/byte-range";
import { hasRoom } from "./disk-room.ts";

export type StoredObject = { bytes: number; etag: string; modifiedAt: Date };

/**
 * Stores files by keys such as "images/5f0c…". An object never changes: a new version of a file
 * gets a key of its own.
 */
export type FileStore = {
  /** Takes a file in whole or not at all. */
  put(key: string, from: { path: string; bytes: number; mediaType: string }): Promise<void>;
  /** Reads as fast as the reader takes; opened with the first byte. */
  open(key: string, range: ByteRange): ReadableStream<Uint8Array>;
  /** Undefined if there is no such object. */
  stat(key: string): Promise<StoredObject | undefined>;
  /** Does nothing if the object does not exist. */
  remove(key: string): Promise<void>;
  /** False while it cannot accept files: its disk is full or fails. */
  takesFiles(): Promise<boolean>;
  /** Lists all objects below a folder, or of the whole store, also those of other programs. */
  list(folder?: string): AsyncIterable<{ key: string; modifiedAt: Date }>;
};

/** True if a text has the form of a key. Keys from database rows are checked too. */
export const isKey = (key: string) => /^[\w-]+(\/[\w-][\w.-]*)+$/.test(key) && key.length <= 200;

const chunkBytes = 64 * 1024;

/**
 * Stores files in a folder. A file is written next to its final place and moved there in one step,
 * so that a crash never leaves a partial file.
 */
export function folderStore(folder: string): FileStore {
  const root = resolve(folder);
  const pathOf = (key: string) => {
    const path = resolve(root, key);
    if (!isKey(key) || !path.startsWith(root + sep)) throw new Error(`no key: ${key}`);
    return path;
  };
  return {
    async put(key, { path }) {
      const place = pathOf(key);
      await mkdir(dirname(place), { recursive: true });
      const draft = `${place}.part`;
      try {
        await copyFile(path, draft);
        await synced(draft);
        await rename(draft, place);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    open: (key, range) => bytesOf(pathOf(key), range),
    async stat(key) {
      const stats = await stat(pathOf(key)).catch(absent);
      if (!stats?.isFile()) return undefined;
      const etag = `"${stats.size.toString(36)}-${Math.round(stats.mtimeMs).toString(36)}"`;
      return { bytes: stats.size, etag, modifiedAt: stats.mtime };
    },
    takesFiles: () => hasRoom(root),
    remove: (key) => rm(pathOf(key), { force: true }),
    async *list(below) {
      const names = await readdir(join(root, below ?? ""), {
        recursive: below === undefined,
      }).catch(absent);
      for (const name of names ?? []) {
        const key = below === undefined ? name.replaceAll(sep, "/") : `${below}/${name}`;
        if (below === undefined && !isKey(key)) continue; // folders, and other things in the folder
        const stats = await stat(join(root, key)).catch(absent);
        if (stats?.isFile()) yield { key, modifiedAt: stats.mtime };
      }
    },
  };
}

function absent(error: unknown): undefined {
  if (
    error instanceof Error &&
    "code" in error &&
    (error.code === "ENOENT" || error.code === "ENOTDIR")
  )
    return undefined;
  throw error;
}

async function synced(path: string): Promise<void> {
  const handle = await open(path, "r+");
  await handle.sync().finally(() => handle.close());
}

/** The handle is closed at the end, on failure and when the reader goes away. */
function bytesOf(path: string, { start, end }: ByteRange): ReadableStream<Uint8Array> {
  let handle: FileHandle | undefined;
  let at = start;
  const close = async () => {
    const open = handle;
    handle = undefined;
    await open?.close();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          handle ??= await open(path);
          const length = Math.min(chunkBytes, end - at + 1);
          const { bytesRead, buffer } =
            length > 0 ? await handle.read(new Uint8Array(length), 0, length, at) : empty;
          if (length > 0 && bytesRead === 0)
            throw new Error(`${path} became shorter while it was read`);
          if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
          at += bytesRead;
          if (at > end) {
            await close();
            controller.close();
          }
        } catch (error) {
          await close();
          throw error;
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}

const empty = { bytesRead: 0, buffer: new Uint8Array() };
