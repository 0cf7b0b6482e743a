/** A reader that takes nothing for this long (ms) loses its place. */
const STALLED_AFTER = 60_000;

/**
 * The writing end of a byte stream whose writer waits until the reader wants more. Written here because a TransformStream that is
 * aborted while its reader stalls keeps the writer waiting.
 */
export class CsvOutlet {
  readonly readable: ReadableStream<Uint8Array>;
  readonly #ended: AbortController;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #resume = () => {};

  /** @param ended ends both sides: it is aborted here when the reader cancels or stalls, and whoever aborts it errors the stream. */
  constructor(ended: AbortController) {
    this.#ended = ended;
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#resume(),
        cancel: (reason) => ended.abort(reason ?? new Error("the reader went away")),
      },
      { highWaterMark: 1 },
    );
    ended.signal.addEventListener(
      "abort",
      () => {
        this.#controller?.error(ended.signal.reason);
        this.#resume();
      },
      { once: true },
    );
  }

  /** Resolves when the reader wants more; throws the reason once the stream has ended. */
  async write(chunk: Uint8Array): Promise<void> {
    this.#ended.signal.throwIfAborted();
    this.#controller?.enqueue(chunk);
    if ((this.#controller?.desiredSize ?? 0) > 0) return;
    const stalled = setTimeout(() => this.#ended.abort(new Error("the reader took nothing for a minute")), STALLED_AFTER);
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
    });
    clearTimeout(stalled);
    this.#ended.signal.throwIfAborted();
  }

  close(): void {
    this.#ended.signal.throwIfAborted();
    this.#controller?.close();
  }
}
