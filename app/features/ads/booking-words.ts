import type { CampaignPriority } from "#contract/ads/words";
import type { SpotKind } from "#contract/schedule/positions";

/** The form of a campaign. */
export const campaignFormTexts = {
  noSpots: "No spot of this kind can be booked yet. Add one first.",
  lead: "Start with a draft. It takes no plays until you hold or book it.",
  kinds: "What plays",
  name: "For example: Diwali sale, Mumbai",
  spots: {
    AD: "One ad, or several that take turns. A play takes the seconds of the longest one.",
    JINGLE: "One promo, or several that take turns.",
    TOH: "One item, or several that take turns.",
  } satisfies Record<SpotKind, string>,
  weights: "A spot with weight 2 plays twice as often as one with weight 1.",
  when: "When it plays",
  blackoutDates: "Dates without a play, such as 25/12/26, separated by commas",
  breakPosition: "Its ads play there, unless another campaign has that position in the break.",
  goal: "Goal",
  goalHint:
    "With a goal, the plays above are the most for an hour. We place plays where there is room, and plan again each night until the goal is reached.",
  noGoal: "No goal: all plays above",
  priorities: {
    HOUSE:
      "Your own ad, which costs nothing. It fills hours that nobody has bought and makes way for every other booking.",
    STANDARD: "House ads make way for it.",
    PREMIUM:
      "House ads make way for it, and you can take plays of standard campaigns whose contract allows it.",
  } satisfies Record<CampaignPriority, string>,
  mayBePreempted: "May be pre-empted",
  mayBePreemptedHint:
    "Its contract lets bookings of higher priority take its plays. They are booked again within its flight if there is room, and we notify you.",
  blackoutStores: "Where it does not play",
  blackoutStoresHint:
    "These stores never play it, even if they lie in its locations or join them later.",
  days: "Within the dates, it plays on these days of the week.",
  even: "The same number every hour",
  byHour: "A number for each hour",
  byHourHint: "Leave an hour empty if nothing plays in it.",
  exact: "At exact times",
  exactHint: "No other campaign can have the same minute in the same store.",
  howOften: "How often it plays",
  times: "Plays and hours",
  timesHint: "Separate with commas. Every day at these times.",
  byWeek: "A number for each hour of the week",
  byWeekHint: "Leave a cell empty if nothing plays then. A day without numbers has no plays.",
  topHours: "Once, on each of these hours",
  topHoursHint: "It plays once, on the hour.",
  locations: "Where it plays",
  locationsHint: "Any mix of locations. Stores below a chosen location play it too.",
  byFilters:
    "To choose all stores that match filters, start from the stores list: filter it, select all that match, and choose Add campaign.",
  openStores: "Open stores",
  allMatching: (stores: string) => `All ${stores} that match`,
  allMatchingHint: (names: string) =>
    `${names}. Those that match when you save become the campaign's stores.`,
  keepStores: "Keep the stores that it has",
  keepStoresHint: "They are too many to list here. Untick to choose other stores.",
  newStores: "Include new stores",
  newStoresHint: "Stores that join its locations later play it too, if there is room.",
  note: "For your colleagues. It is not sent to anyone.",
  bookedLead:
    "Its plays are taken, so its dates, hours and locations stay. To change the dates, open the campaign and choose Change dates.",
  check: "Check",
  checkHint: "Shows what it takes and costs. Nothing is saved.",
  draftOnly: (reason: string) => `Saved as a draft. ${reason}`,
  over: "This campaign is over, so it can no longer be changed.",
};

