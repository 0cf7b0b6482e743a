/** Rows that one statement of a bulk change works on: it ends long before the time limit of a statement, however many rows there are. */
const rowsAtATime = 5_000;

/**
 * All the rows that a bulk change takes, some thousands at a time. `lock` gives and locks the first so many rows after a key, in key order,
 * so that two bulk changes never wait for each other in a circle. Used within one transaction, the change stays all or nothing.
 */
export async function* keySlices<Row extends { id: number }>(
  lock: (after: number, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[], void, undefined> {
  let after = 0;
  for (;;) {
    const rows = await lock(after, rowsAtATime);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    if (rows.length < rowsAtATime) return;
    after = last.id;
  }
}

/** The same of rows whose keys are known: the keys in order, some thousands at a time. */
export function* slicesOf(keys: readonly number[]): Generator<number[], void, undefined> {
  const inOrder = [...keys].sort((one, other) => one - other);
  for (let from = 0; from < inOrder.length; from += rowsAtATime) yield inOrder.slice(from, from + rowsAtATime);
}
