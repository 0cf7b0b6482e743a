/** A campaign's proof of play, as its own page and the brand's link show it. */
export const proofTexts = {
  title: "Proof of play",
  lead: "Shows a brand what was booked, heard and made good, by day, hour and store.",
  heard: (campaign: string, plays: string) => `${campaign} was heard ${plays}`,
  notHeard: (campaign: string) => `${campaign} has not been heard yet`,
  facts: (parts: string[]) => parts.join(" · "),
  reach: (heardIn: string, stores: string, hours: string) =>
    `Heard in ${heardIn} of ${stores}, which were open for ${hours} on the days of its plays.`,
  perDay: "Plays due per day, all stores together",
  perWeek: "Plays due per week from Monday, all stores together",
  hoursTitle: (hour: string, plays: string) => `Most plays were heard from ${hour}: ${plays}`,
  hoursAxes: "Verified plays per hour of the day, on each store's clock",
  withoutHour: (plays: string) => `The hour of ${plays} is no longer on record.`,
  spots: "Verified plays of each spot",
  days: "An hour counts once it is over on the store's clock.",
  daysCaption: "Booked, verified and missed plays by day",
  storesCaption: "Booked, verified and missed plays by store",
  firstStores: (first: string, all: string) =>
    `The first ${first} of ${all}. The CSV has all of them, day by day.`,
  made: (instant: string) => `As of ${instant}.`,
  counted:
    "A play counts once the store's player has reported it and it matches the store's log in time and length.",
  opensUntil: (day: string) => `This link works until ${day}.`,
  deadLink: "This link no longer works",
  dead: "It has expired or was withdrawn. Ask the people who sent it for a new one.",
};

/** The links to a proof of play. */
export const proofLinkTexts = {
  lead: "Anyone with a link sees this page without signing in, and nothing else. Search engines are asked not to list it.",
  days: "Days until it expires",
  none: "Create one to share this page with the brand.",
  caption: "Links to this proof of play",
  once: "Copy the link now. It is not shown again.",
  expires: (day: string) => `It works until ${day}. You can withdraw it at any time.`,
  by: (instant: string, username: string) => `${instant} by ${username}`,
  sentTo: (time: string, address: string) => `${time}, for ${address}`,
  to: "Email the link to",
  toHint: "Each person gets their own link, in an email that names you as the sender.",
  chooseContact: "Choose at least one contact.",
  noContacts: "To email the link, add the people at this brand under",
  withdraw: (created: string) => `Withdraw the link of ${created}?`,
  withdrawMessage: "It stops working at once for everyone who has it. You cannot undo this.",
  notYours:
    "The campaign also plays in locations that are not yours, so you cannot share links to it.",
};
