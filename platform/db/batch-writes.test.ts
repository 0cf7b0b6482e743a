import { expect, test } from "vitest";
import { batchWrites } from "./batch-writes.ts";

type Item = { company: number; store: number; plays: number };
const item = (store: number, { company = 1, plays = 1 } = {}): Item => ({ company, store, plays });

/** A run waits until it is let go, and answers each item with the number of the run. */
function open({ runsAtOnce = 1, largest = 10 } = {}) {
  const runs: { items: Item[]; end: (error?: Error) => void }[] = [];
  const take = batchWrites<Item, number>(
    (items) => {
      const number = runs.length;
      return new Promise((resolve, reject) => {
        runs.push({
          items,
          end: (error) => (error ? reject(error) : resolve(items.map(() => number))),
        });
      });
    },
    {
      group: ({ company }) => company,
      key: ({ store }) => store,
      size: ({ plays }) => plays,
      largest,
      runsAtOnce,
    },
  );
  const end = async (run: number, error?: Error) => {
    runs[run]?.end(error);
    await new Promise(setImmediate);
  };
  return { take, end, storesOf: () => runs.map(({ items }) => items.map(({ store }) => store)) };
}

test("what comes first goes at once, and what comes meanwhile goes together, those of another group after it", async () => {
  const { take, end, storesOf } = open();
  const answers = Promise.all(
    [1, 2, 3]
      .map((store) => take(item(store)))
      .concat(take(item(9, { company: 2 })), take(item(4))),
  );
  expect(storesOf()).toEqual([[1]]);
  await end(0);
  expect(storesOf()).toEqual([[1], [2, 3, 4]]);
  await end(1);
  await end(2);
  expect(storesOf()).toEqual([[1], [2, 3, 4], [9]]);
  expect(await answers).toEqual([0, 1, 1, 2, 1]);
});

test("of a key one is under way at a time, in the order they came, though others may run beside it", async () => {
  const { take, end, storesOf } = open({ runsAtOnce: 2 });
  const answers = Promise.all([
    take(item(1)),
    take(item(1)),
    take(item(2)),
    take(item(1)),
    take(item(3)),
  ]);
  expect(storesOf()).toEqual([[1], [2]]);
  await end(1);
  expect(storesOf()).toEqual([[1], [2], [3]]);
  await end(0);
  await end(3);
  await end(4);
  await end(2);
  expect(storesOf()).toEqual([[1], [2], [3], [1], [1]]);
  expect(await answers).toEqual([0, 3, 1, 4, 2]);
});

test("a run takes no more than it may; what is larger goes alone", async () => {
  const { take, end, storesOf } = open();
  const answers = Promise.all(
    [
      item(1),
      item(2, { plays: 6 }),
      item(3, { plays: 5 }),
      item(4, { plays: 4 }),
      item(5, { plays: 99 }),
    ].map(take),
  );
  await end(0);
  await end(1);
  await end(2);
  await end(3);
  expect(storesOf()).toEqual([[1], [2, 4], [3], [5]]);
  await answers;
});

test("where a run fails each of it is done alone, and fails for itself only", async () => {
  const { take, end, storesOf } = open();
  const answers = Promise.allSettled([1, 2, 3].map((store) => take(item(store))));
  await end(0);
  await end(1, new Error("together"));
  await end(2, new Error("alone"));
  await end(3);
  expect(storesOf()).toEqual([[1], [2, 3], [2], [3]]);
  expect(
    (await answers).map((one) => (one.status === "fulfilled" ? one.value : one.reason.message)),
  ).toEqual([0, "alone", 3]);
});
