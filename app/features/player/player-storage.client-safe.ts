export type PlayerStorage = ReturnType<typeof playerStorage>;
type BrowserStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** The first data to go in a full storage, because files and log restore most of it. */
const songBook = "fever.songs.";
export const songBookOf = (storeId: number) => songBook + storeId;

/**
 * The browser's local storage without its exceptions. A value that it refuses, being full or
 * forbidden, stays in this page and is written as soon as there is room. `open` may throw.
 */
export function playerStorage(open: () => BrowserStorage) {
  const storage = attempt(open);
  const unwritten = new Map<string, string>();
  const writtenKeys = () =>
    Array.from({ length: storage?.length ?? 0 }, (_, at) => storage?.key(at) ?? "");

  const write = (key: string, value: string): boolean =>
    attempt(() => {
      if (!storage) return false;
      storage.setItem(key, value);
      unwritten.delete(key);
      return true;
    }) ?? false;

  function dropSongBooks() {
    for (const key of writtenKeys()) if (key.startsWith(songBook)) storage?.removeItem(key);
  }

  return {
    getItem: (key: string): string | null => unwritten.get(key) ?? storage?.getItem(key) ?? null,
    setItem(key: string, value: string) {
      if (write(key, value)) return;
      unwritten.set(key, value);
      if (key.startsWith(songBook)) return;
      dropSongBooks();
      write(key, value);
    },
    removeItem(key: string) {
      unwritten.delete(key);
      storage?.removeItem(key);
      for (const [waiting, value] of unwritten) write(waiting, value);
    },
    keys: (): string[] => [...new Set([...writtenKeys(), ...unwritten.keys()])],
    /** True if the value outlives this page. */
    isWritten: (key: string): boolean => !unwritten.has(key),
  };
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
