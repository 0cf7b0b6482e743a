import type { ShareMeasure } from "#contract/schedule/separation-words";

/** Texts of a year's calendar. */
export const seasonTexts = {
  title: "Season calendar",
  lead: (country: string) =>
    `What plays beside the usual week: event playlists, and seasons with rules of their own. With holidays of ${country}.`,
  leadWithout: (country: string) =>
    `What plays beside the usual week: event playlists, and seasons with rules of their own. Holidays of ${country} are not known here.`,
  expected: "expected",
  moreEvents: (shownCount: string) => `The first ${shownCount} events of the year are shown.`,
  addSeason: "Add season",
  nothing: "Nothing planned",
  kinds: { holiday: "Holiday", event: "Event", season: "Season" },
};

/** Texts that explain why a song was scheduled. */
export const reasonTexts = {
  hourYesterday: "Also played in this hour yesterday",
  otherHourYesterday: "Not played in this hour yesterday",
  hourLastWeek: "Also in this hour a week away",
  otherHourLastWeek: "Not in this hour a week away",
  arc: (energy: string | null, target: string) =>
    energy === null
      ? `Not known, ${target} asked at this hour`
      : `${energy}, ${target} asked at this hour`,
  moodArc: (isMet: boolean | null, target: string) =>
    `${target} asked at this hour; ${isMet === null ? "the song's mood is not known" : isMet ? "the song has it" : "the song has another mood"}`,
  replacesClosed: "Replaces a song whose play window is closed",
  slotsBetween: (between: number, others: number) =>
    `Played in ${between} of ${others} others since it was last in this one`,
};

/** The coming days and one day of them. */
export const previewTexts = {
  breaksKey: "Published, with this many rule breaks",
  ofTime: (share: string) => `${share} of the time`,
  asked: (percent: number, by: ShareMeasure) =>
    `asked ${percent}% of ${by === "PLAYS" ? "songs" : "time"}`,
  lead: "What each group plays in the coming days. Stores play exactly what you publish.",
  caption: "The coming days of each group",
  daysNotPlanned: (days: string) => `${days} not planned`,
  daysOutOfDate: (days: string) => `${days} out of date`,
  breaksIn: (groups: string) => `rule breaks in ${groups}`,
  allPublished: "Every coming day is published, without rule breaks",
  dayFinding: (place: string, state: string, exceptions: string) =>
    `${place}: ${state}, ${exceptions}`,
  outOfDate: "out of date",
  isDraft: "draft",
  noBreaks: "no rule breaks",
  quiet: (groups: string) => `All well: ${groups}`,
  noGroups:
    "Music is planned for groups of stores, and there are none yet. Add a group in the hierarchy.",
  noMatch: "No group, zone or region matches your search.",
  changedSincePublished:
    "This day is out of date: something it depends on (rule, songs, event, opening hours or an earlier day) changed after it was published. Stores keep playing the published version.",
  changedSinceDraft:
    "This draft is out of date: something it depends on (rule, songs, event, opening hours or an earlier day) changed after it was made.",
  closed: "No store is open on this day, so nothing is planned.",
  silent: "Stores are open on this day, but nothing can be played.",
  hours: "The day, hour by hour",
  why: ", why was it scheduled here?",
  noStoreOpen: (day: string) => `${day}. No store is open.`,
  nothingPlays: (day: string) => `${day}. Nothing plays.`,
  staggered: (stores: string) =>
    `${stores} staggered: the same songs in each hour, in another order.`,
  differences: "Differences from the group",
  otherVersion: "This store plays a different version of its group's day.",
  newerDraft: "A newer draft of this day is not published yet.",
  /** Says what a store plays on a published day, and what it will play before. */
  storePlays: (hours: string) => `What it plays, in its own time zone. ${hours}.`,
  storeWillPlay: (hours: string) =>
    `What it will play once its group's day is published, in its own time zone. ${hours}.`,
  publish: (stores: string, isOne: boolean) =>
    `${isOne ? "Its store plays" : `Its ${stores} stores play`} exactly this order, each within its own opening hours. It replaces any version published before.`,
  publishToday: "Stores that are open change to it from their next song.",
  publishAnyway: "This day has problems:",
  replaced: "This version was replaced. Open the day to see the newest one.",
  ungrouped: "They play by the company's rule",
};

