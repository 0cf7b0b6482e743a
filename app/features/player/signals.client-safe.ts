import type { PlayerSignal } from "#contract/player/words";

/** A stream silent for this time (ms) counts as cut, or as held back by a proxy. */
const silentAfter = 45_000;
/** Milliseconds until a refused or cut stream is opened again. */
const againAfter = 60_000;
/** Milliseconds within which an unanswered request is made again; each time twice as many. */
const askAgainWithin = { first: 4_000, most: 60_000 };

/**
 * Listens to the platform's server-sent events, which say when to ask for something new. What they
 * lead to gives false where no answer came, and is asked again. A silent stream is closed and
 * opened again later. `isHeard` is false while none works; then the caller has to ask at intervals.
 */
export function hearSignals(address: string, ask: Record<PlayerSignal, () => Promise<boolean>>) {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isHeard = false;

  function open() {
    if (typeof EventSource === "undefined") return;
    source = new EventSource(address);
    source.addEventListener("hello", noteSpeech);
    source.addEventListener("pulse", noteSpeech);
    for (const signal of ["schedule", "commands"] as const)
      source.addEventListener(signal, ({ data }: MessageEvent<string>) => {
        noteSpeech();
        askWithin(Number(data), ask[signal], askAgainWithin.first);
      });
    source.addEventListener("error", () => {
      isHeard = false;
      // a browser reopens a stream that was cut, but not one that was refused
      if (source?.readyState === EventSource.CLOSED) giveUp();
    });
    setTimer(silentAfter, giveUp);
  }

  /** Asks at a random time, which spreads the stores' requests. */
  function askWithin(ms: number, request: () => Promise<boolean>, again: number) {
    setTimeout(async () => {
      if ((await request()) || !isHeard) return;
      askWithin(again, request, Math.min(2 * again, askAgainWithin.most));
    }, Math.random() * ms);
  }

  function noteSpeech() {
    isHeard = true;
    setTimer(silentAfter, giveUp);
  }

  function giveUp() {
    close();
    setTimer(againAfter, open);
  }

  function close() {
    clearTimeout(timer);
    source?.close();
    source = undefined;
    isHeard = false;
  }

  function setTimer(ms: number, next: () => void) {
    clearTimeout(timer);
    timer = setTimeout(next, ms);
  }

  open();
  return { isHeard: () => isHeard, close };
}
