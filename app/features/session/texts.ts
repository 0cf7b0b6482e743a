/** Sign-in with the account that people have at their company. */
export const companyAccountTexts = {
  title: "Company account",
  lead: "Sign in with the account you use at your company. Your admin knows the company code.",
  signIn: "Sign in with your company account",
  byPassword: "Sign in with a password",
  goLead: (host: string) => `Sign in at ${host}. You then come back here.`,
};

/** Pages that send a link by email, and pages on which a link no longer works. */
export const emailedLinkTexts = {
  noEmail:
    "No email after a few minutes? Check your spam folder and your username, or ask your admin.",
  passwordLead: "We email you a link to set a new one.",
  passwordSent:
    "If there is an account with this username, we have emailed a link to its address. The link works once.",
  signInTitle: "Sign in by email · Fever In-Store",
  signInLead: "We email you a link that signs you in without a password.",
  signInSent:
    "If there is an account with this username, we sent a sign-in link to its email address. The link works once, for 10 minutes.",
  over: "It has expired, was already used, or is incomplete. Each link works once. Use the link in the newest email.",
  newLink: "Enter your username and we'll email a new link to your account's address.",
  overTitle: "This link no longer works",
  invitationOverTitle: "This invitation no longer works",
  validating: "Validating, then you are signed in",
};

/** Choosing a password: by a link, by an invitation and on the account page. */
export const newPasswordTexts = {
  rule: "8 to 20 characters, with a lowercase and an uppercase letter, a number, and one of !*@#$%^&+=?_-",
  resetTitle: "Set a new password · Fever In-Store",
  resetLead: "You will be signed out everywhere.",
  invitedTitle: "Set up your account · Fever In-Store",
  invitedLead: (company: string) =>
    `${company} has invited you. Check your name and choose a password.`,
  invitedDone: "Welcome. Your account is ready.",
};

/** A person's own account. */
export const accountTexts = {
  lead: "Your profile, password, sessions and preferences.",
  signInAs: (username: string) => `You sign in as ${username}.`,
  emailHint: "We send links to set a new password here",
  currentPassword: "Current password, needed to change your email",
  passwordLead: "A new password signs you out everywhere else.",
  liteMode: "Pages without scripts, for slow connections and old devices. Everything still works.",
  liteModeFollow: "When my browser asks to save data",
  emailNotifications:
    "We email unread notifications, grouped together. We always email links to sign in and to set a password.",
  sessionsTitle: "Where you are signed in",
  sessionsLead: "End any session you don't recognise, then change your password.",
  endSession: (device: string, lastUsed: string) =>
    `End session of ${device}, last used ${lastUsed}`,
  justNow: "less than a minute ago",
};

/** The privacy policy. */
export const privacyTexts = {
  description: "What Fever In-Store keeps about the people who use it, why, and for how long.",
  lead: "What we keep about the people who use Fever In-Store, why, and for how long.",
  sections: [
    {
      title: "Who we are",
      text: "Fever In-Store runs music, ads and promos in retail stores for the companies that own them. Those companies decide who may sign in; we keep the accounts for them.",
    },
    {
      title: "What we keep",
      text: "Your name, email address, username and role; a hash of your password, never the password itself; the key of your authenticator app and the public keys of your passkeys, if you use them; when you signed in, from which address and with which browser; and a record of the changes you made, so that mistakes can be traced and undone.",
    },
    {
      title: "What we do not keep",
      text: "Nothing about shoppers. Store players report what they played, how loud, and that they are running. There is no advertising tracking on these pages, and no cookies but our own: one keeps you signed in, one proves that a form is yours, one keeps a form that could not be sent for an hour, and one keeps your request to become a client for 30 days, until you send or discard it. Your browser also keeps your entries in long forms for a day. A store's player keeps the music it will play, and plays it has not reported yet, in its browser.",
    },
    {
      title: "How long",
      text: "Accounts: for as long as your company keeps them. Sign-in records: 36 months. Records of single plays: until 400 days after the end of their month, or longer until they are billed. The audit log, daily totals of plays and invoices: for as long as billing law requires. Your requests and questions: until six months after our reply, at most two years, or until you ask us to delete them.",
    },
    {
      title: "Your rights",
      text: "You can download all that we keep about you, correct it on your account page, and ask us to erase it. An admin of your company, or Fever In-Store, carries this out: your account is deleted, and your name, username, email, phone and sign-in addresses are removed. If you wrote to us without an account, ask us to delete your request: send a question from this site and say which email address you used.",
    },
    {
      title: "What stays after erasure",
      text: "Entries of the audit log, rates, invoices and payments, because tax law requires us to keep them. The audit log then shows a number in place of your name to everyone who reads it. Nobody can rewrite its stored entries, so your name stays in our database with them. Backups keep what they held until they are replaced.",
    },
  ],
  yourData: "Your personal data",
  yourDataHint: "Sign in to download your data or to ask for erasure.",
  askUs: "Ask us to delete a request",
};

export const signInLead = "The music, the ads and the state of your stores.";
