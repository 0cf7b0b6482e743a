const second = 1_000;
const hour = 3_600_000;
const first = 30 * second;
const longest = 4 * hour;

/**
 * Gives the time of the next attempt: 30 seconds after the first failure, then four times as long
 * after each, at most four hours. The pause varies by a fifth at random, so that a server that
 * comes back is not met by all at once. Undefined once `hours` have passed since `createdAt`.
 *
 * @param random from 0 to 1.
 */
export function nextAttempt(
  { attempt, createdAt, hours }: { attempt: number; createdAt: Date; hours: number },
  now: Date,
  random: number,
): Date | undefined {
  const pause = Math.min(first * 4 ** Math.min(attempt - 1, 20), longest) * (0.8 + 0.4 * random);
  const last = createdAt.getTime() + hours * hour;
  if (now.getTime() >= last) return undefined;
  return new Date(Math.min(now.getTime() + pause, last));
}
