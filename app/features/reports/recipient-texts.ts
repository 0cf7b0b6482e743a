/** The recipients of a scheduled report besides its owner, and its links for outside addresses. */
export const recipientTexts = {
  lead: "Each person gets the figures for the locations they can see, not for yours.",
  none: "Only you receive this report.",
  notRun: "Not run yet",
  byRole: "By role",
  users: "Users",
  usersHint: "Each gets an email with a link that only they can open.",
  roles: "Roles",
  rolesHint:
    "Everyone with the role on the day of the run whose account you can see. Deactivated people are left out.",
  addresses: "Outside addresses",
  addressesHint: (most: number) =>
    `Up to ${most} email addresses of people without an account, one per line. They get a link to your figures, which works for seven days without signing in. The email names you as the sender.`,
  forbidden:
    "Your company does not allow outside addresses, so these get no emails and their links do not work.",
  forbiddenForm:
    "Your company does not allow outside addresses. A national admin can allow them under Scheduled reports.",
  links: (count: number) => (count === 1 ? "1 active link" : `${count} active links`),
  stopped: "Stopped receiving",
  inactive: "Deactivated",
  received: "Reports you receive",
  receivedLead: "Scheduled reports that other people send you, with the figures you can see.",
  outsideTitle: "Outside addresses",
  outsideAllow: "Reports may be sent to outside addresses",
  outsideHint:
    "People without an account get a link to the sender’s figures. It works for seven days, and the sender can withdraw it. If you turn this off, links stop working at once.",
  sentBy: (name: string) => `${name} sends you this report.`,
  notReceiving: "You no longer receive it.",
};

/** The page behind a link that an outside address was sent. */
export const linkedReportTexts = {
  sentBy: (sender: string, company: string) => `${sender} of ${company} sends you this report.`,
  opensUntil: (day: string) =>
    `This link works until ${day}. Anyone who has it can open the report.`,
  dead: "This link no longer works",
  deadHint: "It has expired or was withdrawn. Ask the person who sent it for a new one.",
};
