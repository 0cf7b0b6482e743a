/**
 * A byte per song, reused by one search after the other. A new array for each (a megabyte) would
 * make the garbage collector walk the whole heap every thirty searches.
 */
export class Room {
  #bytes = new Uint8Array();

  /** Gives `length` zeros; the next call reuses their memory. */
  blank(length: number): Uint8Array {
    if (this.#bytes.length < length) this.#bytes = new Uint8Array(length);
    return this.#bytes.subarray(0, length).fill(0);
  }
}
