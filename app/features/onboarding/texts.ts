/** The request to become a client. */
export const signupTexts = {
  description: "Request a Fever In-Store account for your company: music, ads and promos for all your stores.",
  lead: "Tell us about your company. We'll create its account and invite you by email.",
  timeZone: "The time zone of all or most of your stores",
  you: "You become the first admin of your company.",
  username: "You will sign in with this, for example asha@northwind",
  receivedLead:
    "We have emailed you a confirmation. We'll check your request, usually within two working days. When your account is ready, we email you a link to choose a password.",
  otherWays: "Not ready to sign up?",
  selfOnboarding: "Tell us what your stores should sound like",
  contact: "Ask a question",
};

/** Telling us in three steps what stores should sound like. */
export const selfOnboardingTexts = {
  title: "Tell us what your stores should sound like · Fever In-Store",
  description: "Three short steps: you, your stores, and the music you want.",
  heading: "What should your stores sound like?",
  step: (step: number, of: number) => `Step ${step} of ${of}. Nothing is sent until the last step.`,
  music: "What you want to hear",
  songTypes: "Choose as many as you like",
  start: "When you want to start",
  receivedLead: "We have emailed you a confirmation. We look for music that suits your stores and reply, usually within two working days.",
};

/** A visitor's question. */
export const contactTexts = {
  description: "Ask about music, ads and promos in your stores. We'll reply by email.",
  lead: "We'll reply by email, usually within two working days.",
  receivedLead: "We have emailed you a confirmation. We'll reply, usually within two working days.",
};

/** What the public forms have in common. */
export const publicFormTexts = {
  email: "We'll reply to this address",
  consent: "You may keep my details and email me about this request",
  consentHint: "Our privacy policy says for how long, and how to have them deleted",
  restored: "We restored your entries from this browser. Nothing has been sent yet.",
  tooLong: "Your entries are too long to save in this browser. Shorten the longer texts.",
  saved: (days: number) => `Your entries are saved in this browser for ${days} days. Open this page again to continue.`,
  received: "Thank you. We have received your message.",
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
  answerHint: "We email your text to them.",
  declineHint: "No company is created. We email your text to them, so give the reason.",
  approveTitle: "Approve and create company · Fever In-Store",
  approveLead: "Check the details. We email an invitation to the first admin, who fills in the address and adds the first store.",
  firstAdmin: "The company's national admin, who receives the invitation.",
  commEmail: "Notifications and invoices go here",
};

/** What provider staff write for the public pages. */
export const publicSiteTexts = {
  title: "Public pages · Fever In-Store",
  lead: "What visitors read on the landing page, and what search engines read on every public page.",
  testimonials: "What clients say. The landing page shows these in order; leave a quote empty to remove it.",
  role: "For example Marketing head, Northwind Retail",
  structuredData: "JSON-LD as schema.org describes it: one object or a list. It is written into each public page.",
  whatClientsSay: "What our clients say",
};
