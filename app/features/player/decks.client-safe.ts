/** The events that the active deck reports. */
export type DeckEvents = {
  playing: () => void;
  ended: () => void;
  failed: (src: string) => void;
  blocked: () => void;
};

/** The positions in its file (s) between which a sound plays. */
export type Cues = { cueIn?: number | undefined; cueOut?: number | null | undefined };

/** Milliseconds over which a cut sound fades. */
const fadeMs = 800;
const fadeSteps = 8;
/**
 * A sound that has not moved for this long (ms) has failed, even if the browser still waits.
 */
const stalledAfter = 6_000;

/**
 * Two audio elements: while one plays, the other loads the next sound, so that no gap is
 * heard. A sound that is cut fades under the next one.
 */
export class Decks {
  /** From 0 to 1. */
  volume = 1;
  readonly #decks = [this.#makeDeck(), this.#makeDeck()] as const;
  #active: HTMLAudioElement = this.#decks[0];
  #isPlaying = false;
  /** The cues of the sound that plays (s). */
  #cueIn = 0;
  #cueOut = Number.POSITIVE_INFINITY;
  #moved = { at: 0, position: -1 };
  readonly #fading = new Map<HTMLAudioElement, ReturnType<typeof setInterval>>();

  constructor(
    /** Gives a sound's current address. */
    private readonly addressOf: (src: string) => string,
    private readonly events: DeckEvents,
  ) {}

  /** Loads a sound on the idle deck, so that an unreadable one fails before its time. */
  cue(src: string) {
    const deck = this.#other();
    if (!this.#fading.has(deck)) this.#hold(deck, src);
  }

  /** Starts a sound `from` seconds after its `cueIn`. */
  play(src: string, from: number, cues: Cues) {
    this.#fadeOut(this.#active);
    this.#active = this.#other();
    this.#endFade(this.#active);
    this.#cueIn = cues.cueIn ?? 0;
    this.#cueOut = cues.cueOut ?? Number.POSITIVE_INFINITY;
    this.#begin(src, this.#cueIn + from);
  }

  /** Fades the current sound; plays nothing after it. */
  stop() {
    this.#isPlaying = false;
    this.#fadeOut(this.#active);
  }

  setVolume(volume: number) {
    this.volume = volume;
    if (!this.#fading.has(this.#active)) this.#active.volume = volume;
  }

  /** Seconds since the sound's `cueIn`. */
  position(): number {
    return Math.max(0, this.#active.currentTime - this.#cueIn);
  }

  /** Seconds left of the sound; NaN while it does not play. */
  left(): number {
    return this.#isPlaying && !this.#active.paused
      ? Math.min(this.#active.duration, this.#cueOut) - this.#active.currentTime
      : Number.NaN;
  }

  /**
   * Call about once a second: reports a sound that has stalled on the network as failed. A paused
   * sound is left alone.
   */
  checkProgress() {
    const { paused, currentTime } = this.#active;
    if (!this.#isPlaying || paused || currentTime !== this.#moved.position) {
      this.#moved = { at: performance.now(), position: currentTime };
    } else if (performance.now() - this.#moved.at > stalledAfter) {
      this.#active.pause();
      this.#fail(this.#active);
    }
  }

  #makeDeck(): HTMLAudioElement {
    const deck = new Audio();
    deck.preload = "auto";
    deck.addEventListener("playing", () => this.#sounds(deck) && this.events.playing());
    deck.addEventListener("ended", () => this.#end(deck));
    deck.addEventListener("timeupdate", () => {
      if (deck.currentTime < this.#cueOut || !this.#sounds(deck)) return;
      deck.pause();
      this.#end(deck);
    });
    deck.addEventListener("error", () => this.#fail(deck));
    return deck;
  }

  #sounds(deck: HTMLAudioElement): boolean {
    return deck === this.#active && this.#isPlaying;
  }

  #end(deck: HTMLAudioElement) {
    if (!this.#sounds(deck)) return;
    this.#isPlaying = false;
    this.events.ended();
  }

  /** Reports a failed sound; if it has been stored since, loads it from the store instead. */
  #fail(deck: HTMLAudioElement) {
    const src = sourceOf(deck);
    if (!src) return;
    const isStoredSince = deck.getAttribute("src") !== this.addressOf(src);
    if (isStoredSince && this.#sounds(deck)) return this.#begin(src, deck.currentTime);
    if (isStoredSince) return this.#hold(deck, src);
    if (deck === this.#active) this.#isPlaying = false;
    this.events.failed(src);
  }

  #other(): HTMLAudioElement {
    return this.#active === this.#decks[0] ? this.#decks[1] : this.#decks[0];
  }

  #hold(deck: HTMLAudioElement, src: string) {
    const address = this.addressOf(src);
    if (deck.getAttribute("src") !== address || deck.error) deck.src = address;
  }

  #begin(src: string, from: number) {
    this.#isPlaying = true;
    this.#moved = { at: performance.now(), position: -1 };
    this.#hold(this.#active, src);
    this.#active.volume = this.volume;
    this.#active.currentTime = from;
    this.#active.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "NotAllowedError") this.events.blocked();
    });
  }

  #fadeOut(deck: HTMLAudioElement) {
    if (this.#fading.has(deck)) return;
    if (deck.paused || deck.ended) return deck.pause();
    let step = fadeSteps;
    const from = deck.volume;
    const timer = setInterval(() => {
      step--;
      deck.volume = Math.max(0, (from * step) / fadeSteps);
      if (step <= 0) this.#endFade(deck);
    }, fadeMs / fadeSteps);
    this.#fading.set(deck, timer);
  }

  #endFade(deck: HTMLAudioElement) {
    clearInterval(this.#fading.get(deck));
    if (this.#fading.delete(deck)) deck.pause();
  }
}

const sourceOf = (deck: HTMLAudioElement): string | undefined =>
  deck.hasAttribute("src") ? new URL(deck.src, location.href).pathname : undefined;
