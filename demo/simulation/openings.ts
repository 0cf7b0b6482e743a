import type { Shop } from "../behaviour.ts";
import type { Span } from "./faults.ts";
import { openingClock, type WallClock } from "./wall-clock.ts";

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

/** The times in which a store is open between two instants. */
export function openingsOf(
  shop: Pick<Shop, "hours" | "exceptions">,
  wall: WallClock,
  from: number,
  to: number,
): Span[] {
  const openings: Span[] = [];
  const isOpenAt = openingClock(shop, wall);
  let begins: number | undefined;
  for (let at = from; at <= to; at += 5 * minuteMs) {
    const isOpen = at < to && isOpenAt(at);
    if (isOpen) begins ??= at;
    // a store that never closes gets a new opening each day
    if (begins !== undefined && (!isOpen || at - begins >= dayMs)) {
      openings.push({ from: begins, to: at });
      begins = undefined;
    }
  }
  return openings;
}
