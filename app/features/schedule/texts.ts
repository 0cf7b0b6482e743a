/** The master rule of a location. */
export const masterRuleTexts = {
  noSlot: "There are no time slots yet.",
  saved: "Rule saved. It applies to all days that are not published yet.",
  addSlot: "A rule belongs to a time slot. Your contact at Fever adds the first one.",
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
  publish: (stores: number) =>
    `${stores === 1 ? "Its store plays" : `Its ${stores} stores play`} exactly this order, each within its own opening hours. It replaces any version published before; today it does so from the next song.`,
  publishAnyway: "Something is wrong with this day:",
  replaced: "This version was replaced. Open the day to see the newest one.",
  ungrouped: "They play by the company's rule",
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
  noDayBefore: "The day before is not planned, so hours cannot be compared.",
};
