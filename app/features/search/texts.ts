/** The search over stores, users, songs, charts, campaigns, invoices, reports and pages. */
export const searchTexts = {
  hint: "Type a name or code",
  nothingFor: (words: string) =>
    `Nothing matches “${words}”. Check the spelling, or search for part of a name or code.`,
  nothing: "Check the spelling, or search for part of a name or code.",
  chooseCompany: (items: string) => `Choose a company to see all its ${items}`,
  all: (items: string) => `See all ${items} that match`,
  allSongs: "See all songs that match",
  allReports: "See all reports",
  allPopularCharts: "See all popular charts that match",
  allCustomCharts: "See all custom charts that match",
};
