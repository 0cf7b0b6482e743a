/** The reports and their filters. */
export const reportsTexts = {
  lead: "Each report opens with its usual days. Choose other days there, and save the filters you use often.",
  saved: "Your saved filters",
  choose: (days: string | null, { byGroup }: { byGroup: boolean }) =>
    [
      days === null ? "" : `Choose up to ${days} days.`,
      byGroup ? "To see one store, choose its group first." : "",
    ]
      .filter(Boolean)
      .join(" "),
  noneForDates: "There is nothing to report for these dates and filters. Try others.",
  none: "There is nothing to report for these filters. Try others.",
  behind: (minutes: string) =>
    `These figures are about ${minutes} behind. Reload the page later for newer ones.`,
};

const daysBefore = (days: number) => (days === 1 ? "day before" : `${days} days before`);
const beforeLabel = (days: number) => (days === 1 ? "Day before" : daysBefore(days));
/** Texts of the headings of reports, and of the notes beside figures. */
export const findingTexts = {
  onDay: (day: string) => `on ${day}`,
  forOne: (name: string) => `for ${name}`,
  atStore: (name: string) => `at ${name}`,
  withWorst: (whole: string, worst: string, place: string, value: string) =>
    `${whole}, ${worst} ${place} (${value})`,
  aDay: (value: string) => `${value} a day`,
  onOneDay: (value: string, words: string) => `${value} ${words}`,
  onEachDay: (value: string, words: string) => `${value} ${words} on each day`,
  onlyOn: (value: string, words: string, day: string) => `All ${value} ${words} on ${day}`,
  between: (least: string, most: string, words: string) =>
    `Between ${least} and ${most} ${words} a day`,
  standsOut: (
    day: string,
    value: string,
    words: string,
    percent: number,
    isAbove: boolean,
    mean: string,
  ) =>
    `${day} stands out: ${value} ${words}, ${percent}% ${isAbove ? "above" : "below"} the mean of ${mean}`,
  asBefore: (words: string, days: number) =>
    `As many ${words} as ${days === 1 ? "on" : "in"} the ${daysBefore(days)}`,
  change: (words: string, percent: number, isMore: boolean, days: number) =>
    `${percent}% ${isMore ? "more" : "fewer"} ${words} than ${days === 1 ? "on" : "in"} the ${daysBefore(days)}`,
  before: beforeLabel,
  tileBefore: (days: number, value: string) => `${beforeLabel(days)}: ${value}`,
};

/** Scheduled reports, which are emailed as links. */
export const scheduleTexts = {
  lead: "Reports we email you as links. To add one, open a report and choose “Email this report”.",
  none: "Open a report, choose its filters, then choose “Email this report”.",
  addLead:
    "We email you a link that works for seven days. You need to sign in to open it. The report covers the locations you can see at the time. Once it is added, you can choose more recipients.",
  morning: (zone: string) => `Reports are made at 06:00 (${zone}).`,
  frequency: "For a large report, choose “Once”. We email you when it is ready.",
  weekday: "Only for weekly reports.",
  monthDay: "Only for monthly reports. Shorter months use their last day.",
  period: "Counted from the day the report is made.",
  noPeriod: "This report shows how things stand when it is made.",
  allDates: "All dates",
  placeGone: "A location or brand you can no longer see",
  allStores: "All stores you can see",
  waiting: "We are preparing your report. You can close this page.",
  notYet: "Not made yet",
  removeMessage:
    "You and its recipients get no more emails. Its log, files and links are deleted immediately.",
  noRuns: "The result appears here each time the report is made.",
  keptUntil: (day: string) => `You can open it until ${day}. Then it is deleted.`,
};
