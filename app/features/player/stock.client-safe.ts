import { playerMediaPath } from "./paths";
import type { PlayerItem } from "./player-item.client-safe";
import { type PlayerStorage, songBookOf } from "./player-storage.client-safe";
import {
  audioCacheOf,
  audioCachesBut,
  isOutOfRoom,
  storedAddressOf,
} from "./stored-files.client-safe";
import type { StoredSong } from "./stored-songs.client-safe";

/**
 * "full": the browser has no more room. "missing": the platform has no such file. "unreachable":
 * try again.
 */
export type LoadOutcome = { result: "stored" | "full" | "missing" | "unreachable"; bytes: number };
export type Stock = Awaited<ReturnType<typeof openStock>>;

/**
 * The audio stored for a store in this browser, in Cache Storage; details of the songs are in local
 * storage. Without Cache Storage (a page loaded without HTTPS, or a browser that
 * refuses it) files only pass through the browser's cache, and nothing plays without the network.
 * Nothing here throws.
 */
export async function openStock(storeId: number, storage: PlayerStorage) {
  const cacheName = audioCacheOf(storeId);
  const bookKey = songBookOf(storeId);
  /** Describes songs, including those that are not stored (yet). */
  const songBook = readBook(storage.getItem(bookKey));
  const songs = new Map<string, StoredSong>();
  const keeps = await recount();
  if (keeps) await dropOtherStores(storeId).catch(() => {});
  const save = () => storage.setItem(bookKey, JSON.stringify([...songs.values()]));

  /**
   * Reads what is stored: the worker deletes songs to make room, and a browser may delete all of
   * them. False if the cache cannot be opened.
   */
  async function recount(): Promise<boolean> {
    try {
      const requests = await (await caches.open(cacheName)).keys();
      const stored = new Set(
        requests
          .map(({ url }) => new URL(url).pathname)
          .filter((src) => src.startsWith(playerMediaPath)),
      );
      for (const src of songs.keys()) if (!stored.has(src)) songs.delete(src);
      for (const src of stored)
        if (!songs.has(src)) songs.set(src, songBook.get(src) ?? unknownSong(src));
      return true;
    } catch {
      return false;
    }
  }

  return {
    keeps,
    recount,
    has: (src: string) => songs.has(src),
    /**
     * Gives the address to load a file from; a stored file has its own, which the
     * worker answers.
     */
    addressOf: (src: string) =>
      keeps && songs.has(src) && navigator.serviceWorker?.controller ? storedAddressOf(src) : src,
    songs: (): StoredSong[] => [...songs.values()],
    /** Loads a whole file and stores it as it arrives. */
    async load(
      { kind, title, artist, cueIn, cueOut }: PlayerItem,
      src: string,
    ): Promise<LoadOutcome> {
      const response = await fetch(src, {
        redirect: "manual",
        ...(keeps && { cache: "no-store" }),
      }).catch(() => undefined);
      if (!response?.ok)
        return { result: response?.status === 404 ? "missing" : "unreachable", bytes: 0 };
      const bytes = Number(response.headers.get("Content-Length"));
      try {
        if (keeps) await (await caches.open(cacheName)).put(src, response);
        else await response.arrayBuffer();
      } catch (error) {
        return { result: isOutOfRoom(error) ? "full" : "unreachable", bytes: 0 };
      }
      songs.set(src, {
        src,
        kind,
        title,
        artist,
        cueIn,
        cueOut,
        heardAt: songBook.get(src)?.heardAt ?? 0,
      });
      save();
      return { result: "stored", bytes };
    },
    /** True if the platform still lets the store play a file, or cannot be reached. */
    async isAllowed(src: string): Promise<boolean> {
      const response = await fetch(src, {
        method: "HEAD",
        redirect: "manual",
        cache: "no-store",
      }).catch(() => undefined);
      return response?.status !== 404;
    },
    async remove(src: string) {
      songs.delete(src);
      save();
      if (keeps)
        await caches
          .open(cacheName)
          .then((cache) => cache.delete(src))
          .catch(() => {});
    },
    noteHeard(src: string, at: number) {
      const song = songs.get(src) ?? songBook.get(src) ?? unknownSong(src);
      song.heardAt = at;
      songBook.set(src, song);
      save();
    },
  };
}

async function dropOtherStores(storeId: number) {
  for (const name of audioCachesBut(storeId, await caches.keys())) await caches.delete(name);
}

const unknownSong = (src: string): StoredSong => ({
  src,
  kind: "MUSIC",
  title: "Song",
  artist: null,
  heardAt: 0,
});

function readBook(text: string | null): Map<string, StoredSong> {
  try {
    const songs = JSON.parse(text ?? "[]") as StoredSong[];
    return new Map(songs.map((song) => [song.src, song]));
  } catch {
    return new Map(); // cut off or not ours; the files are still there
  }
}
