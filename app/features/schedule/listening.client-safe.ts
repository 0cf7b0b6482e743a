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
export function createListener(sources: readonly string[], events: Events) {
  const decks = [new Audio(), new Audio()] as const;
  let stretches: readonly Stretch[] = [];
  let place = 0;
  let isPlaying = false;
  let moved = { at: 0, position: -1 };
  /** The part that each deck holds, even before its file's length is known. */
  const cued = new Map<HTMLAudioElement, Stretch>();
  const timer = setInterval(watch, 100);
  const deckOf = (stretch: number) => decks[stretch % 2] as HTMLAudioElement;
  for (const deck of decks) {
    deck.addEventListener("ended", () => deck === deckOf(place) && isPlaying && next());
    deck.addEventListener(
      "error",
      () => deck === deckOf(place) && isPlaying && deck.hasAttribute("src") && skip(),
    );
  }

  function cue(at: number): void {
    const stretch = stretches[at];
    const src = stretch && sources[stretch.song];
    if (!stretch || src === undefined) return;
    const deck = deckOf(at);
    if (cued.get(deck) === stretch) return;
    cued.set(deck, stretch);
    deck.preload = "metadata";
    if (deck.getAttribute("src") !== src) deck.src = src;
    const seek = () => {
      if (cued.get(deck) !== stretch) return;
      // the file's own length decides where its end is
      const isEnd = stretch.from > 0 && Number.isFinite(deck.duration);
      deck.currentTime = isEnd
        ? Math.max(0, deck.duration - (stretch.to - stretch.from))
        : stretch.from;
    };
    if (deck.readyState >= deck.HAVE_METADATA) seek();
    else deck.addEventListener("loadedmetadata", seek, { once: true });
  }

  function start(at: number): void {
    for (const deck of decks) deck.pause();
    place = at;
    isPlaying = true;
    moved = { at: Date.now(), position: -1 };
    events.at(at);
    cue(at);
    deckOf(at)
      .play()
      .catch(
        (error: unknown) =>
          error instanceof DOMException && error.name === "NotSupportedError" && skip(),
      );
    cue(at + 1);
  }

  function next(): void {
    if (place + 1 < stretches.length) start(place + 1);
    else {
      stop();
      events.at(null);
    }
  }

  function skip(): void {
    const stretch = stretches[place];
    if (!stretch || !isPlaying) return;
    events.failed(stretch.song);
    next();
  }

  /** Ends a part that is over, and skips a sound that does not move. */
  function watch(): void {
    const stretch = stretches[place];
    if (!isPlaying || !stretch) return;
    const { currentTime } = deckOf(place);
    const hasMoved = currentTime !== moved.position;
    if (hasMoved) moved = { at: Date.now(), position: currentTime };
    if (stretch.from === 0 && currentTime >= stretch.to) next();
    else if (!hasMoved && Date.now() - moved.at > stalledAfter) skip();
  }

  function stop(): void {
    isPlaying = false;
    cued.clear();
    for (const deck of decks) {
      deck.pause();
      deck.removeAttribute("src");
      deck.load(); // ends the request
    }
  }

  return {
    /** Plays from a song on; stops what plays now. */
    play(of: readonly Stretch[], song: number) {
      stretches = of;
      start(stretchAt(of, song));
    },
    pause() {
      isPlaying = false;
      for (const deck of decks) deck.pause();
    },
    resume() {
      isPlaying = true;
      moved = { at: Date.now(), position: -1 };
      deckOf(place)
        .play()
        .catch(() => {});
    },
    end() {
      stop();
      clearInterval(timer);
    },
  };
}
