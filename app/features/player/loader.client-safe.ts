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

/** 2 Mbit/s: a gigabyte takes about an hour and leaves the shop's line free. */
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
export function createLoader(
  stock: Stock,
  log: () => { items: PlayerItem[]; now: number },
  changed: () => void,
) {
  let running: Promise<void> | undefined;
  let isFull = false;
  let room = { used: 0, quota: 0, persisted: false };
  const missing = new Set<string>();

  async function loadAhead() {
    if (stock.keeps) await stock.recount();
    if (isFull && !evictedFor(nextMissing())) return;
    isFull = false;
    await measure();
    for (let next = nextMissing(); next; next = nextMissing()) {
      const began = Date.now();
      isFull = isCrowded() && !(await makeRoomFor(next));
      if (isFull) break;
      const { result, bytes } = await stock.load(next, next.src);
      if (result === "unreachable") break;
      if (result === "missing") missing.add(next.src);
      isFull = result === "full" && !(await makeRoomFor(next));
      if (isFull) break;
      await measure();
      changed();
      if (next.startsAt - log().now > urgent)
        await pause((bytes / bytesASecond) * 1000 - (Date.now() - began));
    }
    changed();
  }

  function nextMissing(): (PlayerItem & { src: string }) | undefined {
    const { items, now } = log();
    const ahead = itemsAhead(items, now);
    const isWanted = (item: PlayerItem): item is PlayerItem & { src: string } =>
      item.src !== null && !stock.has(item.src) && !missing.has(item.src);
    return (stock.keeps ? ahead : ahead.slice(0, unstored)).find(isWanted);
  }

  async function makeRoomFor(item: PlayerItem): Promise<boolean> {
    const evicted = evictedFor(item);
    if (evicted) await stock.remove(evicted.src);
    return evicted !== undefined;
  }
  function evictedFor(item: PlayerItem | undefined) {
    const { items, now } = log();
    return item && chooseEvicted(stock.songs(), items, now, item.startsAt);
  }

  const isCrowded = () =>
    room.quota > 0 && room.quota - room.used < Math.min(reserve, room.quota / 10);

  async function measure() {
    if (!stock.keeps || !navigator.storage?.estimate) return;
    try {
      const { usage = 0, quota = 0 } = await navigator.storage.estimate();
      room = { used: usage, quota, persisted: await navigator.storage.persisted() };
    } catch {
      // the browser does not tell, so the last figures stand
    }
  }

  return {
    /** Loads what the log still needs; a call during a run joins that run. */
    run(): Promise<void> {
      running ??= loadAhead().finally(() => {
        running = undefined;
      });
      return running;
    },
    /** Tries missing files again, because they may have been added since. */
    forgetMissing: () => missing.clear(),
    provision(): Provision {
      const { items, now } = log();
      // a stored song plays in place of a file that does not exist
      const isProvided = (src: string) => stock.has(src) || missing.has(src);
      return {
        ...room,
        isFull,
        keeps: stock.keeps,
        until: stock.keeps ? providedUntil(items, now, isProvided) : null,
      };
    },
  };
}

const pause = (ms: number) =>
  ms > 0 ? new Promise<void>((resolve) => setTimeout(resolve, ms)) : undefined;
