import type { PlayOut as SentPlayOut } from "#contract/player/endpoints";
import type { PlayerStorage } from "./player-storage.client-safe";

/**
 * One play as it is reported to the platform. `skew` is how far (ms) the clock that timed it was
 * ahead of this computer's.
 */
export type PlayOut = SentPlayOut & { skew: number };

export type PlayOutStore = ReturnType<typeof playOutStore>;

/**
 * Keeps plays in the browser until the platform has taken them, even if the network fails, the
 * window closes or the session ends. Each play has its own entry, so that two windows never
 * overwrite each other's.
 */
export function playOutStore(storage: PlayerStorage, storeId: number) {
  const prefix = `fever.play-out.${storeId}.`;
  const currentKey = `fever.playing.${storeId}`;
  const keys = () => storage.keys().filter((key) => key.startsWith(prefix));
  return {
    /** Stores a play to report; leaves out plays too short to be heard. */
    add(play: PlayOut) {
      if (play.seconds >= 1) storage.setItem(prefix + play.eventId, JSON.stringify(play));
    },
    waiting: (): number => keys().length,
    /** True if all plays outlive this page, because the browser's storage took them. */
    isSafe: (): boolean => keys().every(storage.isWritten),
    /** Gives some plays to report, the oldest first, all timed by the same clock. */
    batch(size: number): PlayOut[] {
      const plays = keys().flatMap((key) => read(storage, key) ?? []);
      const [first, ...others] = plays.sort((a, b) => a.startedAt.localeCompare(b.startedAt));
      return first
        ? [first, ...others.filter(({ skew }) => skew === first.skew)].slice(0, size)
        : [];
    },
    /** Removes plays that the platform has taken. */
    settle(plays: Pick<PlayOut, "eventId">[]) {
      for (const { eventId } of plays) storage.removeItem(prefix + eventId);
    },
    /**
     * The play in progress, so that a page opened again continues it instead of counting it
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
    const play: PlayOut | null = JSON.parse(storage.getItem(key) ?? "null");
    if (play && typeof play.eventId === "string" && typeof play.startedAt === "string")
      return { ...play, skew: play.skew ?? 0 };
  } catch {
    // not ours, or cut off: removed below
  }
  storage.removeItem(key);
  return undefined;
}

/** Makes a random UUID, because crypto.randomUUID exists only on HTTPS and localhost. */
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
