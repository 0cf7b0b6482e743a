/** The master rule of a location. */
export const masterRuleTexts = {
  noSlot: "There are no time slots yet.",
  saved: "Rule saved. It applies to all days that are not published yet.",
  addSlot: "A rule belongs to a time slot. Add the first one.",
  noRule: (slot: string) => `${slot}: no rule yet. Stores play any song that is licensed for them.`,
  noRuleAbove: "Neither this location nor any above it has a rule for this time slot. Its stores play any song that is licensed for them.",
  mix: "How much of the music comes from which chart. Percentages must add up to 100.",
  separation: "How long before a song, artist or title can repeat. 0 turns a rule off.",
  title: "The same title by any artist",
  dayOffset: "Don't repeat a song in yesterday's hour",
  tempo: "Tempo from song to song",
  giveOwn: (name: string) => `Give ${name} its own rule`,
  oneLevel: "No fast song after a slow one",
  find: "Region, zone, group or store",
  noneFound: (words: string) => `No location has “${words}” in its name.`,
  removeMessage: (inherited: string) =>
    `Its music follows the rule ${inherited} again, from the next unpublished day. Published days stay unchanged.`,
  removed: (name: string) => `${name} inherits its rule again`,
};

/** Whether the songs are enough for a rule. */
export const ruleCheckTexts = {
  enough: "There are enough songs for this rule.",
  noStore: "There is no active store here yet, so nothing can be checked.",
  waits: "Fill in the rule and press “Check rule” to see whether there are enough songs for it.",
  partly: (country: string, playable: string, songs: string, chart: string) =>
    `${country}: ${playable} of ${songs} of ${chart} can be played here.`,
  together: (country: string) => `${country}: all charts together.`,
  none: (country: string, chart: string, why: string) =>
    `${country}: no song of ${chart} can be played here${why}. Other songs play instead. Choose another chart or add songs.`,
  inactive: (country: string, chart: string) =>
    `${country}: ${chart} is inactive, so other songs play instead. Choose another chart or activate it.`,
  rest: (who: string, plays: string, time: string) =>
    `${who} needs ${plays} in ${time}: songs and artists will repeat too soon. Add songs, lower the share or the minimum rest.`,
  artists: (who: string, have: string, plays: string, time: string) =>
    `They are by ${have}, and ${who} needs ${plays} in ${time}: artists will repeat. Add other artists, lower the share or the artist separation.`,
  titles: (who: string, have: string, plays: string, time: string) =>
    `They have ${have}, and ${who} needs ${plays} in ${time}: titles will repeat. Add other songs, lower the share or the title separation.`,
  dayOffset: (who: string, songs: string) =>
    `${who} needs ${songs} for an hour and the same hour yesterday: songs will repeat in yesterday's hour. Add songs, lower the share or turn off the day offset.`,
};

/** The parts of the day that rules belong to. */
export const timeSlotTexts = {
  lead: "The parts of the day. Each has its own master rule.",
  week: "Your week",
  weekLead: "A slot for some days replaces the slot of every day at its times.",
  gap: "no slot",
  gapWarning: "Where there is no slot, stores play songs of any of their charts, without a rule.",
  ends: "An end at or before the start is on the next day.",
  rulesFrom: "The rules of this slot are copied, also those of single locations.",
  readOnly: "Only people who see the whole company can change its time slots.",
  review: "Check what this change does",
  saved: "Time slots saved",
  removedRules: (count: string) => `${count} will be removed with its time slot:`,
  moreRules: (count: number) => `and ${count} more`,
  withoutRule: (names: string) => `${names}: no rule yet. Until you add one, stores play songs of any of their charts then.`,
  drafts: (days: string) => `${days} will be planned again.`,
  published: (days: string) => `${days} will stay unchanged until someone publishes them again.`,
};

/** The coming days and one day of them. */
export const previewTexts = {
  lead: "What each group plays in the coming days. Stores play exactly what you publish.",
  caption: "The coming days of each group",
  noGroups: "Music is planned for groups of stores. You have no groups yet.",
  changedSincePublished:
    "The rule, a chart, the hours or an earlier day has changed since this day was published. Stores play the published version.",
  changedSinceDraft: "The rule, a chart, the hours or an earlier day has changed since this draft was made.",
  closed: "No store is open on this day, so nothing is planned.",
  hours: "The day, hour by hour",
  why: ", why was it scheduled here?",
  noStoreOpen: (day: string) => `${day}. No store is open.`,
  newerDraft: "A newer draft of this day is not published yet.",
  /** What a store plays on a day that is published, and before. */
  storePlays: (hours: string) => `What it plays, in its own time zone. ${hours}.`,
  storeWillPlay: (hours: string) => `What it will play once its group's day is published, in its own time zone. ${hours}.`,
  publish: (stores: string, isOne: boolean) =>
    `${isOne ? "Its store plays" : `Its ${stores} stores play`} exactly this order, each within its own opening hours. It replaces any version published before; today it does so from the next song.`,
  publishAnyway: "Something is wrong with this day:",
  replaced: "This version was replaced. Open the day to see the newest one.",
  ungrouped: "They play by the company's rule",
};

