/** The list of songs that stores reported, and the page of one report. */
export const songReportsTexts = {
  lead: "Songs that stores reported from their players as not for them.",
  noMatch: "No report matches these filters.",
  noneOpen: "A song appears here when a store presses “Not for our store” in its player.",
  noneSettled: "Reports appear here once they are settled.",
  repeats: (times: string) => `${times} so far`,
  others: (stores: string, isOne: boolean) => `${stores} ${isOne ? "reports" : "report"} it too`,
  question: "What becomes of the song",
  outOfCharts: "Take it out of the company's charts",
  keepHint: "The song plays on in this store.",
  chartsHint: (charts: string) =>
    `Removes the song from ${charts}, for all stores of the company. Other charts may still have it.`,
  withdrawHint:
    "Deactivates the song in the library. No store of any company plays it from now on.",
  isWithdrawn: "The song is inactive in the library already.",
  all: "Taking the song out of charts or withdrawing it settles every open report of it.",
  onlyStaff: "Only Fever's music managers can withdraw the song from the library.",
  rest: "To let it play more rarely or only at some hours, change its play window or the rests of the master rule, then keep it.",
  answer: "Note",
  answerHint: "Your colleagues read it beside the report.",
};
