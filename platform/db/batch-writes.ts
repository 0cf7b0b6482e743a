/**
 * How work is batched: the items of a run share a `group`; of each `key` only one item is under way
 * at a time; `size` is how much of a run's `largest` an item uses up.
 */
type Terms<Item> = {
  group: (item: Item) => unknown;
  key: (item: Item) => unknown;
  size: (item: Item) => number;
  largest: number;
  runsAtOnce: number;
};

/**
 * Batches work that takes as few statements for many items as for one: items that come while
 * `runsAtOnce` batches are under way wait and go together, in order; an idle server starts at once.
 * `run` does several, all or none, and answers in their order. If a batch fails, retries each item
 * alone.
 */
export function batchWrites<Item, Answer>(
  run: (items: Item[]) => Promise<Answer[]>,
  { group, key, size, largest, runsAtOnce }: Terms<Item>,
): (item: Item) => Promise<Answer> {
  type WaitingItem = {
    item: Item;
    resolve: (answer: Answer) => void;
    reject: (reason: unknown) => void;
  };
  let waiting: WaitingItem[] = [];
  let running = 0;
  const underWay = new Set<unknown>();

  async function work(): Promise<void> {
    running++;
    for (let some = takeSome(); some.length > 0; some = takeSome()) {
      for (const { item } of some) underWay.add(key(item));
      await answer(some);
      for (const { item } of some) underWay.delete(key(item));
    }
    running--;
  }

  function takeSome(): WaitingItem[] {
    const [some, others]: [WaitingItem[], WaitingItem[]] = [[], []];
    const blockedKeys = new Set(underWay);
    let room = largest;
    for (const one of waiting) {
      const { item } = one;
      const fits =
        some[0] === undefined || (size(item) <= room && group(item) === group(some[0].item));
      const goes = fits && !blockedKeys.has(key(item));
      (goes ? some : others).push(one);
      blockedKeys.add(key(item)); // keeps the items of a key in order
      if (goes) room -= size(item);
    }
    waiting = others;
    return some;
  }

  async function answer(some: WaitingItem[]): Promise<void> {
    try {
      const answers = await run(some.map(({ item }) => item));
      for (const [place, { resolve }] of some.entries()) resolve(answers[place] as Answer);
    } catch (error) {
      if (some.length === 1) some[0]?.reject(error);
      else for (const one of some) await answer([one]);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running < runsAtOnce) void work();
    });
}
