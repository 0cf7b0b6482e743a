/** Texts about how a campaign's plays were delivered. */
export const deliveryTexts = {
  noImpressions: "To estimate impressions, add the visitors to these stores by hour.",
  notYet: "Nothing is due yet. What stores play is counted here once an hour is over.",
  onTime: "Stores played every play that was due so far.",
  behind: (share: string, missed: string) =>
    `Stores played ${share}% of the plays due so far, and missed ${missed}.`,
  caughtUp: (missed: string) => `Stores missed ${missed} and have made up for all of them.`,
  cancelled: "This campaign was cancelled before any play was due.",
  notDelivered: "This campaign is not booked, so there is nothing to deliver.",
  dueSoFar: (plays: string) => `${plays} due so far`,
  ofAll: (share: string) => `${share}% of all booked plays`,
  extra: "Verified, and not booked on that day",
  beforeMakeGoods: "Before make-goods",
  ahead: (plays: string) => `${plays} still to come`,
  owed: "Not made up yet",
  pacing: "Verified plays added up by day, beside those booked",
  atThisPace: "At this pace",
  goal: (plays: string) => `${plays} booked`,
  ended: (share: string) => `${share}% of the booked plays were verified`,
  endsShort: (plays: string) => `Ends about ${plays} short at this pace`,
  onCourse: (projected: string, booked: string) =>
    `On course for ${projected} plays, ${booked} booked`,
  noneMissed: (verified: string) => `${verified} verified, none missed`,
  onDay: (day: string) => `on ${day}`,
  inWeek: (day: string) => `in the week from ${day}`,
  allMissed: (plays: string, when: string) => `${plays} missed ${when}`,
  mostMissed: (worst: string, missed: string, when: string) =>
    `${worst} of the ${missed} missed plays were ${when}`,
  verifiedShare: (missed: string, share: string) =>
    `${missed}; ${share}% of the plays due were verified`,
  perDay: "Plays due per day, all your stores together",
  perWeek: "Plays due per week from Monday, all your stores together",
  days: "An hour counts once it is over on the store's clock. Booked + make-goods + beyond booking = verified + missed + still to come.",
  daysCaption: "Booked, verified and missed plays by day",
  spots: "Verified plays. Share by weight is the share each spot should get.",
  spotsCaption: "Verified plays by spot",
  storesCaption: "Delivery by store",
  noStores: "No store matches these filters.",
};

/** Texts of the list of booked plays and their outcomes. */
export const asRunTexts = {
  lead: "Every booked play and what became of it. Dates and times are on each store's own clock.",
  caption: "Booked plays and what became of them",
  none: "This campaign has no booked plays.",
  noMatch: "No play matches these filters.",
  notFoundYet:
    "We looked through 2,000 store days and found none. Continue to look through the next ones.",
  oneStore: (store: string) => `Only ${store}.`,
  because: (outcome: string, reason: string) => `${outcome}: ${reason}`,
};

/** Texts about plays that replace missed ones. */
export const makeGoodTexts = {
  lead: "Plays that make up for missed ones, in the same store. They are not charged.",
  within:
    "Within the flight, missed plays are booked again automatically once a store has had a full day to report.",
  none: "Nothing has been booked to make up for missed plays.",
  noMatch: "No store matches this search.",
  caption: "Make-goods by store and date",
  rows: "Which missed day each make-good pays back.",
  after: "After the flight",
  afterLead: (endsOn: string) =>
    `Plays that don't fit by ${endsOn} stay owed. Choose a later end date; they play on the campaign's own days and hours.`,
  until: "Last day for make-goods",
  nothingOwed:
    "No make-goods to book. Plays missed up to the day before yesterday are already rebooked.",
  noRoom: (left: string, until: string) => `No room for ${left} by ${until}. Choose a later day.`,
  would: (plays: string, stores: string, until: string) =>
    `This books ${plays} in ${stores} by ${until}. You cannot undo it.`,
  left: (plays: string) => `${plays} will not fit.`,
  book: (plays: string) => `Book ${plays}`,
  notYours:
    "The campaign also plays in locations that are not yours, so you cannot book make-goods.",
  state: "Only campaigns that are booked, live or finished can make up missed plays.",
  states: {
    over: "Played or missed",
    ahead: "To come",
    partly: (plays: string) => `${plays} still to come`,
  },
};
