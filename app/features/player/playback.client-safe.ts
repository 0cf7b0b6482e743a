import { type PauseReason, pauseMinutes } from "#contract/player/words";
import { Decks } from "./decks.client-safe";
import type { Loader } from "./loader.client-safe";
import type { PlatformClock } from "./platform-clock.client-safe";
import type { PlayOutStore } from "./play-out-store.client-safe";
import { PlayRecorder } from "./play-recorder.client-safe";
import { itemAt, itemsAfter, soundAlike } from "./player-item.client-safe";
import type { PlayerMemory } from "./player-memory.client-safe";
import { type ObservedState, skipsLeft } from "./player-state.client-safe";
import type { PublishedLog } from "./published-log.client-safe";
import { isSpot, type Sound, SoundChoice } from "./sound-choice.client-safe";
import type { Stock } from "./stock.client-safe";
import { playerTexts } from "./texts";

type PlaybackNeeds = {
  store: PlayOutStore;
  stock: Stock;
  memory: PlayerMemory;
  clock: PlatformClock;
  log: PublishedLog;
  loader: Loader;
  state: ObservedState;
  /** Called when a play is over and waits to be reported. */
  playEnded: () => void;
  /** Called when a sound has begun. */
  playBegan: () => void;
  /** Called when a person pauses the music, and when it goes on. */
  pauseChanged: () => void;
  /** Called when the browser refuses sound until somebody presses a button. */
  blocked: () => void;
};

const tickEvery = 500;
/** An item started later than this (s) continues from where it would be by now. */
const joinAfter = 2;
/** The next sound is loaded this long (ms) before it starts. */
const cueAhead = 20_000;

