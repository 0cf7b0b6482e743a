import { itemsAhead, type PlayerItem } from "./player-item.client-safe";
import type { Stock } from "./stock.client-safe";
import { chooseEvicted, providedUntil } from "./stored-songs.client-safe";

/** The music that the player can play without the network. */
export type Provision = {
  /** The time (ms) until which the log can play; null if unknown. */
  until: number | null;
  /** False if the page cannot store anything, for example because it was not loaded over HTTPS. */
  keeps: boolean;
  /** Bytes that this site uses in the browser, and its limit. */
  used: number;
  quota: number;
  /** True if the browser promised not to delete the storage by itself. */
  persisted: boolean;
  isFull: boolean;
};

/** 2 Mbit/s: a gigabyte takes about an hour and leaves the store's line free. */
const bytesASecond = 256 * 1024;
/** Files that play within this time (ms) are loaded at full speed. */
const urgent = 10 * 60_000;
/**
 * Bytes kept free of songs, or a tenth of a small storage, because page, log and plays need
 * them.
 */
const reserve = 16 * 1024 * 1024;
/** If the page can store nothing, this many files ahead go through the browser's own cache. */
const unstored = 8;

/** Loads the log's audio in playing order, one file at a time, and makes room for it. */
export class Loader {
  #running: Promise<void> | undefined;
  #isFull = false;
  #room = { used: 0, quota: 0, persisted: false };
  readonly #missing = new Set<string>();

  constructor(
    private readonly stock: Stock,
    private readonly log: () => { items: PlayerItem[]; now: number },
    private readonly changed: () => void,
  ) {}

  /** Loads what the log still needs; a call during a run joins that run. */
  run(): Promise<void> {
    this.#running ??= this.#loadAhead().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Tries missing files again, because they may have been added since. */
  forgetMissing() {
    this.#missing.clear();
  }

  provision(): Provision {
    const { items, now } = this.log();
    const { keeps } = this.stock;
    // a stored song plays in place of a file that does not exist
    const isProvided = (src: string) => this.stock.has(src) || this.#missing.has(src);
    return {
      ...this.#room,
      isFull: this.#isFull,
      keeps,
      until: keeps ? providedUntil(items, now, isProvided) : null,
    };
  }

  async #loadAhead() {
    if (this.stock.keeps) await this.stock.recount();
    if (this.#isFull && !this.#evictedFor(this.#nextMissing())) return;
    this.#isFull = false;
    await this.#measure();
    for (let next = this.#nextMissing(); next; next = this.#nextMissing()) {
      const began = Date.now();
      this.#isFull = this.#isCrowded() && !(await this.#makeRoomFor(next));
      if (this.#isFull) break;
      const { result, bytes } = await this.stock.load(next, next.src);
      if (result === "unreachable") break;
      if (result === "missing") this.#missing.add(next.src);
      this.#isFull = result === "full" && !(await this.#makeRoomFor(next));
      if (this.#isFull) break;
      await this.#measure();
      this.changed();
      if (next.startsAt - this.log().now > urgent)
        await pause((bytes / bytesASecond) * 1000 - (Date.now() - began));
    }
    this.changed();
  }

  #nextMissing(): (PlayerItem & { src: string }) | undefined {
    const { items, now } = this.log();
    const ahead = itemsAhead(items, now);
    const isWanted = (item: PlayerItem): item is PlayerItem & { src: string } =>
      item.src !== null && !this.stock.has(item.src) && !this.#missing.has(item.src);
    return (this.stock.keeps ? ahead : ahead.slice(0, unstored)).find(isWanted);
  }

  async #makeRoomFor(item: PlayerItem): Promise<boolean> {
    const evicted = this.#evictedFor(item);
    if (evicted) await this.stock.remove(evicted.src);
    return evicted !== undefined;
  }

  #evictedFor(item: PlayerItem | undefined) {
    const { items, now } = this.log();
    return item && chooseEvicted(this.stock.songs(), items, now, item.startsAt);
  }

  #isCrowded(): boolean {
    const { used, quota } = this.#room;
    return quota > 0 && quota - used < Math.min(reserve, quota / 10);
  }

  async #measure() {
    if (!this.stock.keeps || !navigator.storage?.estimate) return;
    try {
      const { usage = 0, quota = 0 } = await navigator.storage.estimate();
      this.#room = { used: usage, quota, persisted: await navigator.storage.persisted() };
    } catch {
      // the browser does not say, so the last figures stay
    }
  }
}

const pause = (ms: number) =>
  ms > 0 ? new Promise<void>((resolve) => setTimeout(resolve, ms)) : undefined;
