import type { RuleLevel } from "#contract/schedule/words";
import { onPath, type UnitPath } from "../../../access/units.ts";

type Rule = { timeSlotId: number; level: RuleLevel; unitId: number };

/**
 * Gives the rules on a unit's path for a time slot, the most specific first. The first of them
 * applies.
 */
export const rulesOnPath = <R extends Rule>(
  path: UnitPath,
  rules: readonly R[],
  timeSlotId: number,
): R[] =>
  onPath(
    path,
    rules.filter((rule) => rule.timeSlotId === timeSlotId),
  );
