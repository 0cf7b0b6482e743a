/** What is said of passwords, links and sessions; emails stand in letters.ts. */
export const sessionMessages = {
  passwordSet: "Your password has been changed. Please sign in.",
  accountReady: "Your account is ready. Please sign in.",
  passwordChanged: "Your password has been changed. Your other sessions have been ended.",
  passwordReset: "We have emailed the user a link and ended their sessions.",
  ownReset: "reset passwords from your own account",
  deactivated: (username: string) => `${username} is deactivated. Activate the account first.`,
  mustReset: "You have been signed out everywhere. We have emailed you a link to set a new password.",
  onlyThey: "only they can change their profile, settings and password",
  openedAs: (username: string, reason: string) => `You opened this session as ${username}: ${reason}.`,
  tooManyAttempts: (minutes: number) => `Too many attempts. Try again in ${minutes} minutes.`,
  ended: "The session has been ended",
  notActive: (username: string) => `${username} is not active: nobody can sign in as them.`,
};
