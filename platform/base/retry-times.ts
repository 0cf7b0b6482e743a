const second = 1_000;
const hour = 3_600_000;
const first = 30 * second;
const longest = 4 * hour;

/**
 * When something is tried again after an attempt failed: in 30 seconds, then four times later each
 * time, at most after four hours; a fifth earlier or later by chance, so that servers that come
 * back are not met by all at once. Undefined once `hours` have passed since it was asked for.
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
