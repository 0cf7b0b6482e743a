/** A browser's storage: a map with its methods, that holds `room` characters. */
export function browserStorage(room = Number.POSITIVE_INFINITY) {
  const map = new Map<string, string>();
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem(key: string, value: string) {
      const used = [...map].reduce(
        (sum, [name, text]) => sum + (name === key ? 0 : name.length + text.length),
        0,
      );
      if (used + key.length + value.length > room)
        throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      map.set(key, value);
    },
    removeItem: (key: string) => void map.delete(key),
    key: (at: number) => [...map.keys()][at] ?? null,
    get length() {
      return map.size;
    },
  };
}
