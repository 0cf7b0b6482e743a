import { LRUCache } from "lru-cache";

type MakeOptions<T> = {
  at: number;
  make: () => Promise<T>;
  /** False for a value that is made so quickly that it is not worth its memory. */
  isLarge?: (value: T) => boolean;
};

/** In milliseconds. */
type Ages = {
  /** Below this age, a remembered value is returned as it is. */
  freshFor: number;
  /** Below this age, it is returned while a new one is made. Above it, callers wait. */
  givenFor: number;
};

/**
 * Caches values that are expensive to make. Concurrent callers share one run; a fresh value is
 * returned at once, and a stale one while it is refreshed in the background.
 */
export function remembered<T extends object>({ freshFor, givenFor }: Ages) {
  const cache = new LRUCache<string, { at: number; value: T }>({ max: 500 });
  const running = new Map<string, Promise<T>>();
  const makeOnce = (
    key: string,
    { at, make, isLarge = () => true }: MakeOptions<T>,
  ): Promise<T> => {
    const pendingValue: Promise<T> =
      running.get(key) ??
      make()
        .then((value) => {
          // forgotten while it was made: it may lack the change, so it is not cached
          if (running.get(key) === pendingValue && isLarge(value)) cache.set(key, { at, value });
          return value;
        })
        .finally(() => {
          if (running.get(key) === pendingValue) running.delete(key);
        });
    running.set(key, pendingValue);
    return pendingValue;
  };
  return {
    async recall(key: string, options: MakeOptions<T>): Promise<T> {
      const cachedAnswer = cache.get(key);
      const age = cachedAnswer ? options.at - cachedAnswer.at : Number.POSITIVE_INFINITY;
      if (!cachedAnswer || age >= givenFor) return makeOnce(key, options);
      // a failed refresh is not reported here: it throws once the cached value is too old
      if (age >= freshFor) makeOnce(key, options).catch(() => {});
      return cachedAnswer.value;
    },

    /** Forgets all values whose key begins like this, also those being made. */
    forget(beginning: string): void {
      for (const entries of [cache, running])
        for (const key of entries.keys()) if (key.startsWith(beginning)) entries.delete(key);
    },
  };
}
