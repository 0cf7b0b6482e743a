import { LRUCache } from "lru-cache";

type Making<T> = {
  at: number;
  make: () => Promise<T>;
  /** False for what is so quickly made that it is not worth its memory. */
  isLarge?: (value: T) => boolean;
};

/** In milliseconds. */
type Ages = {
  /** For so long what is remembered is as good as new. */
  freshFor: number;
  /** Until then it is given while it is made anew behind; what is older is waited for. */
  givenFor: number;
};

/**
 * Remembers what is dear to make: it is made once for all who ask at the same time, given while it
 * is fresh, and then while it is made anew.
 */
export function remembered<T extends object>({ freshFor, givenFor }: Ages) {
  const cache = new LRUCache<string, { at: number; value: T }>({ max: 500 });
  const running = new Map<string, Promise<T>>();
  const makeOnce = (key: string, { at, make, isLarge = () => true }: Making<T>): Promise<T> => {
    const making: Promise<T> =
      running.get(key) ??
      make()
        .then((value) => {
          // what changed meanwhile may be in it or not
          if (running.get(key) === making && isLarge(value)) cache.set(key, { at, value });
          return value;
        })
        .finally(() => {
          if (running.get(key) === making) running.delete(key);
        });
    running.set(key, making);
    return making;
  };
  return {
    async recall(key: string, making: Making<T>): Promise<T> {
      const cachedAnswer = cache.get(key);
      const age = cachedAnswer ? making.at - cachedAnswer.at : Number.POSITIVE_INFINITY;
      if (!cachedAnswer || age >= givenFor) return makeOnce(key, making);
      // who asks after it is too old is told why it fails
      if (age >= freshFor) makeOnce(key, making).catch(() => {});
      return cachedAnswer.value;
    },

    /** Forgets whatever has a key that begins so, also what is being made. */
    forget(beginning: string): void {
      for (const entries of [cache, running])
        for (const key of entries.keys()) if (key.startsWith(beginning)) entries.delete(key);
    },
  };
}
