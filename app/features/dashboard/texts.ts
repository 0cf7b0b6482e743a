/** The dashboard's figures. */
export const dashboardTexts = {
  needSomeone: (stores: string, isOne: boolean) => `${stores} ${isOne ? "needs" : "need"} someone`,
  allRight: "Every store sounds right",
  openRight: "Every open store sounds right",
  noneOpen: (isOne: boolean) => (isOne ? "Your store is not open now" : "No store is open now"),
  othersRight: (stores: string, isOne: boolean) => `${stores} ${isOne ? "sounds" : "sound"} right.`,
  helpFirst: (stores: string) => `${stores} to help first`,
  helpFirstCaption: "Stores that played the least of their music",
  playsByType: "Plays by type, last 14 days in total",
  playsPerDay: "Plays per day by type, last 14 days. Today is not complete.",
  updated: (time: string) => `Updated ${time}`,
  soFar: (date: string) => `${date} so far`,
  trend: "The last 7 full days compared with the 7 days before",
  trendLead: (from: string, to: string) => `${from} to ${to}`,
  rankLead: (from: string, to: string) =>
    `${from} to ${to}: share of expected music played, uptime and ad delivery`,
  points: (points: string) => `${points} points`,
  unchanged: "unchanged",
  up: (by: string) => `up ${by}`,
  down: (by: string) => `down ${by}`,
  adsInAll: (dates: string) => `Hours of ad time in your stores, ${dates}, in total`,
  delivered: (percent: number) => `${percent}% of the ad plays due so far were delivered`,
  noneDue: "No ad plays are due yet",
  deliveryBar: "Verified plays of live campaigns, out of those due so far",
  noRanks: "Stores are ranked once they have been open for a day.",
  adsSold: (percent: number) => `${percent}% of ad time is booked`,
  adsByDay: (dates: string) => `Hours of ad time in your stores per day, ${dates}`,
  noAlerts: "No open alerts",
  noLongFault: "No fault has lasted long enough for an alert",
  noPlays: "Nothing was played in the last 14 days",
  sameAsBefore: "as many as the day before",
  more: (percent: number) => `${percent}% more than the day before`,
  fewer: (percent: number) => `${percent}% fewer than the day before`,
};

/** Texts of a new company's first steps. */
export const nextStepsTexts = {
  lead: "Until your first store plays.",
  store: "Enter its address, opening hours and player account.",
  rule: "A master rule says which charts play, and how often.",
  publish: "Check the day in Preview, then publish it. Stores play what is published.",
  signIn: "Sign in at the till",
  signInAs: (store: string, username: string) =>
    `In ${store}, open this address in a browser and sign in as ${username}.`,
  signInAnyStore:
    "In the store, open this address in a browser and sign in with the store's player account.",
};

/** Texts of what needs attention; `one` and `other` follow a number. */
export const attentionTexts = {
  none: "Nothing needs your attention right now.",
  offline: { one: "store offline", other: "stores offline", note: "Open but not connected" },
  silent: { one: "store silent", other: "stores silent", note: "For 30 minutes or longer" },
  notPlaying: {
    one: "store not playing",
    other: "stores not playing",
    note: "For 24 hours or longer",
  },
  lowVolume: {
    one: "store too quiet",
    other: "stores too quiet",
    note: "Below the threshold volume",
  },
  unpublished: {
    one: "day not published",
    other: "days not published",
    note: "Group playlists for today and tomorrow",
  },
  behind: {
    one: "campaign behind",
    other: "campaigns behind",
    note: "Less than 90% of the plays due",
  },
  licences: {
    one: "company licence ending or expired",
    other: "company licences ending or expired",
    note: "Within 30 days",
  },
  storeLicences: {
    one: "licence ending or expired",
    other: "licences ending or expired",
    note: "Within 30 days",
  },
  alerts: { one: "open alert", other: "open alerts", note: "Faults that have not ended" },
};

/** All companies at once. */
export const companiesDashboardTexts = {
  lead: "All companies at a glance. Open one to see its stores.",
  caption: "Companies, most urgent first",
};
