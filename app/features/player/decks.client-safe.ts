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
 * heard. A sound that is cut fades under the next one. `addressOf` gives a sound's current
 * address.
 */
export function createDecks(addressOf: (src: string) => string, events: DeckEvents) {
  const decks = [makeDeck(), makeDeck()] as const;
  let active: HTMLAudioElement = decks[0];
  let volume = 1;
  let isPlaying = false;
  /** The cues of the sound that plays (s). */
  let cueIn = 0;
  let cueOut = Number.POSITIVE_INFINITY;
  let moved = { at: 0, position: -1 };
  const fading = new Map<HTMLAudioElement, ReturnType<typeof setInterval>>();

  function makeDeck(): HTMLAudioElement {
    const deck = new Audio();
    deck.preload = "auto";
    deck.addEventListener("playing", () => deck === active && isPlaying && events.playing());
    deck.addEventListener("ended", () => end(deck));
    deck.addEventListener("timeupdate", () => {
      if (deck.currentTime < cueOut || deck !== active || !isPlaying) return;
      deck.pause();
      end(deck);
    });
    deck.addEventListener("error", () => fail(deck));
    return deck;
  }

  function end(deck: HTMLAudioElement) {
    if (deck !== active || !isPlaying) return;
    isPlaying = false;
    events.ended();
  }

  /** Reports a failed sound; if it has been stored since, loads it from the store instead. */
  function fail(deck: HTMLAudioElement) {
    const src = sourceOf(deck);
    if (!src) return;
    const isStoredSince = deck.getAttribute("src") !== addressOf(src);
    if (isStoredSince && deck === active && isPlaying) return begin(src, deck.currentTime);
    if (isStoredSince) return hold(deck, src);
    if (deck === active) isPlaying = false;
    events.failed(src);
  }
  const other = () => (active === decks[0] ? decks[1] : decks[0]);

  function hold(deck: HTMLAudioElement, src: string) {
    const address = addressOf(src);
    if (deck.getAttribute("src") !== address || deck.error) deck.src = address;
  }

  function begin(src: string, from: number) {
    isPlaying = true;
    moved = { at: performance.now(), position: -1 };
    hold(active, src);
    active.volume = volume;
    active.currentTime = from;
    active.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "NotAllowedError") events.blocked();
    });
  }

  function fadeOut(deck: HTMLAudioElement) {
    if (fading.has(deck)) return;
    if (deck.paused || deck.ended) return deck.pause();
    let step = fadeSteps;
    const from = deck.volume;
    const timer = setInterval(() => {
      step--;
      deck.volume = Math.max(0, (from * step) / fadeSteps);
      if (step <= 0) endFade(deck);
    }, fadeMs / fadeSteps);
    fading.set(deck, timer);
  }
  function endFade(deck: HTMLAudioElement) {
    clearInterval(fading.get(deck));
    if (fading.delete(deck)) deck.pause();
  }

  return {
    /** Loads a sound on the idle deck, so that an unreadable one fails before its time. */
    cue(src: string) {
      const deck = other();
      if (!fading.has(deck)) hold(deck, src);
    },
    /** Starts a sound `from` seconds after its `cueIn`. */
    play(src: string, from: number, cues: Cues) {
      fadeOut(active);
      active = other();
      endFade(active);
      [cueIn, cueOut] = [cues.cueIn ?? 0, cues.cueOut ?? Number.POSITIVE_INFINITY];
      begin(src, cueIn + from);
    },
    /** Fades the current sound; plays nothing after it. */
    stop() {
      isPlaying = false;
      fadeOut(active);
    },
    setVolume(newVolume: number) {
      volume = newVolume;
      if (!fading.has(active)) active.volume = newVolume;
    },
    volume: () => volume,
    /** Seconds since the sound's `cueIn`. */
    position: () => Math.max(0, active.currentTime - cueIn),
    /** Seconds left of the sound; NaN while it does not play. */
    left: () =>
      isPlaying && !active.paused
        ? Math.min(active.duration, cueOut) - active.currentTime
        : Number.NaN,
    /**
     * Call about once a second: reports a sound that has stalled on the network as failed. A paused
     * sound is left alone.
     */
    checkProgress() {
      if (!isPlaying || active.paused || active.currentTime !== moved.position) {
        moved = { at: performance.now(), position: active.currentTime };
      } else if (performance.now() - moved.at > stalledAfter) {
        active.pause();
        fail(active);
      }
    },
  };
}

const sourceOf = (deck: HTMLAudioElement): string | undefined =>
  deck.hasAttribute("src") ? new URL(deck.src, location.href).pathname : undefined;
