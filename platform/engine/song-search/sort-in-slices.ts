const runLength = 1024;
const stepsASlice = 4096;

/** Sorts numbers by a comparison, pausing every few thousand steps so that other work is not held up. */
export function* sortInSlices(values: Uint32Array, compare: (a: number, b: number) => number): Generator<void, Uint32Array> {
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
      let [left, right] = [begin, middle];
      for (let at = begin; at < end; at++) {
        const takeLeft = left < middle && (right >= end || compare(from[left] as number, from[right] as number) <= 0);
        into[at] = from[takeLeft ? left++ : right++] as number;
        if (++steps % stepsASlice === 0) yield;
      }
    }
    [from, into] = [into, from];
  }
  return from;
}
