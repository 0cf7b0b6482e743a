/**
 * The energy and mood that a rule asks for in the course of a day. Pure functions without zod: days
 * are made by them, pages draw them.
 */

export type Mood = { id: number; name: string };

/**
 * From an hour of the day on: an energy (0 calm to 100 driving), null where the point asks for none,
 * and a mood, null for any.
 */
export type ArcPoint = { hour: number; energy: number | null; mood: Mood | null };
type EnergyPoint = Pick<ArcPoint, "hour" | "energy">;

export const arcLimits = { points: 8, energy: 100 } as const;

/** The energy asked at a second since midnight, of any day; undefined without points that have one. */
export function energyAt(arc: readonly EnergyPoint[], second: number): number | undefined {
  const hour = hourOf(second);
  const points = inOrder(arc).flatMap(({ hour, energy }) =>
    energy === null ? [] : [{ hour, energy }],
  );
  const after = points.find((point) => point.hour >= hour);
  const before = points.findLast((point) => point.hour <= hour);
  if (!before || !after) return (before ?? after)?.energy;
  if (before.hour === after.hour) return before.energy;
  const part = (hour - before.hour) / (after.hour - before.hour);
  return before.energy + part * (after.energy - before.energy);
}

/** The mood asked at a second since midnight, of any day; null for any. */
export function moodAt(arc: readonly ArcPoint[], second: number): Mood | null {
  const points = inOrder(arc);
  const hour = hourOf(second);
  return (points.findLast((point) => point.hour <= hour) ?? points[0])?.mood ?? null;
}

const inOrder = <Point extends { hour: number }>(arc: readonly Point[]): Point[] =>
  [...arc].sort((one, other) => one.hour - other.hour);
const hourOf = (second: number): number => (((second / 3600) % 24) + 24) % 24;
