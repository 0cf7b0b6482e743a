/** The reports and their filters. */
export const reportsTexts = {
  lead: "What played, where and when, as a table or a file.",
  limit: (days: string) => `At most ${days} days at a time`,
  choose: (days: string | null) => `${days === null ? "" : `Choose up to ${days} days. `}To see one store, choose its group first.`,
  noneForDates: "There is nothing to report for these dates and filters. Try others.",
  none: "There is nothing to report for these filters. Try others.",
};

/** Reports that are emailed. */
export const scheduleTexts = {
  lead: "Reports that we email you as a link. To add one, open a report and choose “Email this report”.",
  none: "Open a report, choose its filters, then choose “Email this report”.",
  addLead: "We email you a link that opens for seven days after you sign in. The report covers what you may see when it is made.",
  morning: (zone: string) => `Reports are made at 06:00 (${zone}).`,
  frequency: "Large reports: choose once, and we email you when it is ready.",
  weekday: "Only for every week.",
  monthDay: "Only for every month. In shorter months, the last day.",
  period: "Counted from the day on which the report is made.",
  noPeriod: "This report shows the present state, when it is made.",
  allDates: "All dates",
  placeGone: "A location that you can no longer see",
  allStores: "All stores that you may see",
  waiting: "Waiting to be made. This page does not have to stay open.",
  notYet: "Not made yet",
  removeMessage: "You get no more emails of it. Its log and its files are deleted at once.",
  noRuns: "Each time the report is made, the outcome is listed here.",
  keptUntil: (day: string) => `You can open it until ${day}. Then it is deleted.`,
};
