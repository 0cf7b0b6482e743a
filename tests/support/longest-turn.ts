import { readFileSync } from "node:fs";
import { measureSlowdown } from "./machine-speed.ts";

/**
 * Does work while other turns of the event loop run. Gives the most computing time of this thread
 * between two turns, in milliseconds of the usual machine; not wall-clock time, which other
 * processes change.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = computed();
  let isOver = false;
  const turn = () => {
    const now = computed();
    [longest, last] = [Math.max(longest, now - last), now];
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    await work();
  } finally {
    isOver = true;
  }
  return longest / measureSlowdown().computing;
}

/**
 * Milliseconds of computing by this thread, or by the whole process if the system does not separate
 * them.
 */
function computed(): number {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}