/** Texts of two days side by side. */
export const sideBySideTexts = {
  title: "Side by side",
  lead: "Two groups on a day, or two days of a group, hour by hour. Songs that both play in the same hour are marked.",
  shares: "What both play",
  sameHour: "Same songs in the same hour",
  bothSongs: "Same songs on the day",
  ofSongs: (both: string, songs: string) => `${both} of ${songs}`,
  inHour: (same: string, percent: number) => `${same} the same, ${percent}%`,
  hours: "The two days, hour by hour",
  silent: "No music",
  closed: "No store of these groups is open on these days.",
  shared: { HOUR: "in both", DAY: "in both, at another hour" },
};

/** Texts of listening through a day. */
export const listenTexts = {
  lead: "Hear how the day sounds: the beginning of each song, or the change from one song to the next. Ads and promos are left out.",
  list: "The songs of the day, in order",
  controls: "Listen through",
  what: "What you hear",
  modes: { beginnings: "Beginnings, 10 s each", joints: "Song changes, 5 s on each side" },
  start: (mode: "beginnings" | "joints") =>
    mode === "beginnings"
      ? "Press Play, or choose a song to begin with."
      : "Press Play, or choose the song before the first change.",
  position: (place: string, all: string) => `Song ${place} of ${all}:`,
  spotFollows: (title: string) => `Then ${title}`,
  missing: "This song could not be played",
  nothing: "No song is planned for this day, so there is nothing to listen to.",
};

const inARowHelps = (attributes: string) =>
  `Add songs of other ${attributes} or allow more in a row.`;

/** Texts that explain rule breaks, with advice. */
export const breakTexts = {
  inStores: "Rule breaks in stores",
  causes: "Causes and advice",
  /** `part` of the mix: a chart, or songs that match a filter. */
  pool: (part: string, songs: string, percent: string) =>
    `${part} has ${songs} that can be played here and gets ${percent} of the music.`,
  helps: {
    MINIMUM_REST: "Add songs, lower its share or the minimum rest.",
    ARTIST_SEPARATION: "Add other artists, lower its share or the artist separation.",
    TITLE_SEPARATION: "Add other songs, lower its share or the title separation.",
    DAY_OFFSET: "Add songs, lower its share or the day offset.",
    WEEK_OFFSET: "Add songs, lower its share or turn off the week offset.",
    PLAYS_A_DAY: "Add songs, lower its share or allow more plays a day.",
    DAYPART_ROTATION: "Add songs, lower its share or turn off the daypart rotation.",
    ALBUM_SEPARATION: "Add songs of other albums, lower its share or the album separation.",
    SEGUE: "Add songs of other tempos or allow larger changes.",
    LANGUAGE_IN_A_ROW: inARowHelps("languages"),
    MOOD_IN_A_ROW: inARowHelps("moods"),
    GENRE_IN_A_ROW: inARowHelps("genres"),
    ERA_IN_A_ROW: inARowHelps("eras"),
    TEMPO_IN_A_ROW: inARowHelps("tempos"),
    VOCAL_IN_A_ROW: inARowHelps("vocals"),
    FALLBACK: "Add songs, or change the mix in the master rule.",
    LEAST_RECENT: "Add songs, or change the mix in the master rule.",
  },
  pauses: "No song fits before the next fixed time. Add shorter songs to the mix.",
  silent:
    "No song can be played. Add songs with audio to the mix, or change it in the master rule.",
  chosenPauses:
    "No songs that keep the unbreakable rules end at the fixed time. Add songs of other lengths, or allow rule breaks in the master rule.",
  all: (count: string) => `All ${count}`,
  givenUp: "unbreakable rule broken",
  givenUpTotal: "Unbreakable rules broken",
};