/** Texts of the page that holds and books plays. */
export const bookingTexts = {
  lead: "Nothing is reserved before you hold or book.",
  heldLead: (until: string) =>
    `Held until ${until}. If nobody books it by then, its plays are given back.`,
  adSeconds: "Ad seconds",
  soundSeconds: "Seconds of sound",
  prime: "Plays in prime hours",
  freeHours: "Hours with room",
  waits: (who: string) =>
    `${who} asked for this booking. It stays held until someone else approves or declines it.`,
  approve: (who: string) =>
    `${who} asks to book it, and it costs more than one person may book. Approve it, or decline it with a reason.`,
  declineReason: "Reason, if you decline",
  quotePdf: "Quote as PDF",
  volumeDiscount: (percent: string) => `${percent}% for volume`,
  seasonDiscount: (percent: string) => `${percent}% for the season`,
  discounted: (price: string, discounts: string) => `${price} by the rate card, less ${discounts}`,
  goalAtMost: (plays: string) => `Its hours allow ${plays} at most.`,
  goalNotOnSale: (dates: string) => `${dates} of stores are not on sale yet.`,
  summary: "What you are about to book",
  nothingYet: "Choose a spot, dates and locations.",
  changedHours: "Hours whose plays differ from your request",
  noPrice: "No rate card",
  allFree: "There is room for every play.",
  partFree: (free: string, plays: string) => `There is room for ${free} of ${plays}.`,
  full: "Full hours",
  fullCaption: "Stores, dates and hours without enough room",
  fullMore: "More stores, dates and hours without enough room",
  freeOf: (free: string, plays: string) => `${free} of ${plays}`,
  because: {
    BEGUN: "The hour has begun",
    SMALL: "Nobody: the hour is too short for so many plays",
  },
  closed: (holders: string) => `Store closed, still booked by ${holders}`,
  music: "What it does to the music",
  musicWorst: (store: string, day: string, clock: string) =>
    `The least music is left in ${store} on ${day}, from ${clock}.`,
  musicInHour: "Music in that hour, minutes",
  songsOfDay: "Songs that day",
  breaksOfDay: "Rule breaks that day",
  change: (before: string, after: string) => `${after} (now ${before})`,
  same: (count: string) => `${count}, unchanged`,
  hoursBelow: (hours: string, least: string) =>
    `${hours} would have less music than the ${least} that your company keeps.`,
  refusedMusic: "Your company refuses such bookings. Plan fewer plays an hour, or shorter spots.",
  acceptsLessMusic: "Book with less music",
  lessMusicTitle: "Less music",
  lessMusicLead: "Nothing was taken. You can take the same plays if you accept less music.",
  silent: "Music comes first",
  silentLead: (stores: string, isOne: boolean) =>
    `Ads play between songs, and ${stores} ${isOne ? "has" : "have"} no music in these hours. Nothing can be held or booked until ${isOne ? "it has" : "they have"}: add rules with songs, then come back.`,
  silentStore: (store: string, days: string, hours: string) => `${store}: ${days}, ${hours}`,
  silentMore: (stores: string) => `and ${stores}`,
  openRules: "Open master rule",
  mode: "If some hours are full",
  all: "All or nothing",
  allHint: "If one play does not fit, nothing is taken.",
  fits: "As much as fits",
  fitsHint: "Takes every play that fits and lists the ones that are missing.",
  keeps: (plays: string, stores: string) => `It keeps ${plays} in ${stores}.`,
  offersTitle: "What you can take instead",
  refusedLead: "Each of these was free a moment ago.",
  preemptTitle: "Plays that can make way",
  preemptLead: (plays: string) =>
    `Nothing has been taken yet. Your booking has a higher priority, so it can take ${plays} of these campaigns. We notify the people responsible for them.`,
  preemptMadeGood: {
    all: "All, within its flight",
    none: "None: its flight is full",
    house: "Not owed: a house ad",
    some: (plays: string, owed: string) => `${plays} within its flight, ${owed} owed`,
  },
  preempt: (plays: string) => `Take ${plays} and book`,
  offers: {
    OTHER_HOURS: "Other hours",
    LATER: "Later dates",
    FEWER: "Fewer plays",
    SHORTER: "Fewer days",
  },
  take: { held: "Hold these", booked: "Book these", flight: "Take these" },
  takeFits: "Every play that has room, at the campaign's own times.",
  takeFitsLabel: { held: "Hold what fits", booked: "Book what fits", flight: "Change what fits" },
  price: (price: string) => `Price: ${price}.`,
  flightLead:
    "New days take plays, and days that you remove give theirs back. Hours that have begun stay.",
  begun: (day: string) => `The campaign started on ${day}.`,
};

/** Questions about a campaign, and its copy. */
export const campaignActTexts = {
  pause: (plays: string) =>
    `Stores stop playing it within minutes. It keeps its ${plays}, so nobody else can book them.`,
  resume: "Stores play it again within minutes, at the times that it has booked.",
  cancel: (plays: string, stores: string) =>
    `Up to ${plays} in ${stores} are given back, and others can book them. Hours that have begun stay. You cannot undo this.`,
  cancelNothing: "Nothing is left to give back: all its hours have begun. You cannot undo this.",
  release: (plays: string, stores: string) =>
    `${plays} in ${stores} are given back, and others can book them. The campaign is cancelled.`,
  remove: "A draft has taken no plays, so nothing else changes.",
  copyLead:
    "A copy is a draft with the same spots, hours and locations. It lasts as many days as the original.",
};
