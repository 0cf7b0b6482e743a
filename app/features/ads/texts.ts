/** Texts of the start page of ads. */
export const adsTexts = {
  lead: "What plays between songs, and what brands book.",
};

/** The list of spots. */
export const spotListTexts = {
  lead: "The ads, promos and top-of-the-hour items that play between songs.",
  search: "Name, brand or category",
  none: "Upload the first ad, promo or top-of-the-hour item. Then campaigns can book it.",
  noneToRead: "Admins of the whole company add spots. They appear here.",
  noMatch: "No spot matches your search and these filters.",
};

/** The form of a spot, and its upload. */
export const spotFormTexts = {
  uploadLead: "Upload the audio first. We measure its length and loudness.",
  measuredLead: "We measured the audio. Now describe the spot.",
  fileHint: "1 second to 10 minutes long.",
  kind: "Ads are sold by the second. Promos and the top of the hour are sold by the play.",
  name: "Unique among active spots of this kind",
  brand: "Choose a brand or enter a new one",
  category:
    "For example Soft drinks. Brands with the same category are rivals, and their spots play apart.",
  language: "The language spoken in it",
  validLead: "The spot plays only on these days and in these countries.",
  validFrom: "Leave empty to start now",
  validTo: "The last day it plays. Leave empty for no end",
  countries: "Choose none for all countries.",
  replaceTitle: (name: string) => `Replace the audio of ${name}`,
  replaceLead: (audio: string) =>
    `Current audio: ${audio}. Players use the new file within minutes. Plays so far keep the length they had.`,
};

/** A spot's own page. */
export const spotTexts = {
  noAudio: "No audio yet. Upload a file so that players can play this spot.",
  uses: (name: string) => `Campaigns with ${name}`,
  notUsed: "No campaign uses this spot yet.",
  firstUses: (listedCount: string, total: string) => `The first ${listedCount} of ${total}.`,
  history: "Changes to this spot, newest first",
  readOnly: "Only admins of the whole company can change spots.",
};

/** Confirms changes to a spot, and explains why one cannot be deleted. */
export const spotConfirmTexts = {
  withdraw: "No campaign can book it. You can bring it back at any time.",
  withdrawUsed: (uses: string, isOne: boolean) =>
    `${uses} ${isOne ? "uses" : "use"} it. Published days stop playing it within minutes, and songs play instead. You can bring it back at any time.`,
  bringBack: "It plays again where it is booked, on the days it is valid.",
  remove: "Its audio and details are permanently deleted. No campaign uses it.",
  booked: (uses: string, isOne: boolean) =>
    `${uses} ${isOne ? "uses" : "use"} it, and plays and reports refer to it.`,
  withdrawInstead: "Withdraw it, so that it no longer plays.",
  isWithdrawn: "It is withdrawn and no longer plays.",
};

/** The list of campaigns. */
/** The headings of the pages of ads. */
export const findingTexts = {
  onPace: (campaigns: string) => `${campaigns}, none behind`,
  behind: (campaign: string, plays: string) => `${campaign} is ${plays} behind`,
  severalBehind: (count: string, campaign: string, plays: string) =>
    `${count} campaigns are behind, ${campaign} by ${plays}`,
  sold: (percent: number, kind: keyof typeof soldWords) => `${percent}% of ${soldWords[kind]} sold`,
  mostSold: (sold: string, day: string, percent: number) => `${sold}, most on ${day} (${percent}%)`,
};
const soldWords = {
  AD: "ad time is",
  JINGLE: "promo plays are",
  TOH: "top-of-the-hour plays are",
};

export const campaignsTexts = {
  noBrand: "No brand",
  lead: "What brands have booked or hold in your stores: which spots play, where, when and how often.",
  noMatch: "No campaign matches these filters.",
  none: "A campaign plays one or more spots in the stores, days and hours that you choose. A draft takes no plays until you hold or book it.",
  noLocation: "No location that you see",
  others: (locations: string) => `${locations} that you do not see`,
  missing: (plays: string) => `${plays} missing`,
  delivered: (share: string) => `${share}% delivered`,
  pacing: (share: string) => `${share}% of due`,
  notDue: "Nothing due yet",
  owed: (plays: string) => `${plays} owed`,
};

