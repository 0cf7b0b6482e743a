import type { PlayOut as SentPlayOut } from "#contract/player/endpoints";
import type { PlayerStorage } from "./player-storage.client-safe";

/**
 * One play, as the platform takes it, and how far (ms) the clock that it was timed by was ahead of
 * this computer's.
 */
export type PlayOut = SentPlayOut & { skew: number };

export type PlayOutStore = ReturnType<typeof playOutStore>;

/**
 * Keeps plays in the browser until the platform has taken them, through a lost network, a closed
 * window and the end of the session. Each play has an entry of its own, so that two windows never
 * overwrite each other's.
 */
export function playOutStore(storage: PlayerStorage, storeId: number) {
  const prefix = `fever.play-out.${storeId}.`;
  const currentKey = `fever.playing.${storeId}`;
  const keys = () => storage.keys().filter((key) => key.startsWith(prefix));
  return {
    /** Keeps a play to be told; those too short to have been heard are left out. */
    add(play: PlayOut) {
      if (play.seconds >= 1) storage.setItem(prefix + play.eventId, JSON.stringify(play));
    },
    waiting: (): number => keys().length,
    /** True if all outlive this page: the browser's storage is neither full nor refused. */
    isSafe: (): boolean => keys().every(storage.isWritten),
    /** Some of those to be told, the oldest first, all timed by the same clock. */
    batch(size: number): PlayOut[] {
      const plays = keys().flatMap((key) => read(storage, key) ?? []);
      const [first, ...others] = plays.sort((a, b) => a.startedAt.localeCompare(b.startedAt));
      return first
        ? [first, ...others.filter(({ skew }) => skew === first.skew)].slice(0, size)
        : [];
    },
    /** The platform has settled these. */
    settle(plays: Pick<PlayOut, "eventId">[]) {
      for (const { eventId } of plays) storage.removeItem(prefix + eventId);
    },
    /**
     * The play that goes on, so that a page opened anew goes on with it rather than counting it
     * twice.
     */
    current: (): PlayOut | undefined => read(storage, currentKey),
    keepCurrent(play: PlayOut) {
      storage.setItem(currentKey, JSON.stringify(play));
    },
    forgetCurrent() {
      storage.removeItem(currentKey);
    },
  };
}

function read(storage: PlayerStorage, key: string): PlayOut | undefined {
  try {
    const play = JSON.parse(storage.getItem(key) ?? "null") as PlayOut | null;
    if (play && typeof play.eventId === "string" && typeof play.startedAt === "string")
      return { ...play, skew: play.skew ?? 0 };
  } catch {
    // not ours, or cut: dropped below
  }
  storage.removeItem(key);
  return undefined;
}

/** A random UUID; crypto.randomUUID is there on https and localhost only. */
export function newEventId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join("-");
}
