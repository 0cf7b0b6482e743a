/** The log of changes. */
export const auditTexts = {
  lead: (items: string) =>
    `Who did what to ${items}, when, from where, before and after. Nobody can change this log.`,
  reach: (entries: string) =>
    `The search covers the latest ${entries} entries up to the date in “To”. To search older entries, choose an earlier date.`,
  oneItem: "You see the history of one item.",
  caption: "Who did what, newest first",
  noMatch: "No change matches these filters.",
  none: "Changes appear here as people make them.",
  noneOfOwnTitle: "No changes to Fever's own items yet",
  chooseCompany: "Choose a company to see its changes.",
  moreChanges: (more: number) => `and ${more} more, in the CSV`,
};
