/** Groups items by the key that `of` gives; items and keys keep their order. */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  of: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = of(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

export const byStore = <Item extends { storeId: number }>(items: Iterable<Item>) =>
  groupBy(items, ({ storeId }) => storeId);
