/** The labels for the result of a sign-in: still signed in, or the reason its session ended. */
export const sessionResults = {
  "signed in": "Signed in",
  "signed out": "Signed out",
  "ended by the user": "Ended by the user",
  "signed in elsewhere": "Signed in elsewhere",
  "password changed": "Password changed",
  "token replayed": "Ended for security",
  expired: "Expired",
  "account deactivated": "Account deactivated",
  "company deactivated": "Company deactivated",
} as const;
