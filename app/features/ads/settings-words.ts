/** The page of ad settings. */
export const adSettingsTexts = {
  lead: "How much ad time stores can sell. A location without settings of its own inherits them from the location above.",
  readOnly:
    "You can see these settings, but only people responsible for this location can change them.",
  saved: "Ad settings saved. What stores can sell changes within a minute.",
  inventory: "What an hour can hold",
  inventoryHint:
    "For an hour in which the store is open throughout. If it is open for less, it can sell that part.",
  breaks: "Breaks",
  separation: "Minutes apart",
  separationHint:
    "Counted from break to break, the same for all stores of the company. Ads are moved within their hour to keep them. Where the hour has too little room, they play as far apart as it allows. Promos, tops of the hour and exact times are not moved.",
  rivalMinutes: "Brands with the same category are rivals.",
  brandMinutes: "Between plays of one brand, in all of its campaigns.",
  brandMinutesLabel: "Minutes between a brand's own plays",
  prime: "Prime hours",
  primeHint: "Ads in these hours are sold at the prime rate. Times are on each store's own clock.",
  primeOwn: "Choose prime hours for this location",
  music: "Music",
  musicHint: "The same for all stores of the company.",
  leastMusic: "The music that each hour keeps, or part of it if the store is open for less.",
  refusesLessMusicLabel: "Refuse bookings that leave less",
  lessIsRefused: "bookings that leave less are refused",
  lessIsAsked: "asked before booking",
  refusesLessMusic: "Otherwise the person who books is asked.",
  sales: "Sales",
  salesHint: "The same for all stores of the company.",
  rates: "Rate card",
  ratesHint:
    "Without a rate, campaigns have no price. Without a prime rate, prime hours cost the same as the others.",
  approvalAbove:
    "A booking that costs more waits until a second person approves it. Leave empty if none does.",
  discounts: "Discounts",
  discountsHint:
    "Taken off a campaign's rates when its plays are first held or booked. The highest discount that applies counts. Leave unused lines empty.",
  discountBy: "What the volume counts",
  volume: "For volume",
  seasons: "For the season",
  seasonsHint: "A flight that is partly in a season gets that part of the discount.",
  quotes: "Quotes",
  quoteDays: "How long a quote is valid if no hold ends earlier.",
  quoteTerms: "Printed below each quote",
  holdHours: "A hold that nobody books ends after this time.",
  daysOnSale: "Including today.",
  checkTitle: "What this changes",
  conflicts: "Hours to make good",
  conflictsLead:
    "More is sold in these hours than the store can sell, because its opening hours or settings changed.",
  primeOfLocation: "Prime hours of this location",
  primePress: "Press an hour to mark it as prime.",
  adPrimeRate: "Ad in prime hours, per second",
  promoPrimeRate: "Promo in prime hours, per play",
  tohRate: "Top of the hour, per play",
  tohPrimeRate: "Top of the hour in prime hours, per play",
  oversoldCaption: "Hours with more sold than the store can sell",
  changes: (stores: string) => `This changes what ${stores} can sell from the next hour on:`,
  below: (hours: string) => `${hours} would have more sold than the store can sell.`,
  makeGoodHint:
    "Sold plays stay sold. These hours take no more bookings and are listed to be made good.",
};

export const kindNames = { AD: "Ad time", JINGLE: "Promos", TOH: "Top of the hour" } as const;