/** Texts about when days are published. */
export const publishTexts = {
  lead: "Days are published automatically, so that stores always have music for the next 48 hours.",
  publishAt: (zone: string) =>
    `Each day at this time, one more day is published. Time zone: ${zone}.`,
  needsApproval: "Days wait for approval",
  approvalHint:
    "Someone publishes each day. If nobody does, we publish it unchanged 48 hours before it begins.",
  automatic: (time: string) => `Each day at ${time}, one more day is published.`,
  approval: "Days wait for approval until 48 hours before they begin.",
  manyLead:
    "Days that are not published yet are published as their previews show them. Published days stay unchanged.",
  chooseGroups: "To publish days of some groups only, select them in the list of coming days.",
  noGroupFound: "There is no group to publish days for. Choose groups in the list of coming days.",
  progress: {
    CHECKING: (done: string, days: string) =>
      `${done} of ${days} checked. Nothing is published yet.`,
    PUBLISHING: (done: string, days: string) => `${done} of ${days} published.`,
  },
  goesOn: "This continues automatically. Keep this page open.",
  pressed: "There are too many days for one step. Press Continue until all are published.",
  stopped: "If you stop now, days already published stay published.",
  questionLead: (wrong: string, days: string) =>
    `Problems found on ${wrong} of ${days}. Nothing is published yet.`,
  moreDays: (count: string) => `and ${count} more`,
  changes: (days: string, groups: string, one: boolean) =>
    `${days} in ${groups} still ${one ? "plays" : "play"} the old version.`,
  changesLead:
    "The rule, a chart or an event of these days changed after they were published. Each gets a new version. What has already started stays.",
  changesCaption: "Published days that still play the old version",
  compare: "Compare with what plays now",
  notCompared: "Not compared yet",
  noChanges: "Every published day plays the current rules, charts and events.",
  publishChanges: "Publish all changed days",
  correct: "To fix a day, open it, then add songs or change its rule.",
};

/** Texts of the page that changes a group's day. */
export const scheduleTexts = {
  publishedBeside: (version: number) =>
    `Stores play version ${version} until you publish this draft.`,
  old: "This is an earlier version. It is not what stores play.",
  oldMayRestore: "Restoring it makes a new draft from it. Locked songs stay locked.",
  discard: "The draft stays in the list of versions, so you can restore it.",
  begun: "Songs that have already started stay unchanged.",
  regenerate: "Songs that are not locked are chosen again. Everything else stays unchanged.",
  hours: "The day, hour by hour",
  swapLead: (title: string, time: string, length: string) =>
    `“${title}” plays at ${time} and is ${length} long. The song you choose takes its place and is locked. The songs after it are adjusted to fit.`,
  noCandidates: (event: string | null) =>
    `No other song of ${event === null ? "the group's mix" : `“${event}”`} fits here. Songs that are too long or not licensed here are left out.`,
  moreCandidates: (total: string) => `These 40 of ${total} songs fit best. Search to find another.`,
  versionsLead: "Each change makes a new version. A published version never changes.",
  versionsEmpty: "This day is not planned yet, so it has no versions.",
  differenceLead: (before: number, now: number) =>
    `How version ${now} differs from version ${before}.`,
  notInVersion: "Not in this version",
  noDifference: "Both versions play the same songs in the same order.",
  nothingPublished: "No version of this day is published yet, so there is nothing to compare with.",
  rotationLead:
    "How often songs and artists repeat, and how long each part of the mix takes to play all its songs.",
  turnoverCaption: "Turnover of each part of the mix",
  rotationEmpty: "No day in this period is planned yet. Choose another day.",
  sameHourFinding: (share: string) => `${share} of songs play in the same hour as the day before`,
  sameHourNone: "No song plays in the same hour as the day before.",
  restore: "Restore it from the versions",
  differenceCaption: "Songs that changed, in the order of the day",
  swapCaption: (title: string) => `Songs that can replace ${title}`,
  lastPlayed: (span: string | null) => (span === null ? "Not within 28 days" : `${span} before`),
  sameChart: "Same chart",
  narrowLocations: "Narrow zones, groups and stores",
  unreadable: "This form cannot be read.",
  fromRule: "Made from the rule",
  turnoverHours: "Open hours to play every song",
  sameHour: "Same hour as the day before",
  sameHourAxes: "Songs that also played in this hour the day before, by hour",
  repeats: (repeated: string, all: string, isOne: boolean) =>
    `${repeated} of ${all} ${isOne ? "plays" : "play"} more than once`,
  repeatsAxes: (what: string, days: string) => `${what} by how often they play, ${days}`,
  noDayBefore: "The day before is not planned, so hours cannot be compared.",
};

