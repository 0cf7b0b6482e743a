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

/**
 * The audio stored for a store in this browser, in Cache Storage; details of the songs are in local
 * storage. Without Cache Storage (a page loaded without HTTPS, or a browser that
 * refuses it) files only pass through the browser's cache, and nothing plays without the network.
 * Nothing here throws.
 */
export class Stock {
  /** False if nothing can be stored. */
  keeps = false;
  readonly #cacheName: string;
  readonly #bookKey: string;
  /** Describes songs, including those that are not stored (yet). */
  readonly #songBook: Map<string, StoredSong>;
  readonly #songs = new Map<string, StoredSong>();

  private constructor(
    storeId: number,
    private readonly storage: PlayerStorage,
  ) {
    this.#cacheName = audioCacheOf(storeId);
    this.#bookKey = songBookOf(storeId);
    this.#songBook = readBook(storage.getItem(this.#bookKey));
  }

  static async open(storeId: number, storage: PlayerStorage): Promise<Stock> {
    const stock = new Stock(storeId, storage);
    stock.keeps = await stock.recount();
    if (stock.keeps) await dropOtherStores(storeId).catch(() => {});
    return stock;
  }

  /**
   * Reads what is stored: the worker deletes songs to make room, and a browser may delete all of
   * them. False if the cache cannot be opened.
   */
  async recount(): Promise<boolean> {
    try {
      const requests = await (await caches.open(this.#cacheName)).keys();
      const stored = new Set(
        requests
          .map(({ url }) => new URL(url).pathname)
          .filter((src) => src.startsWith(playerMediaPath)),
      );
      for (const src of this.#songs.keys()) if (!stored.has(src)) this.#songs.delete(src);
      for (const src of stored) if (!this.has(src)) this.#songs.set(src, this.#describe(src));
      return true;
    } catch {
      return false;
    }
  }

  has(src: string): boolean {
    return this.#songs.has(src);
  }

  songs(): StoredSong[] {
    return [...this.#songs.values()];
  }

  /**
   * Gives the address to load a file from; a stored file has its own, which the
   * worker answers.
   */
  addressOf(src: string): string {
    const isStored = this.keeps && this.has(src) && navigator.serviceWorker?.controller;
    return isStored ? storedAddressOf(src) : src;
  }

  /** Loads a whole file and stores it as it arrives. */
  async load(
    { kind, title, artist, cueIn, cueOut }: PlayerItem,
    src: string,
  ): Promise<LoadOutcome> {
    const response = await fetch(src, {
      redirect: "manual",
      ...(this.keeps && { cache: "no-store" }),
    }).catch(() => undefined);
    if (!response?.ok)
      return { result: response?.status === 404 ? "missing" : "unreachable", bytes: 0 };
    const bytes = Number(response.headers.get("Content-Length"));
    try {
      if (this.keeps) await (await caches.open(this.#cacheName)).put(src, response);
      else await response.arrayBuffer();
    } catch (error) {
      return { result: isOutOfRoom(error) ? "full" : "unreachable", bytes: 0 };
    }
    const heardAt = this.#songBook.get(src)?.heardAt ?? 0;
    this.#songs.set(src, { src, kind, title, artist, cueIn, cueOut, heardAt });
    this.#save();
    return { result: "stored", bytes };
  }

  /** True if the platform still lets the store play a file, or cannot be reached. */
  async isAllowed(src: string): Promise<boolean> {
    const response = await fetch(src, {
      method: "HEAD",
      redirect: "manual",
      cache: "no-store",
    }).catch(() => undefined);
    return response?.status !== 404;
  }

  async remove(src: string) {
    this.#songs.delete(src);
    this.#save();
    if (this.keeps)
      await caches
        .open(this.#cacheName)
        .then((cache) => cache.delete(src))
        .catch(() => {});
  }

  noteHeard(src: string, at: number) {
    const song = this.#songs.get(src) ?? this.#describe(src);
    song.heardAt = at;
    this.#songBook.set(src, song);
    this.#save();
  }

  #describe(src: string): StoredSong {
    return this.#songBook.get(src) ?? unknownSong(src);
  }

  #save() {
    this.storage.setItem(this.#bookKey, JSON.stringify(this.songs()));
  }
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
    const songs: StoredSong[] = JSON.parse(text ?? "[]");
    return new Map(songs.map((song) => [song.src, song]));
  } catch {
    return new Map(); // cut off or not ours; the files are still there
  }
}
