/** Places of a list as bits, 32 at a time. */
export type Bits = Int32Array;

export const noBits = (size: number): Bits => new Int32Array((size + 31) >>> 5);

export function allBits(size: number): Bits {
  const bits = noBits(size).fill(-1);
  if (size % 32 > 0) bits[bits.length - 1] = (1 << (size % 32)) - 1;
  return bits;
}

export const hasBit = (bits: Bits, at: number): boolean =>
  (((bits[at >>> 5] as number) >>> (at & 31)) & 1) === 1;

export function setBits(bits: Bits, places: Uint32Array): void {
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as number;
    bits[place >>> 5] = (bits[place >>> 5] as number) | (1 << (place & 31));
  }
}

export function clearBit(bits: Bits, place: number): void {
  bits[place >>> 5] = (bits[place >>> 5] as number) & ~(1 << (place & 31));
}

/** Gives the bits that are not set, of `size` bits. */
export function complement(bits: Bits, size: number): Bits {
  const others = allBits(size);
  for (let word = 0; word < bits.length; word++)
    others[word] = (others[word] as number) & ~(bits[word] as number);
  return others;
}

export function countBits(bits: Bits): number {
  let count = 0;
  for (let word = 0; word < bits.length; word++) count += bitsIn(bits[word] as number);
  return count;
}

/** The places that are set, in their order. */
export function placesOf(bits: Bits): Uint32Array {
  const places = new Uint32Array(countBits(bits));
  for (let word = 0, next = 0; next < places.length; word++) {
    for (let bitsLeft = bits[word] as number; bitsLeft !== 0; bitsLeft &= bitsLeft - 1)
      places[next++] = 32 * word + 31 - Math.clz32(bitsLeft & -bitsLeft);
  }
  return places;
}

export function bitsIn(value: number): number {
  let v = value - ((value >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
