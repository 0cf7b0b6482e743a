import type { RuleLevel } from "#contract/schedule/words";

/** The ids of a unit and of the units above it; a store has all four, the company none. */
export type UnitPath = { regionId: number | null; zoneId: number | null; groupId: number | null; storeId: number | null };

type Rule = { timeSlotId: number; level: RuleLevel; unitId: number };

const upwards = [
  ["STORE", "storeId"],
  ["GROUP", "groupId"],
  ["ZONE", "zoneId"],
  ["REGION", "regionId"],
] as const;

/**
 * The rules that stand on a unit's path for a time slot, the most specific first: store over group over zone over region over company
 * (docs/domain.md section 2, step 1). The first of them applies.
 */
export function rulesOnPath<R extends Rule>(path: UnitPath, rules: readonly R[], timeSlotId: number): R[] {
  const ofSlot = rules.filter((rule) => rule.timeSlotId === timeSlotId);
  const below = upwards.flatMap(([level, key]) => ofSlot.filter((rule) => rule.level === level && rule.unitId === path[key]));
  return [...below, ...ofSlot.filter((rule) => rule.level === "COMPANY")];
}
