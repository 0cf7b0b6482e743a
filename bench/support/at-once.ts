/**
 * Does work for each of the items, `atOnce` at a time. Gives the number done per second.
 * Rejects with the first that fails.
 */
export async function perSecond<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<number> {
  const left = items.values();
  const began = performance.now();
  const lane = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return (items.length * 1000) / (performance.now() - began);
}
