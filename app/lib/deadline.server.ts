import { setTimeout as wait } from "node:timers/promises";

/**
 * Awaits what a page would like and can do without: null where it fails, or is not there after so
 * many milliseconds.
 */
export async function orNothing<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  const over = new AbortController();
  const late = wait(milliseconds, null, { signal: over.signal, ref: false });
  try {
    return await Promise.race([work.catch(() => null), late]);
  } finally {
    over.abort();
    late.catch(() => {});
  }
}
