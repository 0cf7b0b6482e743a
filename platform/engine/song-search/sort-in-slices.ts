const runLength = 1024;
const stepsASlice = 4096;

/**
 * Sorts the numbers below a length by a comparison, stably; pauses every few
 * thousand steps.
 */
export function* orderOf(
  length: number,
  compare: (a: number, b: number) => number,
): Generator<void, Uint32Array> {
  const numbers = upTo(length);
  yield;
  return yield* sortInSlices(numbers, (a, b) => compare(a, b) || a - b);
}

/** Gives the place of each number in an order. */
export function* placesIn(order: Uint32Array): Generator<void, Uint32Array> {
  const places = new Uint32Array(order.length);
  for (let at = 0; at < order.length; at++) {
    places[order[at] as number] = at;
    if (at % stepsASlice === 0) yield;
  }
  return places;
}

export function upTo(length: number): Uint32Array {
  const numbers = new Uint32Array(length);
  for (let at = 0; at < length; at++) numbers[at] = at;
  return numbers;
}

/**
 * Sorts numbers by a comparison, pausing every few thousand steps so that other work is not held
 * up.
 */
function* sortInSlices(
  values: Uint32Array,
  compare: (a: number, b: number) => number,
): Generator<void, Uint32Array> {
  let from: Uint32Array = values;
  for (let begin = 0; begin < from.length; begin += runLength) {
    from.subarray(begin, begin + runLength).sort(compare);
    yield;
  }
  let into: Uint32Array = new Uint32Array(values.length);
  let steps = 0;
  for (let width = runLength; width < values.length; width *= 2) {
    for (let begin = 0; begin < values.length; begin += 2 * width) {
      const middle = Math.min(begin + width, values.length);
      const end = Math.min(begin + 2 * width, values.length);
      let left = begin;
      let right = middle;
      for (let at = begin; at < end; at++) {
        const takeLeft =
          left < middle &&
          (right >= end || compare(from[left] as number, from[right] as number) <= 0);
        into[at] = from[takeLeft ? left++ : right++] as number;
        if (++steps % stepsASlice === 0) yield;
      }
    }
    [from, into] = [into, from];
  }
  return from;
}
