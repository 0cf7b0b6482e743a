/** API tokens. */
export const tokenTexts = {
  lead: "Programs use tokens to call the API. A token can do only what its scopes and its user’s role allow.",
  none: "Create a token for each program that needs the API, so that you can revoke one without stopping the others.",
  addLead: "The token acts as you. It can never do more than you can at the time.",
  nameHint: "The program that will use it, for example “Till system”.",
  scopesHint: "Choose as little as the program needs. “Change” includes “read”.",
  daysHint: "Programs are refused after that. We remind you a week before.",
  personal: "Only you can see and revoke it.",
  company: "All national admins of your company can see and revoke it.",
  created: (name: string) => `Token “${name}” created`,
  once: "Copy the token now and store it safely. You cannot see it again.",
  use: "Send it with each request:",
  expires: (day: string) => `It expires on ${day}.`,
  revokeMessage: "Programs that use it are refused immediately. You cannot undo this.",
  neverUsed: "Never",
};
