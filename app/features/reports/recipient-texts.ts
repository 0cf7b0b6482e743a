/** Who receives a scheduled report beside its owner, and links for outside addresses. */
export const recipientTexts = {
  lead: "Each person gets the figures of the locations that they can see, not yours.",
  none: "Only you receive this report.",
  notRun: "Not run yet",
  byRole: "By role",
  users: "Users",
  usersHint: "Each gets an email with a link that only they can open.",
  roles: "Roles",
  rolesHint:
    "Everyone who has the role on the day of the run, as far as you can see them. Deactivated people drop out.",
  addresses: "Outside addresses",
  addressesHint: (most: number) =>
    `Up to ${most} email addresses of people without an account, one per line. They get your figures, by a link that needs no sign-in and works for seven days. You answer for it: the email names you.`,
  forbidden:
    "Your company does not allow outside addresses, so these get nothing and their links do not open.",
  forbiddenForm:
    "Your company does not allow outside addresses. A national admin can allow them under Scheduled reports.",
  links: (count: number) => (count === 1 ? "1 link works" : `${count} links work`),
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

/** The page that a link for an outside address leads to. */
export const linkedReportTexts = {
  sentBy: (sender: string, company: string) => `${sender} of ${company} sends you this report.`,
  opensUntil: (day: string) =>
    `This link works until ${day}. Anyone who has it can open the report.`,
  dead: "This link no longer works",
  deadHint: "It has expired or was withdrawn. Ask the person who sent it for a new one.",
};
