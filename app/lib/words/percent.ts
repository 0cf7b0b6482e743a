/** The share of a part in whole percent; 0 of nothing. */
export const wholePercent = (part: number, whole: number): number =>
  Math.round((100 * part) / Math.max(1, whole));
