import { readFileSync } from "node:fs";
import { measureSlowdown } from "./machine-speed.ts";

/**
 * Does work while others have their turns. Gives the most computing time of this thread between two
 * of them, in milliseconds of the usual machine, and not the time on the clock, which other
 * processes move.
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
 * Milliseconds that this thread has computed; those of the whole process where the system does not
 * tell them apart.
 */
function computed(): number {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}
