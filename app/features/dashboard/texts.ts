/** The dashboard's figures. */
export const dashboardTexts = {
  lead: "The status of your stores right now, and what they have played.",
  silent: "Online but silent for 30 minutes",
  playsByType: "Plays by type, last 14 days in total",
  playsPerDay: "Plays per day by type, last 14 days",
  songs: "Most played songs of the last 14 days",
  noSongs: "No song was played in the last 14 days. Songs appear here when a player reports them.",
  adsSold: (percent: number) => `${percent}% of ad time is booked`,
  adsBar: (dates: string) => `Ad seconds of your stores, ${dates}`,
  noAlerts: "No open alerts",
  noPlays: "Nothing was played in the last 14 days",
  sameAsBefore: "as many as the day before",
  more: (percent: number) => `${percent}% more than the day before`,
  fewer: (percent: number) => `${percent}% fewer than the day before`,
};

/** What a new company does first. */
export const nextStepsTexts = {
  lead: "Until your first store plays.",
  store: "Enter its address, opening hours and player account.",
  rule: "A master rule says which charts play, and how often.",
  publish: "Check the day in Preview, then publish it. Stores play what is published.",
  signIn: "Sign in at the till",
  signInAs: (store: string, username: string) => `In ${store}, open this address in a browser and sign in as ${username}.`,
  signInAnyStore: "In the store, open this address in a browser and sign in with the store's player account.",
};
