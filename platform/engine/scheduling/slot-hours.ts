import type { SchedulingSlot } from "./input";

/** Gives a slot's end; one written over midnight (22:00 to 02:00) ends on the next day. */
export const endOf = ({ from, to }: Pick<SchedulingSlot, "from" | "to">) =>
  to > from ? to : to + 86_400;

/** True if a slot holds at a second of the wall clock. */
export function holds(slot: SchedulingSlot, wall: number): boolean {
  return slot.from <= wall && wall < endOf(slot);
}

/** True if a slot, as it holds today or from yesterday, meets a stretch of the wall clock. */
export function overlaps({ from, to }: SchedulingSlot, opens: number, closes: number): boolean {
  const end = endOf({ from, to });
  return [0, 86_400].some((later) => from + later < closes && opens < end + later);
}
