/**
 * The rate (bytes per second) at which a reader must take a download at least. Slower ones lose
 * their place to others.
 */
const LEAST_RATE = 16 * 1024;
/** Milliseconds that a reader may fall behind that rate; faster moments make up for slower ones. */
const PATIENCE = 20_000;

/**
 * The writing end of a byte stream whose writer waits until the reader wants more. Written here
 * because a TransformStream that is aborted while its reader stalls keeps the writer waiting.
 */
export class CsvOutlet {
  readonly readable: ReadableStream<Uint8Array>;
  readonly #ended: AbortController;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #resume = () => {};
  /** Milliseconds that the reader may still be waited for. */
  #patience = PATIENCE;

  /**
   * @param ended ends both sides: it is aborted here when the reader cancels or is too slow, and
   * an abort from elsewhere errors the stream.
   */
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
    const began = performance.now();
    const tooSlow = setTimeout(
      () => this.#ended.abort(new Error("the reader is too slow")),
      this.#patience,
    );
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
    });
    clearTimeout(tooSlow);
    const earned = (chunk.byteLength / LEAST_RATE) * 1000;
    this.#patience = Math.min(PATIENCE, this.#patience - (performance.now() - began) + earned);
    this.#ended.signal.throwIfAborted();
  }

  close(): void {
    this.#ended.signal.throwIfAborted();
    this.#controller?.close();
  }
}
