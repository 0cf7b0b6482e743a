/** The list of users. */
export const usersTexts = {
  lead: "Who can sign in, what they can do, and what they can see.",
  noMatch: "No user matches these filters.",
  none: "Nobody in the locations you can see has an account yet.",
};

/** The form of a user. */
export const userFormTexts = {
  cannotAdd: "Ask someone with a higher level than yours to add them.",
  addLead: "They receive an email with a link to choose a password.",
  added: (username: string) => `${username} can sign in after accepting the invitation.`,
  mayNotChange: "You cannot change this user.",
  actions: "Each action asks you to confirm.",
  asksForErasure: "This person asks to have their personal data erased.",
  admin: "Can manage everything within the scope below",
  adminLimited: "Sees the dashboard; can add and edit music and ad spots",
  storeManager: "Can only sign in to the store's player",
  newEmail: "The invitation goes here",
  email: "Emails about the account go here",
  username: "Leave empty to create one from the name, for example Asha_Rao_4821",
  scope: "What this person can see. A store manager's level is Store.",
};

/** Texts of the confirmations about a user. */
export const userConfirmTexts = {
  invite: (email: string) =>
    `We email a new link to set up the account to ${email}. It works for 7 days.`,
  activate: (name: string) =>
    `${name} can sign in again with the same password. An account without a password needs an invitation.`,
  deactivate: (name: string) =>
    `${name} is signed out everywhere at once and cannot sign in. You can activate the account again at any time.`,
  resetPassword: (name: string, email: string) =>
    `${name} is signed out everywhere. We email a link to set a new password to ${email}. It works for one hour.`,
  resetTwoSteps: (name: string, email: string) =>
    `${name} can then sign in with the password alone, and set it up again. Do this only if you are sure that ${name} asked for it. We write to ${email}.`,
  openAs: (name: string) =>
    `You see and do what ${name} can, until you sign out. The audit log records that it was you. Your own session in this browser ends.`,
  remove: (name: string) =>
    `${name} is signed out everywhere, and the account is permanently deleted, with its notifications, drafts and saved filters. The username is free again. The audit log keeps what ${name} did. To keep the account, deactivate it instead.`,
  eraseTitle: (username: string) => `Erase the personal data of ${username}?`,
  erase: (name: string) =>
    `${name} is signed out everywhere, and the account is permanently deleted. Name, username, email, phone and sign-in addresses are removed everywhere, and the audit log shows a number in place of the name. You cannot undo this, and you cannot tell later what ${name} did.`,
};
