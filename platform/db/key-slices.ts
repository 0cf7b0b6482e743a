import { sql } from "drizzle-orm";

/**
 * Rows that one statement of a bulk change works on: it ends long before the time limit of a
 * statement, however many rows there are.
 */
const rowsAtATime = 5_000;

/**
 * The result of one statement of a bulk change: the number of rows found and locked, of those
 * changed, and the last one's key.
 */
export type Slice = { found: number; changed: number; last: number };

/** Ends the statement: reports its `selected` and `changed` rows. */
export const sliceOf = sql`select count(*)::int as found, (select count(*)::int from changed) as changed,
  coalesce(max(id), 0)::float8 as last from selected`;

/**
 * Changes all rows that match, some thousands at a time. `change` takes the first `limit`
 * rows after a key, in key order, so that two bulk changes never deadlock. It is one statement that
 * returns no rows: reading thousands of them would keep this process from all other
 * work (LOAD-1). Within one transaction, the change stays all or
 * nothing.
 */
export async function changeInSlices(change: (after: number, limit: number) => Promise<Slice>) {
  const counts = { changed: 0, unchanged: 0 };
  for (let after = 0; ; ) {
    const { found: rowCount, changed, last } = await change(after, rowsAtATime);
    counts.changed += changed;
    counts.unchanged += rowCount - changed;
    if (rowCount < rowsAtATime) return counts;
    after = last;
  }
}

/** For rows whose keys are known: the keys in order, some thousands at a time. */
export function* slicesOf(keys: readonly number[]): Generator<number[], void, undefined> {
  const inOrder = [...keys].sort((one, other) => one - other);
  for (let from = 0; from < inOrder.length; from += rowsAtATime)
    yield inOrder.slice(from, from + rowsAtATime);
}
