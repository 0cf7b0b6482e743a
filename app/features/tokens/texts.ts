/** API tokens. */
export const tokenTexts = {
  lead: "Programs use tokens to call the API. A token can do only what its scopes and its user’s role allow.",
  none: "Create a token for each program that needs the API, so that you can revoke one without stopping the others.",
  addLead: "The token acts as you. It can never do more than you can at the time.",
  nameHint: "The program that will use it, for example “Till system”.",
  scopesHint: "Choose as little as the program needs. “Change” includes “read”.",
  daysHint: "The token stops working after that. We remind you a week before.",
  personal: "Only you can see and revoke it.",
  company: "All national admins of your company can see and revoke it.",
  created: (name: string) => `Token “${name}” created`,
  once: "Copy the token now and store it safely. You cannot see it again.",
  use: "Send it with each request:",
  expires: (day: string) => `It expires on ${day}.`,
  revokeMessage:
    "It stops working immediately for every program that uses it. You cannot undo this.",
  neverUsed: "Never",
};

/** The reference of the API. */
export const apiReferenceTexts = {
  lead: "Every API call, with a tested example.",
  base: (address: string) => `Addresses begin with ${address}. Send an API token with each call:`,
  document: "OpenAPI document",
  areas: "Choose an area, or search.",
  none: "No call matches this search.",
  more: (count: string) => `${count} more match. Search for more words to narrow them down.`,
  anyone: "Anyone, without a token",
  session: "Signed-in people only, no API token",
  anyToken: "Any API token",
  file: "multipart/form-data with the file in the field “file”",
  answer: "Response: data",
  answerList: "Response: data, a list of",
  event: "We send this to your webhooks.",
};
