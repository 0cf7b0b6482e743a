import { timingSafeEqual } from "node:crypto";

/** Compares a secret that somebody sent, in constant time. */
export function sameText(actual: string | undefined, expected: string): boolean {
  const a = Buffer.from(actual ?? "");
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
