import { Duplex } from "node:stream";

interface WireEnds {
  /** The reason why no connection can be made, if there is one. */
  open(): Error | undefined;
  send(bytes: Uint8Array): void;
  close(): void;
}

/**
 * Stands in for pg's socket: carries PostgreSQL's wire protocol to the embedded engine's thread
 * and back.
 */
export class Wire extends Duplex {
  readonly #ends: WireEnds;

  constructor(ends: WireEnds) {
    super();
    this.#ends = ends;
  }

  receive(bytes: Uint8Array): void {
    this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  connect(): this {
    const refused = this.#ends.open();
    process.nextTick(() => (refused ? this.destroy(refused) : this.emit("connect")));
    return this;
  }

  // pg calls these on a socket
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: string, callback: () => void): void {
    if (bytes[0] !== TERMINATE) this.#ends.send(Uint8Array.from(bytes));
    callback();
  }

  override _writev(chunks: { chunk: Buffer }[], callback: () => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), "", callback);
  }

  override _final(callback: () => void): void {
    this.#ends.close();
    this.push(null);
    callback();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#ends.close();
    callback(error);
  }
}

/** 'X', which pg sends before it hangs up. */
const TERMINATE = 0x58;
