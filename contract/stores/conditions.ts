/**
 * A store's status now: the first of these that holds, so that they add up to the total
 * (docs/domain.md section 4).
 */
export const conditions = [
  "inactive",
  "never-seen",
  "closed",
  "offline",
  "silent",
  "low-volume",
  "online",
] as const;
export type Condition = (typeof conditions)[number];
/**
 * Filters for stores: by status, or by a state that overlaps it: not playing for 24 hours, a
 * licence that ends soon.
 */
export const conditionFilters = [...conditions, "not-playing", "licence-ending"] as const;
export type ConditionFilter = (typeof conditionFilters)[number];
