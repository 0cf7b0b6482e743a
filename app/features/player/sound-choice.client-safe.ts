import type { PlatformClock } from "./platform-clock.client-safe";
import { endOf, hasRunOut, itemsAfter, type PlayerItem } from "./player-item.client-safe";
import type { PublishedLog } from "./published-log.client-safe";
import type { Stock } from "./stock.client-safe";
import { chooseStandIn, type StoredSong } from "./stored-songs.client-safe";

/** The reason why a stored song plays instead of the log's item. */
export type StandInReason = "FAILED" | "SKIPPED" | "LOG_OVER";
/**
 * The sound that plays: an item of the log, or a stored song in its place (`item` is null after
 * the log's end).
 */
export type Sound = {
  src: string;
  item: PlayerItem | null;
  standIn: { song: StoredSong; reason: StandInReason } | null;
};

/**
 * A song with less than this (s) left may end before the next song starts; spots start on time.
 */
const mayRunOut = 3;
/** A song may start this much (ms) early if the one before it has ended. */
const mayBeginEarly = 1_500;
/** Milliseconds until a failed file is tried again; sooner if nothing else can play. */
const retryAfter = { withStock: 5 * 60_000, without: 5_000 };
/**
 * If an item's sound ends too soon, another song fills the rest if at least this much (ms) is
 * left.
 */
const worthFilling = 10_000;

/** Chooses what should sound now: the log's item, or a stored song if the item cannot play. */
export class SoundChoice {
  /** The time (ms) at which each file last failed, by its address. */
  readonly #failedAt = new Map<string, number>();
  /** Items that this player does not play, or not to the end, with the reason. */
  readonly #standInReasons = new Map<string, StandInReason>();
  /** Items whose file, or whose stand-in, has played to the end. */
  readonly #ended = new Set<string>();
  #lastStandIn: string | null = null;

  constructor(
    private readonly stock: Stock,
    private readonly log: PublishedLog,
    private readonly clock: PlatformClock,
  ) {}

  /** Gives the sound for the item that is due; null for silence. */
  soundFor(due: PlayerItem | null): Sound | null {
    const { items, schedule } = this.log;
    const now = this.clock.now();
    const reason = due ? this.#reasonAgainst(due) : hasRunOut(items, now) ? "LOG_OVER" : undefined;
    if (due?.src && !reason) return { src: due.src, item: due, standIn: null };
    if (!reason) return null;
    const playable = this.stock.songs().filter(({ src }) => !this.hasFailed(src));
    const song = chooseStandIn(playable, items, {
      now,
      last: this.#lastStandIn,
      rest: schedule.rest,
    });
    return song ? { src: song.src, item: due, standIn: { song, reason } } : null;
  }

  /** True if a sound, of which `secondsLeft` remain, is what should play now. */
  isRight(sound: Sound | null, due: PlayerItem | null, secondsLeft: number): boolean {
    const now = this.clock.now();
    if (!sound) return due ? this.#isOver(due) : !hasRunOut(this.log.items, now);
    if (sound.item && sound.item.startsAt > now) return true; // started a little early
    if (due ? sound.item?.itemId === due.itemId : !sound.item && hasRunOut(this.log.items, now))
      return true;
    return isSpot(due) ? false : !sound.standIn && secondsLeft < mayRunOut;
  }

  /** Gives the next song if it may follow at once one that has just ended; else null. */
  gaplessAfter(sound: Sound | null): Sound | null {
    const now = this.clock.now();
    const [next] = itemsAfter(this.log.items, now, 1);
    const isGapless =
      next &&
      sound?.item?.kind === "MUSIC" &&
      !isSpot(next) &&
      next.startsAt - now < mayBeginEarly &&
      this.#reasonAgainst(next) === undefined;
    return isGapless ? this.soundFor(next) : null;
  }

  hasFailed(src: string): boolean {
    const after = this.stock.songs().length > 0 ? retryAfter.withStock : retryAfter.without;
    return Date.now() - (this.#failedAt.get(src) ?? Number.NEGATIVE_INFINITY) < after;
  }

  noteFailed(src: string) {
    this.#failedAt.set(src, Date.now());
  }

  notePlaying({ src }: Sound) {
    this.#failedAt.delete(src);
  }

  noteStandIn({ src }: Sound) {
    this.#lastStandIn = src;
  }

  noteEnded({ item, standIn }: Sound) {
    if (!item) return;
    this.#ended.add(item.itemId);
    if (!standIn) this.#standInReasons.set(item.itemId, "FAILED");
  }

  noteSkipped({ item }: Sound) {
    if (item) this.#standInReasons.set(item.itemId, "SKIPPED");
  }

  forgetFailures() {
    this.#failedAt.clear();
  }

  #reasonAgainst(item: PlayerItem): StandInReason | undefined {
    return (
      this.#standInReasons.get(item.itemId) ??
      (!item.src || this.hasFailed(item.src) ? "FAILED" : undefined)
    );
  }

  /**
   * True if an item's sound has ended with so little time left that the player waits in silence for
   * the next item.
   */
  #isOver = (due: PlayerItem) =>
    this.#ended.has(due.itemId) && endOf(due) - this.clock.now() < worthFilling;
}

export const isSpot = (item: PlayerItem | null) => item !== null && item.kind !== "MUSIC";
