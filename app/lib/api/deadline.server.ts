import { setTimeout as wait } from "node:timers/promises";

/**
 * Awaits what a page can do without. Gives null if it fails or takes longer than
 * `milliseconds`.
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
