/** What has become of a sign-in, in words: still signed in, or why its session ended. */
export const sessionResults = {
  "signed in": "Signed in",
  "signed out": "Signed out",
  "ended by the user": "Ended by the user",
  "signed in elsewhere": "Signed in elsewhere",
  "password changed": "Password changed",
  "token replayed": "Ended for safety",
  expired: "Expired",
  "account deactivated": "Account deactivated",
  "company deactivated": "Company deactivated",
} as const;
