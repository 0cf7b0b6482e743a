import type { PlayerSignal } from "#contract/player/words";

/** Without a word for this time (ms) a stream is cut, or kept back by a proxy on the way. */
const silentAfter = 45_000;
/** A stream that was refused, or cut, is opened again after this time (ms). */
const againAfter = 60_000;

/**
 * Hears from the platform when there is something to ask for, by server-sent events at the address.
 * A stream that says nothing is given up and opened again later: `isHeard` tells whether one speaks,
 * and while none does its caller asks by the clock.
 */
export function hearSignals(address: string, ask: Record<PlayerSignal, () => void>) {
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
        setTimeout(ask[signal], Math.random() * Number(data)); // not all shops at once
      });
    source.addEventListener("error", () => {
      isHeard = false;
      // the browser opens one that was cut by itself, but not one that was refused
      if (source?.readyState === EventSource.CLOSED) giveUp();
    });
    setTimer(silentAfter, giveUp);
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