/** A campaign's own page. */
export const campaignTexts = {
  notYours:
    "It also plays in locations that are not yours, so you cannot change it. You see the plays of your stores only.",
  heldUntil: (instant: string) =>
    `Held until ${instant}. If nobody books it by then, its plays are given back.`,
  toApprove: (who: string) =>
    `${who} asks to book it. Someone else must approve or decline it before the hold ends.`,
  goingIntoLogs: (instant: string, stores: string) =>
    `Changed ${instant}. The change is being added to the logs of ${stores}.`,
  inLogs: (instant: string, stores: string) =>
    `In force in the logs of ${stores} since ${instant}.`,
  draft: "A draft takes no plays. Hold or book it to take them.",
  someMissing: (missing: string, total: string) =>
    `${missing} of ${total} plays could not be taken.`,
  joinLater: "Stores that join its locations later play it too",
  spots: "Each spot gets plays in proportion to its weight.",
  inactive: "Inactive: it does not play",
  withMakeGoods: (plays: string, makeGoods: string) => `${plays}, ${makeGoods} of them make-goods,`,
  byDay: (plays: string, days: string) => `${plays} on ${days}`,
  eachDay: (plays: string, days: string) => `${plays} on each of ${days}`,
  betweenPlays: (least: string, most: string, days: string) =>
    `Between ${least} and ${most} on each of ${days}`,
  fullestDay: (most: string, days: string, plays: string, total: string) =>
    `${most} is the fullest of ${days}: ${plays} of ${total}`,
  noPlays: "It has no plays in your stores yet",
  perDay: "Booked plays per day, all your stores together",
  perWeek: "Booked plays per week from Monday, all your stores together",
  hours: "Its plays in each hour, all your stores together.",
  hoursCaption: "Booked plays by day and hour",
  full: "Hours full or already begun",
  left: "It closed or left the campaign's locations",
  shortfall: (first: string, total: string) =>
    `The first ${first} stores. ${total} plays are missing in all.`,
  shortfallAll: (total: string) => `${total} plays are missing in all.`,
  refused: (plays: string) => `${plays} will not run: the stores' published days leave them out.`,
  refusedTitle: "Left out of published days",
  refusedLead:
    "What published days leave out or play at another time. Plays left out count as missed once the day is over, and are then booked again where there is room.",
  refusedFirst: (first: string) => `The first ${first} stores and days.`,
  refusedCaption: "Plays to come that stores leave out or move",
  shortfallCaption: "Stores that have fewer plays than planned",
  history: "Changes to this campaign, newest first",
  historyHidden: "Only people who manage all its locations can see what changed.",
};

/** The calendar of campaigns. */
export const calendarTexts = {
  lead: "Which campaigns play on which days. A bar marks days with plays, a dashed frame the flight of a draft.",
  caption: (from: string, to: string) => `Campaigns from ${from} to ${to}`,
  none: "No campaign plays in these weeks. Choose other weeks or remove filters.",
  weeks: "Days in the weeks from ",
  months: "Weeks in the months",
  year: "Year, by week",
  week: (from: string, plays: string) => `Week from ${from}: ${plays}`,
  byMonth: (brand: string) => `${brand} by month`,
  monthsLead: (plays: string) =>
    `${plays} held or booked in these weeks, with make-goods. The value is their share of the campaigns' prices.`,
  worth: (plays: string, value: string) =>
    `${plays} held or booked in these weeks, with make-goods, worth ${value}. That is their share of the campaigns' prices.`,
  withoutPrice: (campaigns: string) =>
    ` The value leaves out ${campaigns}: no price is set, or you cannot see it.`,
  chooseBrand: "Choose a brand to see its plays and their value by month.",
  planned: "Planned, no plays taken yet",
  days: (days: string, from: string, to: string) => `${days} with plays, first ${from}, last ${to}`,
};

/** Texts of the room that days of the calendar have. */
export const freeTimeTexts = {
  title: {
    AD: "Free ad seconds",
    JINGLE: "Free promos",
    TOH: "Free tops of the hour",
  },
  lead: "All stores together. Choose a cell to add a campaign on its days.",
  AD: (free: string) => `${free} s`,
  JINGLE: (free: string) => `${free} plays`,
  TOH: (free: string) => `${free} plays`,
  note: (days: string, free: string) => `${days}: ${free} free`,
  nothing: (days: string) => `${days}: over, closed or not on sale`,
};

/** Texts of the page of free plays. */
export const availabilityTexts = {
  lead: "What is free, held and sold in each hour of each day, so that you know what you can offer before you book.",
  ofCampaign: (name: string) => `In the locations of ${name}.`,
  shortened: (days: string) => `At most ${days} can be shown at once, so the last day was moved.`,
  nothing:
    "Nothing is on sale in these stores, days and hours. Choose earlier days, other hours or other locations.",
  hourNothing: "Closed, over or not on sale",
  caption: "Availability by day and hour",
  byDay: "The same by day, all hours together",
  free: "Plays that fit, all stores together",
  rooms: "Stores that have room for at least one play",
  sold: "Percent of the capacity that is booked or held",
  worst: "Free in the fullest hour",
  best: "Free in the emptiest hour",
  extreme: (when: string, room: string, stores: string) =>
    `${when}, room in ${room} of ${stores} stores`,
  cell: (plays: string, room: string, stores: string) =>
    `${plays} free, room in ${room} of ${stores}`,
  times: "09:30, 12:00",
  timesUnit: "Stores that have the time free",
  timesCaption: "Stores free at exact times, by day",
  timesLead: (what: string) =>
    `${what} at exact times. A time is free in a store if no other campaign has the minute and its hour has room.`,
  timesNothing: "Over, or on sale in no store",
  fewest: "Stores free at the fullest time",
  most: "Stores free at the emptiest time",
  ofStores: (when: string, stores: string) => `${when}, of ${stores}`,
  topHasNone: "The top of the hour has no other times, so times are left out.",
  stores: "Store by store, the fullest first.",
  storesAsk: "See which stores have room and which are full.",
  noStores: "No store matches these filters.",
};