/** Event playlists. */
export const eventTexts = {
  lead: "Songs for an occasion. On its days, an event replaces the master rule from the second it begins until it ends.",
  none: "No event yet. Add one for a festival, a sale or an opening.",
  noMatch: "No event matches this search and these filters.",
  formLead: "Choose when and where it plays. You add its songs next.",
  ends: "An end time at or before the start is on the next day.",
  days: "Within the dates, it plays on these days of the week.",
  priority:
    "From 1 to 9. If two events overlap, the one for the more specific location plays, then the one with the higher priority, then the newer one.",
  order:
    "When all have played, the rule of the time slot continues. A song waits for its minimum rest; other separation rules do not apply.",
  loop: "When all have played, they start again from the first. A song waits for its minimum rest; meanwhile the rule of the time slot continues.",
  rules: "They are chosen like songs of a chart, by the separation rules of the time slot.",
  locations: "Where it plays",
  locationsHint: "Any mix of locations. Stores below a chosen location play it too.",
  imageLead: "Shown with the event. PNG or JPEG.",
  added: (name: string) => `${name} added. Now add songs.`,
  noSongs: "Without songs the event does not play.",
  nonePlays: "None of its songs can be played today, so stores follow their master rule.",
  notYours: "It also plays in locations that are not yours, so you cannot change it.",
  noLocation: "Its locations were removed, so it plays nowhere.",
  others: (count: string) => `and ${count} that are not yours`,
  drafts: (days: string) => `${days} will be regenerated.`,
  published: (days: string, isOne: boolean) =>
    `${days} will keep playing as published until someone publishes ${isOne ? "it" : "them"} again.`,
  publishedWithDraft: (days: string, isOne: boolean) =>
    `${days} ${isOne ? "has" : "have"} a draft that is not published yet. Check ${isOne ? "it" : "each"} in the preview, and publish it there.`,
  publishTitle: (name: string) => `Publish days again with ${name}?`,
  publishMessage: (days: string) =>
    `${days} will be regenerated with this event and all other changes since, and published. What has already played today stays.`,
  length: (songs: string, length: string) => `${songs}, ${length} in all`,
  inCountry: (country: string, stores: string, songs: string, length: string) =>
    `${country} (${stores}): ${songs}, ${length}`,
  noDays: "No planned day is affected yet.",
  overlaps: "Overlaps with other events",
  noOverlap: "No other event plays at the same time in the same stores.",
  effects: "What this event does",
  plays: {
    THIS: {
      LOCATION: "This event plays: its location is more specific.",
      PRIORITY: "This event plays: its priority is higher.",
      LATER: "This event plays: it is newer.",
    },
    OTHER: {
      LOCATION: "The other event plays: its location is more specific.",
      PRIORITY: "The other event plays: its priority is higher.",
      LATER: "The other event plays: it is newer.",
    },
    VARIES: {
      LOCATION: "Which of the two plays depends on the location.",
      PRIORITY: "Which of the two plays depends on the location.",
      LATER: "Which of the two plays depends on the location.",
    },
  },
  removeMessage:
    "Its list of songs and its image are deleted with it. Unpublished days are regenerated by the master rule.",
  removeImage: "The image is deleted.",
  pickerLead: "New songs are added at the end, each once.",
  songs: (name: string) => `Songs of ${name}`,
};
