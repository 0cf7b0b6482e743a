import type { PlatformClock } from "./platform-clock.client-safe";
import { newEventId, type PlayOut, type PlayOutStore } from "./play-out-store.client-safe";
import type { Sound } from "./sound-choice.client-safe";
import { mediaKeyOf } from "./stored-songs.client-safe";

/**
 * Records the play in progress, so that each play is reported once, however often the page is
 * closed and opened again.
 */
export class PlayRecorder {
  /** The play, the seconds it had on earlier pages, and the position (s) where this page began. */
  #play: { playOut: PlayOut; before: number; from: number } | undefined;

  constructor(
    private readonly store: PlayOutStore,
    private readonly clock: PlatformClock,
    /** Gives the seconds into the sound that plays. */
    private readonly position: () => number,
  ) {}

  get isOn(): boolean {
    return this.#play !== undefined;
  }

  /** Begins a play, or continues the one that an earlier page left. */
  begin(sound: Sound) {
    const playName = nameOf(sound);
    const storedPlay = this.store.current();
    const goesOn =
      playName.itemId !== undefined && storedPlay?.itemId === playName.itemId
        ? storedPlay
        : undefined;
    if (storedPlay && !goesOn) this.store.add(storedPlay);
    const playOut = goesOn ?? {
      ...playName,
      eventId: newEventId(),
      startedAt: new Date(this.clock.now()).toISOString(),
      seconds: 0,
      skew: this.clock.skew,
    };
    this.#play = { playOut, before: playOut.seconds, from: this.position() };
    this.note();
  }

  /** Stores how long the item has played; called often, so that closing a window loses little. */
  note() {
    if (!this.#play) return;
    const { playOut, before, from } = this.#play;
    const secondsHeard = Math.max(0, this.position() - from);
    playOut.seconds = Math.min(3600, Math.round(before + secondsHeard));
    this.store.keepCurrent(playOut);
  }

  /** Ends the play, which then waits to be reported; false if there was none. */
  end({ skipped = false } = {}): boolean {
    if (!this.#play) return false;
    this.note();
    const { playOut } = this.#play;
    this.#play = undefined;
    this.store.add({ ...playOut, ...(skipped && { skipped }) });
    this.store.forgetCurrent();
    return true;
  }

  /**
   * Ends an earlier page's play if its item is not the one due, which `begin` continues; false if
   * there is nothing to end.
   */
  endUnfinished(dueId: string | undefined): boolean {
    const unfinished = this.store.current();
    if (!unfinished || (unfinished.itemId !== undefined && unfinished.itemId === dueId))
      return false;
    this.store.add(unfinished);
    this.store.forgetCurrent();
    return true;
  }
}

/** Names a play's item in the log, or the stored song with the item it replaced and the reason. */
function nameOf({
  item,
  standIn,
}: Sound): Pick<PlayOut, "itemId" | "mediaId" | "insteadOf" | "reason"> {
  if (!standIn) return { itemId: item?.itemId };
  const reason = {
    FAILED: item?.src ? ("UNPLAYABLE" as const) : ("NO_AUDIO" as const),
    SKIPPED: "SKIPPED" as const,
    LOG_OVER: "NO_LOG" as const,
  };
  return {
    // names the song, not the version of its file
    mediaId: mediaKeyOf(standIn.song.src),
    insteadOf: item?.itemId,
    reason: reason[standIn.reason],
  };
}
