/** Measures of a goal that a campaign plans its plays for. */
export const goalMeasures = ["TOTAL", "STORE_DAY", "SHARE"] as const;
export type GoalMeasure = (typeof goalMeasures)[number];
export const goalMeasureWords = {
  TOTAL: "Plays in all",
  STORE_DAY: "Plays per store and day",
  SHARE: "Share of voice, percent",
} as const satisfies Record<GoalMeasure, string>;

/**
 * TOTAL: plays of all stores in the flight. STORE_DAY: plays of each store on each date. SHARE:
 * percent of the plays that each store can sell in the campaign's hours.
 */
export type Goal = { target: number; measure: GoalMeasure };

export const goalLimits = {
  TOTAL: 100_000_000,
  STORE_DAY: 1440,
  SHARE: 100,
} as const satisfies Record<GoalMeasure, number>;
