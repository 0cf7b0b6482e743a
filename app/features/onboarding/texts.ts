import type { ProductPictureKey } from "#contract/tutorials/product-pictures";

type Benefit = { title: string; text: string };

/**
 * Texts of the visitors' first page. Tests prove its promises; a promise that no test proves
 * does not belong here.
 */
export const landingTexts = {
  title: "Fever In-Store: the right music in every store",
  description:
    "Plan the music, ads and promos of every store, preview each day hour by hour, and see what played.",
  heading: "The right music in every store, and proof that it played.",
  lead: "Fever In-Store plans the music, ads and promos of your stores by region, zone and group. It plays in any browser, and each play is counted once.",
  demos: "Listen to demo playlists",
  exampleTitle: "10:00 to 11:00 in one of your stores",
  example: "Example",
  exampleLabel:
    "An example hour: the top of the hour, 14 songs of three charts, three ads and a promo",
  examplePlays: {
    toh: "Good morning from us",
    first: "Monsoon Lines",
    second: "City Lights",
    ad: "Summer offer, 20 seconds",
  },
  exampleReasons: {
    "Good morning from us": "Plays on the hour",
    "Monsoon Lines": "Chart A, 60% of the mix; rested longest",
    "City Lights": "Chart B, 30%; the artist last played 2 h ago",
    "Summer offer, 20 seconds": "Booked for this hour",
  } as Record<string, string>,
  listenTitle: "Hear it first",
  listenLead:
    "Play a song from a playlist that we made for stores like yours, or find one by language, song type and industry.",
  find: "Find playlists",
  promisesTitle: "What sets it apart",
  promisesLead:
    "In-store radio is easy to promise and hard to check. Here you can check each of these yourself.",
  promisesWithPicture: [
    {
      picture: "schedule",
      title: "What you preview is what plays",
      text: "See tomorrow hour by hour. Each song says why it was scheduled there and which rule it broke, if any. What you publish is what the store hears.",
    },
    {
      picture: "availability",
      title: "Ad time is never oversold",
      text: "See what is free in each store, day and hour before you book. A full hour takes no more ads, even when two people book at once.",
    },
    {
      picture: "report",
      title: "Figures that agree",
      text: "Reports, campaigns and invoices count the same plays. A play counts once, however often a player reports it, and a play that does not count has a named reason.",
    },
    {
      picture: "stores",
      title: "Stores that need you come first",
      text: "Each store's day is drawn minute by minute: what sounded right, and what was too quiet, silent or offline.",
    },
  ] satisfies (Benefit & { picture: ProductPictureKey })[],
  promises: [
    {
      title: "Everyone sees their part",
      text: "A regional admin sees the region, with its stores, totals and charts, and nothing else. Rules are set once and inherited, unless a location has its own.",
    },
    {
      title: "Stores do not fall silent",
      text: "The player keeps two days of music. It plays on when the connection is lost, and replaces a song that cannot play.",
    },
    {
      title: "Works on what you have",
      text: "Runs in any browser on the computers, tablets and phones you already have, with a keyboard or a screen reader too.",
    },
  ] satisfies Benefit[],
  beginTitle: "How to get started",
  beginLead: "You need a computer or tablet with a browser and a speaker in each store.",
  begin: [
    {
      title: "Tell us about your stores",
      text: "How many there are, where they are, and what they should sound like.",
    },
    {
      title: "Plan and preview",
      text: "Set one rule for all stores, preview a day, and publish it.",
    },
    {
      title: "Play and check",
      text: "Sign in to the player in each store. You see what plays now and what played.",
    },
  ],
  selfOnboarding: "Tell us what you want to hear",
};

/** The request to become a client. */
export const signupTexts = {
  description:
    "Request a Fever In-Store account for your company: music, ads and promos for all your stores.",
  lead: "Tell us about your company. We'll create its account and invite you by email.",
  timeZone: "The time zone of all or most of your stores",
  you: "You become the first admin of your company.",
  username: "You will sign in with this, for example asha@northwind",
  receivedLead:
    "You get a confirmation by email. We'll check your request, usually within two working days. When your account is ready, we email you a link to choose a password.",
  otherWays: "Not ready to sign up?",
  selfOnboarding: "Tell us what your stores should sound like",
  contact: "ask a question",
};

/** Texts of the form that tells us in three steps what stores should sound like. */
export const selfOnboardingTexts = {
  title: "Tell us what your stores should sound like · Fever In-Store",
  description: "Three short steps: you, your stores, and the music you want.",
  heading: "What should your stores sound like?",
  step: (step: number, of: number) => `Step ${step} of ${of}. Nothing is sent until the last step.`,
  music: "What you want to hear",
  songTypes: "Choose as many as you like",
  start: "When you want to start",
  receivedLead:
    "You get a confirmation by email. We look for music that suits your stores and reply, usually within two working days.",
};

/** A visitor's question. */
export const contactTexts = {
  description: "Ask about music, ads and promos in your stores. We'll reply by email.",
  lead: "We'll reply by email, usually within two working days.",
  receivedLead: "You get a confirmation by email. We'll reply, usually within two working days.",
};

/** Texts that the public forms share. */
export const publicFormTexts = {
  email: "We'll reply to this address",
  consent: "You may keep my details and email me about this request",
  consentHint: "Our privacy policy says for how long, and how to have them deleted",
  restored: "We restored your entries from this browser. Nothing has been sent yet.",
  tooLong: "Your entries are too long to save in this browser. Shorten the longer texts.",
  saved: (days: number) =>
    `Your entries are saved in this browser for ${days} days. Open this page again to continue.`,
  received: "Thank you. We have received your message.",
  sendAgain: "Please check your entries, then send them again.",
};

/** The provider's list of requests. */
export const requestsTexts = {
  lead: "Companies that want to become clients, and questions from visitors.",
  noneOfKind: "There is no such request.",
  noneNew: "No requests are waiting for a decision. Requests from the public forms appear here.",
  noMatch: "No request matches these filters.",
};

/** The decision on one request. */
export const requestTexts = {
  mailAgainTitle: (name: string) => `Email the answer to ${name} again?`,
  suspect: "A field that people cannot see was filled in, by a program or by the sender's browser.",
  answerHint: "We email your text to them.",
  declineHint: "No company is created. We email your text to them, so give the reason.",
  approveTitle: "Approve and create company · Fever In-Store",
  approveLead:
    "Check the details. We email an invitation to the first admin, who fills in the address and adds the first store.",
  firstAdmin: "The company's national admin, who receives the invitation.",
  commEmail: "Notifications and invoices go here",
  mailAgain: (to: string) => `We send the same text to ${to}.`,
  remove:
    "The request and all personal data in it are permanently deleted, and the audit log no longer names who sent it.",
};

/** Texts of the pages where provider staff write the public pages. */
export const publicSiteTexts = {
  title: "Public pages · Fever In-Store",
  lead: "What visitors read on the landing page, and what search engines read on every public page.",
  testimonials:
    "What clients say. The landing page shows these in order; leave a quote empty to remove it.",
  role: "For example Marketing head, Northwind Retail",
  structuredData:
    "JSON-LD as schema.org describes it: one object or a list. It is written into each public page.",
  whatClientsSay: "What our clients say",
};
