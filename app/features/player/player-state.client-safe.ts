import type { PauseReason } from "#contract/player/words";
import type { Rival } from "./claim.client-safe";
import type { Provision } from "./loader.client-safe";
import type { PlayerItem, PlayerSchedule } from "./player-item.client-safe";
import type { PlayerMemory, SongReport } from "./player-memory.client-safe";
import type { Sound } from "./sound-choice.client-safe";

/** The player's state, as the page draws it. */
export type PlayerState = {
  /** "ready" until somebody presses Start. */
  phase: "ready" | "playing" | "waiting" | "elsewhere";
  /**
   * The device that plays the store while the phase is "elsewhere"; null if none does, because this
   * device was signed out.
   */
  rival: Rival | null;
  /** The item that the log has for now. */
  item: PlayerItem | null;
  sound: Sound | null;
  /** Seconds into the item. */
  position: number;
  next: PlayerItem[];
  /** The log, and the settings that the platform sends with it. */
  schedule: PlayerSchedule;
  /** The platform's time in milliseconds. */
  now: number;
  volume: number;
  skipsLeft: number;
  /** Plays not reported yet, and whether the browser keeps them when this page closes. */
  waiting: number;
  isSafe: boolean;
  link: "online" | "signed-out" | "unreachable";
  provision: Provision;
  problem: string | null;
  /** Set while somebody has paused the music; `until` (ms) is when it starts again by itself. */
  pause: { reason: PauseReason; until: number } | null;
  /** The songs reported here as unsuitable for the store. */
  songReports: SongReport[];
  /** Messages from the office that nobody here has confirmed. */
  messages: { id: number; text: string }[];
};

/** Holds the player's state, and tells the page of each change. */
export class ObservedState {
  readonly #listeners = new Set<() => void>();

  constructor(public current: PlayerState) {}

  subscribe(listener: () => void) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  change(part: Partial<PlayerState>) {
    this.current = { ...this.current, ...part };
    for (const listener of this.#listeners) listener();
  }
}

/** Counts how often songs may still be skipped in the hour before an instant (ms). */
export function skipsLeft({ skipsAnHour }: PlayerSchedule, memory: PlayerMemory, now: number) {
  return Math.max(0, skipsAnHour - memory.skips(now - hourMs).length);
}

const hourMs = 3_600_000;
