/** The reports and their filters. */
export const reportsTexts = {
  lead: "What played, where and when, as a table or a file.",
  limit: (days: string) => `Up to ${days} days at a time`,
  choose: (days: string | null, { byGroup }: { byGroup: boolean }) =>
    [
      days === null ? "" : `Choose up to ${days} days.`,
      byGroup ? "To see one store, choose its group first." : "",
    ]
      .filter(Boolean)
      .join(" "),
  noneForDates: "There is nothing to report for these dates and filters. Try others.",
  inHours: "hours:minutes:seconds",
  none: "There is nothing to report for these filters. Try others.",
  behind: (minutes: string) =>
    `These figures are about ${minutes} behind. Reload the page later for newer ones.`,
};

/** Scheduled reports, which are emailed as links. */
export const scheduleTexts = {
  lead: "Reports we email you as links. To add one, open a report and choose “Email this report”.",
  none: "Open a report, choose its filters, then choose “Email this report”.",
  addLead:
    "We email you a link that works for seven days. You need to sign in to open it. The report covers the locations you can see at the time.",
  morning: (zone: string) => `Reports are made at 06:00 (${zone}).`,
  frequency: "For a large report, choose “Once”. We email you when it is ready.",
  weekday: "Only for weekly reports.",
  monthDay: "Only for monthly reports. Shorter months use their last day.",
  period: "Counted from the day the report is made.",
  noPeriod: "This report shows how things stand when it is made.",
  allDates: "All dates",
  placeGone: "A location you can no longer see",
  allStores: "All stores you can see",
  waiting: "We are preparing your report. You can close this page.",
  notYet: "Not made yet",
  removeMessage: "You will get no more emails for it. Its log and files are deleted immediately.",
  noRuns: "The result appears here each time the report is made.",
  keptUntil: (day: string) => `You can open it until ${day}. Then it is deleted.`,
};
