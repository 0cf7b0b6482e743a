/** The list of charts. */
export const chartsTexts = {
  lead: "Lists of songs that master rules draw from. Popular charts come from Fever, custom charts from one company.",
  noMatch: "No chart has this name and status.",
  nonePopular: "Fever's charts for every company appear here.",
  noneCustom: "Your company's own charts appear here.",
};

/** The form of a chart. */
export const chartFormTexts = {
  display: "How its page first draws the languages, tempos and eras of its songs.",
  popular: "Every company can use it in its rules.",
  custom: "Only this company can see it.",
  example: "For example, Morning calm, Diwali 2026 or Top 50 Hindi.",
  rename: "Rules that use this chart keep working when you rename it.",
  logo: "Helps people find the chart among many.",
  added: (name: string) => `${name} added. Now add songs.`,
  copy: (kind: string, songs: string) =>
    `A ${kind} chart with the same ${songs}, order and weights.`,
  copyStaysApart: "Later changes to one do not affect the other.",
  copyAs: (kind: string) => `Copy it as a ${kind} chart`,
};

/** A chart's own page. */
export const chartTexts = {
  ofPlayingSongs: "of the songs that play today",
  notKnown: (facet: string, percent: string) => `The ${facet} of ${percent} is unknown`,
  twoLead: (names: string, percent: string) => `${names} lead with ${percent} each`,
  turnover: "Time until every song has played once.",
  uses: (name: string) => `Master rules that use ${name}`,
  noSuchChange: "There is no such change.",
  selectSong: "Select at least one song.",
  weight: "A song with a higher weight plays more often, within its minimum rest.",
  songs: (name: string) => `Songs of ${name}, in order`,
  noMatch: "No song in this chart matches your search.",
  noSongs: "Rules skip an empty chart and play the rest of their mix.",
  viewOnly: "You can only view it",
};

/** Texts of the confirmations about a chart. */
export const chartConfirmTexts = {
  activate: "Rules that use it play its songs again on all days that are not published yet.",
  deactivateUsed: (uses: string) =>
    `${uses}. Until you activate it again, the rest of the mix plays instead on all days that are not published yet.`,
  deactivate: "No rule can use it until you activate it again. It keeps its songs.",
  remove: "The order and weights of its songs are deleted too. The songs stay in the library.",
  removeSongsTitle: (songs: string, name: string) => `Remove ${songs} from ${name}?`,
  removeSongs:
    "This removes all songs that match, on every page of the list. They stay in the library.",
  seeUses: "See where it is used",
  removeLogoTitle: (name: string) => `Remove the logo of ${name}?`,
  uses: (rules: string, isOne: boolean) => `${rules} ${isOne ? "uses" : "use"} it`,
  inUse: (uses: string, isOne: boolean) =>
    `${uses}. Remove it from ${isOne ? "that rule" : "those rules"} first, or deactivate it. An inactive chart plays no songs.`,
};

/** Adding songs to a chart. */
export const songAddingTexts = {
  lead: "New songs go to the end of the chart. Songs that are already in it stay where they are.",
  listTab: "Paste or upload a list",
  pasteLead: (most: string) => `One song per line, at most ${most}.`,
  pasteHint:
    "An ISRC, or title and artist separated by a dash or tab: Blue morning - Asha Rao. You can paste from a spreadsheet or an email. A title alone is enough if only one song has it.",
  fileLead: (most: string) => `One song per row, at most ${most}.`,
  fileHint:
    "We read these columns: Song (its ID), ISRC, or Title and Artist. A CSV downloaded from the library works unchanged.",
  unclear: "Lines that were not matched",
  unclearTitle: (lines: string) => `${lines} lines were not matched`,
  choose: "Choose a song where several match.",
  correctFile: "Correct the file and upload it again, or paste the missing songs.",
  correctLines: "Correct the other lines in the list below and add them again.",
  correctAll: "Correct them in the list below and add them again.",
  unclearCaption: "Lines that were not added",
  similar: "No song matches your search. These are similar.",
  tooMany: (songs: string, most: string) =>
    `${songs} songs match. Filter them to ${most} or fewer to add all at once.`,
  noMatch: "No song in the library matches. Try fewer words or filters.",
  addAllMessage:
    "This adds all songs that match the filters, on every page of the list. Songs that are already in the chart stay where they are.",
};
