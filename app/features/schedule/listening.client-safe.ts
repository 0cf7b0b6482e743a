import { elementAt } from "#contract/base/element-at";

/**
 * The two ways to listen through a day: to the start of each song, or to each transition, which is
 * the end of a song and the start of the next.
 */
export const listenModes = ["beginnings", "joints"] as const;
export type ListenMode = (typeof listenModes)[number];

/** Seconds played of each start, and on each side of a transition. */
export const heardSeconds = { beginnings: 10, joints: 5 } as const;

/** A part of a song to play: the song's place in the list, and the seconds in its file. */
export type Stretch = { song: number; from: number; to: number };

/** Lists the parts of the songs to play, in order. */
export function stretchesOf(songs: readonly { seconds: number }[], mode: ListenMode): Stretch[] {
  const stretchSeconds = heardSeconds[mode];
  const beginning = (song: number, seconds: number): Stretch => ({
    song,
    from: 0,
    to: Math.min(stretchSeconds, seconds),
  });
  if (mode === "beginnings") return songs.map(({ seconds }, song) => beginning(song, seconds));
  return songs.flatMap(({ seconds }, song) => {
    const next = songs[song + 1];
    return next
      ? [
          { song, from: Math.max(0, seconds - stretchSeconds), to: seconds },
          beginning(song + 1, next.seconds),
        ]
      : [];
  });
}

/** Finds the part to start a song with: its start, or for transitions its end. */
export function stretchAt(stretches: readonly Stretch[], song: number): number {
  const own = stretches.findLastIndex((stretch) => stretch.song === song);
  return Math.max(0, own);
}

/** A sound that has not moved for this time (ms) is skipped. */
const stalledAfter = 6_000;

type Events = {
  /** A part has started; null once the last one has ended. */
  at: (stretch: number | null) => void;
  /** A song could not be played and was skipped. */
  failed: (song: number) => void;
};

/**
 * Plays the parts one after the other on two audio elements: while one plays, the other seeks to
 * the next part, so that a transition sounds as in the store. The browser loads parts of files by
 * range; nothing is decoded ahead.
 */
export class Listener {
  readonly #decks = [new Audio(), new Audio()] as const;
  readonly #timer: ReturnType<typeof setInterval>;
  #stretches: readonly Stretch[] = [];
  #place = 0;
  #isPlaying = false;
  #lastMove = { at: 0, position: -1 };
  /** The part that each deck holds, even before its file's length is known. */
  readonly #cued = new Map<HTMLAudioElement, Stretch>();

  constructor(
    private readonly sources: readonly string[],
    private readonly events: Events,
  ) {
    this.#timer = setInterval(() => this.#watch(), 100);
    for (const deck of this.#decks) {
      const isOn = () => deck === this.#deckOf(this.#place) && this.#isPlaying;
      deck.addEventListener("ended", () => isOn() && this.#next());
      deck.addEventListener("error", () => isOn() && deck.hasAttribute("src") && this.#skip());
    }
  }

  /** Plays from a song on; stops what plays now. */
  play(of: readonly Stretch[], song: number): void {
    this.#stretches = of;
    this.#start(stretchAt(of, song));
  }

  pause(): void {
    this.#isPlaying = false;
    for (const deck of this.#decks) deck.pause();
  }

  resume(): void {
    this.#isPlaying = true;
    this.#lastMove = { at: Date.now(), position: -1 };
    this.#deckOf(this.#place)
      .play()
      .catch(() => {});
  }

  end(): void {
    this.#stop();
    clearInterval(this.#timer);
  }

  #deckOf(stretch: number): HTMLAudioElement {
    return elementAt(this.#decks, stretch % 2);
  }

  #start(at: number): void {
    for (const deck of this.#decks) deck.pause();
    this.#place = at;
    this.#isPlaying = true;
    this.#lastMove = { at: Date.now(), position: -1 };
    this.events.at(at);
    this.#cue(at);
    this.#deckOf(at)
      .play()
      .catch(
        (error: unknown) =>
          error instanceof DOMException && error.name === "NotSupportedError" && this.#skip(),
      );
    this.#cue(at + 1);
  }

  #cue(at: number): void {
    const stretch = this.#stretches[at];
    const src = stretch && this.sources[stretch.song];
    if (!stretch || src === undefined) return;
    const deck = this.#deckOf(at);
    if (this.#cued.get(deck) === stretch) return;
    this.#cued.set(deck, stretch);
    deck.preload = "metadata";
    if (deck.getAttribute("src") !== src) deck.src = src;
    const seek = () => {
      if (this.#cued.get(deck) !== stretch) return;
      // the file's own length decides where its end is
      const isEnd = stretch.from > 0 && Number.isFinite(deck.duration);
      deck.currentTime = isEnd
        ? Math.max(0, deck.duration - (stretch.to - stretch.from))
        : stretch.from;
    };
    if (deck.readyState >= deck.HAVE_METADATA) seek();
    else deck.addEventListener("loadedmetadata", seek, { once: true });
  }

  #next(): void {
    if (this.#place + 1 < this.#stretches.length) this.#start(this.#place + 1);
    else {
      this.#stop();
      this.events.at(null);
    }
  }

  #skip(): void {
    const stretch = this.#stretches[this.#place];
    if (!stretch || !this.#isPlaying) return;
    this.events.failed(stretch.song);
    this.#next();
  }

  /** Ends a part that is over, and skips a sound that does not move. */
  #watch(): void {
    const stretch = this.#stretches[this.#place];
    if (!this.#isPlaying || !stretch) return;
    const { currentTime } = this.#deckOf(this.#place);
    const hasMoved = currentTime !== this.#lastMove.position;
    if (hasMoved) this.#lastMove = { at: Date.now(), position: currentTime };
    if (stretch.from === 0 && currentTime >= stretch.to) this.#next();
    else if (!hasMoved && Date.now() - this.#lastMove.at > stalledAfter) this.#skip();
  }

  #stop(): void {
    this.#isPlaying = false;
    this.#cued.clear();
    for (const deck of this.#decks) {
      deck.pause();
      deck.removeAttribute("src");
      deck.load(); // ends the request
    }
  }
}
