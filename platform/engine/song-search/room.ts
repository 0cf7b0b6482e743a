/**
 * Bytes by song that one search after the other works in. Made anew for each, a megabyte a search,
 * they would have the garbage collector go over all that the process holds every thirty searches.
 */
export class Room {
  #bytes = new Uint8Array();

  /** Gives so many zeros; the next call uses their memory again. */
  blank(length: number): Uint8Array {
    if (this.#bytes.length < length) this.#bytes = new Uint8Array(length);
    return this.#bytes.subarray(0, length).fill(0);
  }
}
