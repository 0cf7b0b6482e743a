/** The list of stores. */
export const storesTexts = {
  lead: "Where your music plays. Each line is a store's day, minute by minute.",
  toLookAt: (stores: string, count: string) => `${stores}, ${count} to look at`,
  allRight: (stores: string, isOne: boolean) =>
    `${stores}, and ${isOne ? "it" : "every open one"} sounds right`,
  noneOpen: (stores: string, isOne: boolean) => `${stores}, ${isOne ? "not" : "none"} open now`,
  quiet: (stores: string) => `${stores} playing, closed or inactive`,
  licenceEnding: (stores: string, isOne: boolean) =>
    `${stores} of these ${isOne ? "has" : "have"} a licence that ends within 30 days, or has ended`,
  notPlaying: (stores: string, isOne: boolean) =>
    `${stores} of these ${isOne ? "has" : "have"} not played for 24 hours`,
  noMatch: "No store matches these filters.",
  none: "There are no stores yet. Add the first one, publish a day in Preview, and sign in to its player to hear music.",
};

/** Stores that need help, by company. */
export const troubleTexts = {
  title: "Stores that need attention",
  lead: (companies: string, isOne: boolean) =>
    `${companies} ${isOne ? "has" : "have"} such stores. Select a number to see them.`,
  firstListed: (companies: number) => `Only the ${companies} companies with the most are listed.`,
  first: "Companies with stores that need attention",
  others: "More companies with stores that need attention",
};

/** A store's own page. */
export const storeTexts = {
  callsForHelp: (since: string) => `Calls for help since ${since}`,
  noContact: "No contact yet. Edit the store to add one.",
  received: "Reported by the player today",
  days: "Today and the coming days",
  waitingDays: (days: string) => `After a change, ${days} will be updated soon.`,
  localTime: "In the store's time zone.",
  noAccounts: (store: string) => `Nobody can sign in to ${store}'s player yet.`,
  playerAddress: "The player opens in any browser:",
  volumeNow: (now: number | null, set: number) =>
    now === null || now === set ? String(set) : `${now}, set to ${set}`,
  newestLog: (since: string) => `Newest · ${since}`,
  olderLog: "Changes on their way",
  notReported: "Not reported",
  noPlays: "Nothing played in the last week.",
};

/** Words for the sound of a store at this moment. */
export const nowPlayingTexts = {
  asOf: (time: string) => `As of ${time}, when the player last reported.`,
  fromLog: (time: string) => `From the published log. The player last reported at ${time}.`,
  neverReported: "The player has not said what it plays.",
  nothing: "Nothing plays.",
  unknown: "We do not know what plays.",
  unnamed: "The player plays, but does not say what.",
};

/** The forms of a store, when it is added and when it is changed. */
export const storeFormTexts = {
  sections: "Each section is saved separately.",
  code: "Your own code for this store, for example NWR-0241",
  codeTaken: "This store code is taken.",
  codeFree: "This store code is free.",
  group: "Decides the music, ads and rules",
  contact: "Who to call if the music stops.",
  email: "Emails about the player account go here",
  device: "What plays the music in the store.",
  volume: "The player's starting volume, 0 to 100",
  licence: "The store's own licence to play music in public, if it has one.",
  hours: "In the store's own time zone.",
  nextDay: "Tick “Closes next day” if it closes after midnight.",
  copyMonday: "Copy Monday's hours to every day",
  exceptions: "Different hours on certain dates, such as holidays.",
  time: "Enter a time, for example 09:30. 24:00 is the end of the day.",
};

/** Adding a store, step by step. */
export const storeAddTexts = {
  first:
    "Step 2 of 2. Music starts when a day is published and the player signs in. Your entries are saved as you go.",
  step: (step: string) => `${step}. Your entries are saved as you go.`,
  account: "The store's player signs in with this account. You set its password in the last step.",
  username: "A suggestion. Clear it to add a player account later.",
  password: (username: string) =>
    `${username} can sign in to the store's player as soon as you add the store.`,
  copy: "A new store begins with this store's location, opening hours and volume. You enter its code and name, and check the rest, before it is added.",
  copyReplaces: "It replaces your unfinished entries of another new store.",
  startOverTitle: "Start over with this store?",
  startOver: "Your entries in all steps are discarded. No store changes.",
};

/** A store's player accounts. */
export const playerAccountTexts = {
  onlyPlays: (store: string) => `This account can only play ${store}.`,
  reset:
    "The player is signed out. We email a link to set a new password to the account's address.",
};

/** The devices that are signed in to a store's player. */
export const deviceTexts = {
  lead: "One device plays at a time.",
  none: (store: string) => `No device is signed in to ${store}'s player.`,
  signOut:
    "It stops playing within a minute. To play again, someone must sign in on it; it then reports the plays it has not reported yet.",
  signedOut: (device: string, store: string) => `${device} was signed out of ${store}'s player`,
};

/** Remote commands, sent to a store's player from the store's page. */
export const commandTexts = {
  lead: (minutes: number) =>
    `Commands reach the store's player within seconds. A command that cannot be delivered in ${minutes} minutes expires.`,
  volumeHint: (least: number, optimum: number) =>
    `From ${least} to 100. The optimum volume is ${optimum}.`,
  message: "The player shows it in large letters until somebody presses Seen.",
  none: "No commands have been sent yet.",
  tone: "Plays two notes over the music.",
};

/** Texts about changes to one store or several. */
export const storesChangeTexts = {
  selectStore: "Select at least one store.",
  mostCommanded: (most: number) =>
    `A command goes to at most ${most} stores at once. Filter the list or select fewer stores.`,
  activateOne: "Its player receives published days again, and this month's invoice includes it.",
  activate: (stores: string) =>
    `${stores} Their players receive published days again, and this month's invoice includes them.`,
  deactivateOne:
    "Its player gets no more music, ads or promos. From next month it is no longer billed. You can activate it again at any time.",
  deactivate: (stores: string) =>
    `${stores} Their players get no more music, ads or promos. From next month they are no longer billed. You can activate them again at any time.`,
  allAlready: (status: string) => `All of them are ${status} already.`,
  someAlready: (stores: string, status: string, isOne: boolean) =>
    `${stores} ${isOne ? "is" : "are"} ${status} already and ${isOne ? "does" : "do"} not change.`,
  group: "Published days stay unchanged. Unpublished days are regenerated.",
  volume: "All of these stores get the same volume.",
  hours: (first: string) =>
    `All of these stores get these hours, each in its own time zone. Their exceptions stay. The form starts with the hours of ${first}.`,
};
