/**
 * The energy that a rule asks for in the course of a day. Pure functions without zod: days are made
 * by them, pages draw them.
 */

/** An energy (0 calm to 100 driving) at an hour of the day; in between it changes evenly. */
export type ArcPoint = { hour: number; energy: number };

export const arcLimits = { points: 8, energy: 100 } as const;

/** The energy asked at a second since midnight, of any day; undefined without points. */
export function energyAt(arc: readonly ArcPoint[], second: number): number | undefined {
  const hour = (((second / 3600) % 24) + 24) % 24;
  const points = [...arc].sort((one, other) => one.hour - other.hour);
  const after = points.find((point) => point.hour >= hour);
  const before = points.findLast((point) => point.hour <= hour);
  if (!before || !after) return (before ?? after)?.energy;
  if (before.hour === after.hour) return before.energy;
  const part = (hour - before.hour) / (after.hour - before.hour);
  return before.energy + part * (after.energy - before.energy);
}