/** Sounds the log by the clock, and records what plays. */
export class Playback {
  readonly #choice: SoundChoice;
  readonly #decks: Decks;
  readonly #recorder: PlayRecorder;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly needs: PlaybackNeeds) {
    const { store, stock, clock, log } = needs;
    this.#choice = new SoundChoice(stock, log, clock);
    this.#decks = new Decks((src) => stock.addressOf(src), {
      playing: () => this.#beginPlay(),
      ended: () => this.#soundEnded(),
      failed: (src) => this.#soundFailed(src),
      blocked: needs.blocked,
    });
    this.#recorder = new PlayRecorder(store, clock, () => this.#decks.position());
  }

  get isOn(): boolean {
    return this.#timer !== undefined;
  }

  start() {
    this.#timer = setInterval(this.#tick, tickEvery);
    this.#tick();
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#endPlay();
    this.#decks.stop();
    this.needs.state.change({ phase: "ready", item: null, sound: null, pause: null });
  }

  /**
   * Pauses the music, which starts again by itself after these minutes. Items that would have
   * played meanwhile are not played later.
   */
  pause(reason: PauseReason, minutes: number = pauseMinutes.usual) {
    const { clock, state, pauseChanged } = this.needs;
    if (!this.isOn) return;
    this.#endPlay();
    this.#decks.stop();
    const until = clock.now() + minutes * 60_000;
    state.change({ sound: null, item: null, phase: "waiting", pause: { reason, until } });
    pauseChanged();
  }

  resume() {
    this.needs.state.change({ pause: null });
    this.#tick();
    this.needs.pauseChanged();
  }

  /** The address of the file that plays, and for how many seconds already; null in silence. */
  get currentSound(): { src: string; seconds: number } | null {
    const { sound } = this.needs.state.current;
    return sound && this.#recorder.isOn
      ? { src: sound.src, seconds: Math.round(this.#decks.position()) }
      : null;
  }

  /** Plays a stored song instead of the rest of this one. Spots cannot be skipped. */
  skip() {
    const { state, memory, clock } = this.needs;
    const { sound, item } = state.current;
    if (!sound || isSpot(sound.item) || this.#skipsLeft() === 0) return;
    this.#choice.noteSkipped(sound);
    const next = this.#choice.soundFor(item);
    if (!next) return;
    memory.keepSkip(clock.now());
    this.#endPlay({ skipped: true });
    this.#turnTo(next);
    state.change({ skipsLeft: this.#skipsLeft() });
  }

  /** The volume that plays, 0 to 1. */
  get volume(): number {
    return this.#decks.volume;
  }

  /** Sets the volume (0 to 100) until the platform sets another. */
  setVolume(volume: number) {
    const { memory, log, state } = this.needs;
    this.#decks.setVolume(volume / 100);
    memory.keepVolume(volume, log.schedule.volume);
    state.change({ volume });
  }

  /** Takes over the settings that the platform has sent with the log. */
  followSettings() {
    const { memory, log, state } = this.needs;
    const { schedule } = log;
    const volume = memory.volume(schedule.volume);
    this.#decks.setVolume(volume / 100);
    state.change({ schedule, volume });
  }

  /** Tries failed files again, because the network may be back. */
  forgetFailures() {
    this.#choice.forgetFailures();
  }

  /** Stores the current play when the window closes, so that the next one continues it. */
  keepPlay() {
    this.#recorder.note();
  }

  /** Ends an earlier page's play if its item is over. */
  endUnfinished() {
    const due = itemAt(this.needs.log.items, this.needs.clock.now());
    if (this.#recorder.endUnfinished(due?.itemId)) this.needs.playEnded();
  }

  /** Brings sound and page to the present instant: the item that is due now plays. */
  #tick = () => {
    const { state, clock, log } = this.needs;
    if (!this.isOn) return;
    const { pause } = state.current;
    if (pause && clock.now() < pause.until) return state.change({ now: clock.now() });
    if (pause) return this.resume();
    const due = itemAt(log.items, clock.now());
    const { sound } = state.current;
    if (sound?.item && due && sound.item.itemId !== due.itemId && soundAlike(sound.item, due))
      state.change({ sound: { ...sound, item: due } });
    else if (!this.#choice.isRight(sound, due, this.#decks.left()))
      this.#turnTo(this.#choice.soundFor(due));
    state.change({ item: due });
    this.#decks.checkProgress();
    this.#recorder.note();
    this.#prepareNext();
    const isStandIn = Boolean(state.current.sound?.standIn);
    const elapsedSeconds = isStandIn || !due ? 0 : (clock.now() - due.startsAt) / 1000;
    const isSounding = this.#recorder.isOn || isStandIn;
    state.change({
      ...log.upcoming(),
      position: Math.max(0, isSounding ? this.#decks.position() : elapsedSeconds),
      skipsLeft: this.#skipsLeft(),
    });
  };

  /** Loads the next item, and waits for its exact start, which matters at the top of the hour. */
  #prepareNext() {
    const now = this.needs.clock.now();
    const [next] = itemsAfter(this.needs.log.items, now, 1);
    if (!next) return;
    const wait = next.startsAt - now;
    if (next.src && wait < cueAhead && !this.#choice.hasFailed(next.src)) this.#decks.cue(next.src);
    if (wait < tickEvery) setTimeout(this.#tick, wait);
  }

  #turnTo(sound: Sound | null) {
    const { state, clock, loader } = this.needs;
    this.#endPlay();
    state.change({
      sound,
      phase: sound ? "playing" : "waiting",
      problem: sound || !state.current.item ? null : playerTexts.notLoaded,
    });
    if (!sound) return this.#decks.stop();
    const { src, item, standIn } = sound;
    const late = item && !standIn ? (clock.now() - item.startsAt) / 1000 : 0;
    this.#decks.play(src, late > joinAfter ? late : 0, standIn?.song ?? item ?? {});
    if (standIn) {
      this.#choice.noteStandIn(sound);
      void this.#withdrawUnlessAllowed(sound);
    }
    void loader.run();
  }

  /** Removes a stored song that the store may no longer play, and plays another. */
  async #withdrawUnlessAllowed(sound: Sound) {
    const { stock, state } = this.needs;
    if (await stock.isAllowed(sound.src)) return;
    await stock.remove(sound.src);
    if (state.current.sound === sound) this.#turnTo(this.#choice.soundFor(state.current.item));
  }

  #soundEnded() {
    const { state } = this.needs;
    const { sound } = state.current;
    this.#endPlay();
    if (sound) this.#choice.noteEnded(sound);
    state.change({ sound: null, phase: "waiting" });
    const next = this.#choice.gaplessAfter(sound);
    if (next) this.#turnTo(next);
    else this.#tick();
  }

  #soundFailed(src: string) {
    const { stock, state, loader } = this.needs;
    this.#choice.noteFailed(src);
    if (stock.keeps)
      void stock.remove(src).then(() => state.change({ provision: loader.provision() }));
    if (state.current.sound?.src !== src) return;
    this.#endPlay();
    state.change({ sound: null });
    this.#tick();
  }

  #beginPlay() {
    const { stock, state, clock } = this.needs;
    const { sound } = state.current;
    if (!sound || this.#recorder.isOn) return;
    this.#choice.notePlaying(sound);
    stock.noteHeard(sound.src, clock.now());
    this.#recorder.begin(sound);
    state.change({ problem: null });
    this.needs.playBegan();
  }

  #endPlay(how?: { skipped: boolean }) {
    if (this.#recorder.end(how)) this.needs.playEnded();
  }

  #skipsLeft(): number {
    const { log, memory, clock } = this.needs;
    return skipsLeft(log.schedule, memory, clock.now());
  }
}
