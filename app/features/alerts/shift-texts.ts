/** The page of a shift's hand-over. */
export const shiftTexts = {
  hours: (hours: number) => `Last ${hours} hours`,
  lead: (from: string, to: string) => `From ${from} to ${to}.`,
  open: "Still open",
  noneOpen: "No open alert needs attention.",
  snoozed: "Put off",
  over: "Ended in this shift",
  noneOver: "No alert ended in this shift.",
  closed: (cause: string, who: string) => [`Closed: ${cause}`, who].filter(Boolean).join(", "),
  handOver: "Hand over your alerts",
  handOverLead:
    "Your colleague becomes the owner of the selected alerts, and gets one email that lists them with your note.",
  noneOwn: "You have no open alerts.",
  own: (store: string, kind: string, since: string) => `${store}: ${kind} since ${since}`,
  noteHint: "For example: the electrician is due at Andheri West at 18:00.",
  repeating: "Stores with repeated alerts",
  repeatingLead: "In the last 30 days.",
  noneRepeating: "No store had several alerts in the last 30 days.",
  repairs: "Mean time to repair",
  repairsLead: "Alerts that ended in the last 30 days, by cause.",
  noneRepairs: "No alert ended in the last 30 days.",
  noCause: "No cause noted",
};
