/** Milliseconds until a refused stream is opened again. */
const againAfter = 60_000;

/** Server-sent events at an address, and the name of the event that announces a change. */
export type Signals = { address: string; event: string };

/**
 * Calls `heed` at each such event, until the function that it gives is called. Browsers reopen a
 * stream that was cut, but not one that was refused, as while the server is restarted: that one is
 * opened again each minute, because screens in control rooms stay open for weeks.
 */
export function hearEvent({ address, event }: Signals, heed: () => void): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function open() {
    source = new EventSource(address);
    source.addEventListener(event, heed);
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, againAfter);
    });
  }
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
