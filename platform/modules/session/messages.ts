import { type EmailStatusWords, emailOutcome } from "#contract/emails/words";

/** Messages about passwords, links and sessions; the emails are in account-emails.ts. */
export const sessionMessages = {
  passwordSet: "Your password has been changed. Please sign in.",
  accountReady: "Your account is ready. Please sign in.",
  passwordChanged: "Your password has been changed. Your other sessions have been ended.",
  passwordReset: (mail: EmailStatusWords | null) =>
    ["Their sessions are ended", mail && emailOutcome("Password link", mail)]
      .filter(Boolean)
      .join(". "),
  ownReset: "reset passwords from your own account",
  deactivated: (username: string) => `${username} is deactivated. Activate the account first.`,
  mustReset: "You have been signed out everywhere. Set a new password with the link in our email.",
  onlyThey: "only they can change their profile, settings and password",
  openedAs: (username: string, reason: string) =>
    `You opened this session as ${username}: ${reason}.`,
  tooManyAttempts: (minutes: number) => `Too many attempts. Try again in ${minutes} minutes.`,
  ended: "The session has been ended",
  exemptFromTwoSteps: "Store managers sign in with their password alone.",
  alreadyOn: "Two-step sign-in is already on.",
  notBegun: "Begin again: there is nothing to confirm.",
  required: "Your company requires two-step sign-in: you cannot turn it off.",
  turnedOn: "Two-step sign-in is on",
  turnedOff: "Two-step sign-in is off",
  newCodes: "You have new recovery codes",
  nothingToReset: (username: string) => `${username} has no second step.`,
  twoStepsReset: (mail: EmailStatusWords | null) =>
    ["The second step is removed", mail && emailOutcome("Notice", mail)].filter(Boolean).join(". "),
  passkeyAdded: (name: string) => `Passkey “${name}” added`,
  passkeyRemoved: "Passkey removed",
  mostPasskeys: (most: number) => `You can have ${most} passkeys. Remove one first.`,
  ownSignInRules: "change how people sign in from your own account",
  serviceFailed: (reason: string) =>
    `Company sign-in did not work: ${reason}. Try again, or ask your admin.`,
  serviceSaved: "Sign-in service saved",
  tryServiceFirst: "Sign in with a company account once, then you can require it.",
  noService: (code: string) => `There is no company “${code}” with company sign-in.`,
  noEmail:
    "Your company account has no email address, so we cannot find your user. Ask your admin.",
  emailNotVerified: (email: string) =>
    `Your company account does not say that ${email} is verified. Ask your admin.`,
  noUser: (email: string, company: string) =>
    `${company} has no user with the email ${email}. Ask your admin for an invitation.`,
  severalUsers: (email: string) =>
    `Several users have the email ${email}, so we cannot tell who you are. Ask your admin.`,
  invitationFirst: (email: string) => `Accept the invitation that we sent to ${email} first.`,
  companyAccountOnly: (code: string) =>
    `Your company asks you to sign in with your company account. Its company code is ${code}.`,
  rulesSaved: "Sign-in rules saved",
  codeUsed: "A recovery code was used to sign in as you",
  notActive: (username: string) => `${username} is not active: nobody can sign in as them.`,
};
