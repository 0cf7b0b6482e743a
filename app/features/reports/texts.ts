/** The reports and their filters. */
export const reportsTexts = {
  lead: "What played, where and when, as a table or a file.",
  limit: (days: string) => `At most ${days} days at a time`,
  choose: (days: string | null) => `${days === null ? "" : `Choose up to ${days} days. `}To see one store, choose its group first.`,
  noneForDates: "There is nothing to report for these dates and filters. Try others.",
  none: "There is nothing to report for these filters. Try others.",
};
