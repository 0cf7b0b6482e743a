/** Webhooks and their log. */
export const webhookTexts = {
  lead: "We send your company’s events to the addresses you add here.",
  none: "Add the address of a program that should hear about your stores, days and campaigns.",
  nameHint: "The program that receives the events, for example “Service desk”.",
  urlHint:
    "We send each event there with POST, as JSON. The receiver must answer within 10 seconds.",
  secretTitle: "Signing secret",
  secretOnce: "Copy the secret now and store it safely. You cannot see it again.",
  secretUse:
    "The receiver uses it to check that events come from us. The header Fever-Signature holds the time and the signature:",
  signature: "t=<seconds>,v1=<HMAC-SHA-256 of “<seconds>.<body>” in hex>",
  overlap: (until: string) => `Until ${until} we sign events with the old and the new secret.`,
  removeMessage:
    "Its log is deleted too. Events that are still waiting are not sent. You cannot undo this.",
  secretMessage: "We show the new secret once. The old one works for 24 more hours.",
  noLog: "Events appear here when they are sent. Send a test event to try it.",
  noMatch: "No event matches these filters.",
  notYet: "Nothing sent yet",
  failing: (since: string) => `Failing since ${since}`,
};