/** Why songs break rules, and what helps. */
export const breakTexts = {
  widened: "From further down the chart",
  fallback: "Fallback songs, as the chart had none left",
  leastRecent: "Least recently played, as the chart had none left",
  pool: (chart: string, songs: string, percent: string) =>
    `${chart} has ${songs} that can be played here and gets ${percent} of the music.`,
  helps: {
    MINIMUM_REST: "Add songs to the chart, lower its share or the minimum rest.",
    ARTIST_SEPARATION: "Add other artists to the chart, lower its share or the artist separation.",
    TITLE_SEPARATION: "Add other songs to the chart, lower its share or the title separation.",
    DAY_OFFSET: "Add songs to the chart, lower its share or turn off the day offset.",
    SEGUE: "Add songs of other tempos to the charts or allow larger tempo changes.",
  },
  moreSongs: "Add songs to the chart or lower its share.",
  otherChart: "Add songs to the chart, or choose another one in the master rule.",
  pauses: "No song fits before the next fixed time. Add shorter songs to the charts.",
  all: (count: string) => `All ${count}`,
};

/** When days are published. */
export const publishTexts = {
  lead: "Days are published automatically, so that stores always have music for the next 48 hours.",
  publishAt: (zone: string) => `At this time each day, one more day is published (${zone}).`,
  needsApproval: "Days wait until you publish them",
  approvalHint: "If nobody publishes a day, it is published as it stands 48 hours before it begins.",
  automatic: (time: string) => `One more day is published each day at ${time}.`,
  approval: "Days wait for approval until 48 hours before they begin.",
  manyLead: "Days that are not published yet are published as their previews show them. Published days stay unchanged.",
  noGroup: "Choose at least one group.",
  groups: "Days are published for all stores of these groups.",
};

/** A group's day as people change it. */
export const scheduleTexts = {
  noGroups: previewTexts.noGroups,
  publishedBeside: (version: number) => `Stores play version ${version} until you publish this draft.`,
  old: "This is an earlier version. It is not what stores play.",
  oldMayRestore: "Restoring it makes a new draft of it. Locked songs come back locked.",
  discard: "The draft stays among the versions, so you can restore it.",
  begun: "Songs that have begun to play stay as they are.",
  regenerate: "Songs that are not locked are chosen again. Everything else stays.",
  hours: "The day, hour by hour",
  swapLead: (title: string, time: string) =>
    `“${title}” plays at ${time}. The song you choose takes its place and is locked; the songs after it are fitted again.`,
  noCandidates: "No song of the group's charts fits here. Songs that are too long or not licensed here are left out.",
  moreCandidates: (total: string) => `The 40 that break the fewest rules are listed, out of ${total}. Search to find another.`,
  versionsLead: "Each change makes a new version. A published version never changes.",
  differenceLead: (before: number, now: number) => `What version ${now} changes against version ${before}.`,
  noDifference: "Both versions play the same songs in the same order.",
  nothingPublished: "No version of this day is published yet, so there is nothing to compare with.",
  rotationLead: "How songs and artists come round, and how long a chart takes to play all its songs.",
  rotationEmpty: "No day of this period is planned yet. Choose another day.",
  sameHourFinding: (share: string) => `${share} of songs play in the same hour as the day before`,
  sameHourNone: "No song plays in the same hour as the day before.",
  restore: "Restore it from the versions",
  differenceCaption: "Songs that changed, in the order of the day",
  swapCaption: (title: string) => `Songs that may take the place of ${title}`,
  swapRest: "since or until it plays",
  unreadable: "This form cannot be read.",
  fromRule: "Made from the rule and charts",
  turnoverHours: "Open hours until every song has played once",
  sameHour: "Same hour as the day before",
  sameHourAxes: "Songs that also played in this hour the day before, by hour",
  repeats: (repeated: string, all: string) => `${repeated} of ${all} play more than once`,
  repeatsAxes: (what: string, days: string) => `${what} by how often they play, ${days}`,
  noDayBefore: "The day before is not planned, so hours cannot be compared.",
};
