/** The list of songs that stores reported, and the page of one report. */
export const songReportsTexts = {
  lead: "Songs that stores reported in their players as unsuitable.",
  noMatch: "No report matches these filters.",
  noneOpen: "A song appears here when a store presses “Not for our store” in its player.",
  noneSettled: "Reports appear here once they are settled.",
  repeats: (times: string) => `${times} so far`,
  others: (stores: string) => `${stores} reported it too`,
  question: "What happens to the song",
  outOfCharts: "Take it out of the company's charts",
  keepHint: "This store continues to play the song.",
  chartsHint: (charts: string) =>
    `Removes the song from ${charts}, for all stores of the company. Other charts may still contain it.`,
  withdrawHint:
    "Deactivates the song in the library. No store of any company plays it from now on.",
  isWithdrawn: "The song is already inactive in the library.",
  all: "Taking the song out of charts or withdrawing it settles every open report of it.",
  onlyStaff: "Only Fever's music managers can withdraw the song from the library.",
  rest: "To play it less often or only at certain hours, change its play window or the minimum rest in the master rule. Then keep the song.",
  answer: "Note",
  answerHint: "Your colleagues read it beside the report.",
};
