import type { RuleName } from "#contract/schedule/separation-words";

/** Says what stores play without a rule. */
const withoutRule =
  "play songs from any of their charts, or any licensed song, and ads can't be booked";

/** The master rule of a location. */
export const masterRuleTexts = {
  noSlot: "There are no time slots yet.",
  saved: "Rule saved. It applies to all days that are not published yet.",
  addSlot: "A rule belongs to a time slot. Add the first one.",
  ownRule: (slot: string) => `Has its own rule in the time slot “${slot}”.`,
  noRule: (slot: string) =>
    `The time slot “${slot}” has no rule yet. Until then, stores ${withoutRule}.`,
  noRuleAbove: `Neither this location nor any above it has a rule for this time slot. Its stores ${withoutRule}.`,
  giveOwn: (name: string) => `Give ${name} its own rule`,
  removeMessage: (inherited: string) =>
    `Its music follows the rule ${inherited} again, from the next unpublished day. Published days stay unchanged.`,
  removed: (name: string) => `${name} inherits its rule again`,
};

/** Texts of a rule's versions. */
export const ruleVersionTexts = {
  lead: "Every save makes a version. Restoring a version makes a new one.",
  none: "No changes yet.",
  unreadable: "Rules had other settings then, so this version cannot be shown or restored.",
  same: "Saved without changes",
  restoredFrom: (at: string) => `Restored from the version of ${at}`,
  copiedFrom: (place: string) => `Copied from the rule of ${place}`,
  restore: "Restore this version",
  restoreTitle: (at: string) => `Restore the version of ${at}?`,
  restoreMessage: (place: string) =>
    `The rule of ${place} changes for all days that are not published yet:`,
  cannot: "This version cannot be restored",
  hadNone: "The location had no rule of its own then. Remove its rule to inherit again.",
  chartGone: (chart: string) => `“${chart}” was deleted or is inactive. Choose another chart.`,
  conditionGone: (filter: string) =>
    `A condition of “${filter}” was deleted or merged into another one. Choose again.`,
  moodGone: (mood: string) => `“${mood}” was deleted or merged into another mood. Choose again.`,
  difference: "Difference between versions",
  differenceLead: ([before = "", after = ""]: string[]) =>
    `What changed from the version of ${before} to the version of ${after}.`,
  differenceCaption: "Settings that differ",
  differenceNone: "Both versions have the same settings.",
  compare: "Compare two versions",
};

/** Two rules side by side. */
export const ruleCompareTexts = {
  title: "Compare rules",
  choose:
    "Choose the location to compare with. A location without a rule of its own plays the rule it inherits.",
  compareWith: "Compare with",
  lead: (one: string, another: string) => `${one}. ${another}.`,
  caption: "Settings that differ",
  none: "Both rules have the same settings.",
};

/** A rule copied to other locations. */
export const ruleCopyTexts = {
  lead: "Each location you choose gets a copy of this rule as its own. If it has a rule now, the copy replaces it; you can restore the old one from its versions.",
  noneOwnTitle: "No rule of its own",
  noLocation: "There is no such location.",
  noneOwn: (place: string) =>
    `${place} has no rule of its own to copy. Give it one first, or copy the rule of the location it inherits from.`,
  which: "What to copy",
  allSlots: "All its own rules",
  targets: "Copy to",
  targetsHint: "Locations below these inherit from them, unless they have a rule of their own.",
  review: "Check what this changes",
  replaced: (count: string, names: string) => `${count} will be replaced: ${names}.`,
  added: (count: string, names: string) =>
    `${count} will be added to locations that inherit now: ${names}.`,
  same: (count: string) => `${count} will stay unchanged, with the same rule already.`,
  nothing: "All these locations already have this rule.",
  days: "Unpublished days are regenerated. Published days stay unchanged.",
  stores: "To copy to individual stores, choose their group",
};

/** The rules that keep songs apart. */
export const separationTexts = {
  lead: "The first rule matters most. If no song keeps them all, breakable rules give way, starting with the last. Unbreakable rules give way only if no song would be left.",
  none: "No rules: songs can repeat at any time.",
  inOrder: "Separation rules, most important first",
  oneLevel: "tempo by at most one level",
  notInHour: (days: number) => `not in the same hour for ${days} days`,
  notLastWeek: "not in last week's hour",
  allDayparts: "all time slots in turn",
  atMostOneLevel: "At most one tempo level",
  of: {
    MINIMUM_REST: "Time before the same song plays again",
    ARTIST_SEPARATION: "Time between songs of the same artist, guests included",
    TITLE_SEPARATION: "Time between songs of the same title, by any artist",
    ALBUM_SEPARATION: "Time between songs of the same album or film",
    DAY_OFFSET: "Days for which a song does not repeat in the same hour; 1 is yesterday",
    WEEK_OFFSET: "Don't repeat a song in the hour it had on this weekday last week",
    PLAYS_A_DAY: "How often the same song can play in a day",
    DAYPART_ROTATION: "A song returns to a time slot only after the others that call for it",
    SEGUE: "How much tempo and energy (0 to 100) can change from song to song",
    LANGUAGE_IN_A_ROW: "How many songs in one language can follow each other; 1 alternates",
    MOOD_IN_A_ROW: "How many songs of one mood can follow each other; 1 alternates",
    GENRE_IN_A_ROW: "How many songs of one genre can follow each other; 1 alternates",
    ERA_IN_A_ROW: "How many songs of one era can follow each other; 1 alternates",
    TEMPO_IN_A_ROW: "How many songs of one tempo can follow each other; 1 alternates",
    VOCAL_IN_A_ROW: "How many songs of one vocal can follow each other; 1 alternates",
  } satisfies Record<RuleName, string>,
};

/** Texts about the search for a song, and about what happens if none fits. */
export const songChoiceTexts = {
  fixedPoints: (topsMayWait: boolean) =>
    `Where no songs end exactly at a fixed time, such as the top of the hour, first the order of songs changes, then a breakable rule is broken, then the music pauses${topsMayWait ? ", then the top of the hour waits" : ""}.`,
  longestPause: (usual: number) => `The longest silence before a fixed time. Usually ${usual} s.`,
  topWaitLabel: "Top of the hour waits",
  topWaitHint: "How long the top of the hour may wait for the end of a song. 0 is exact.",
  topWait: (seconds: number) =>
    seconds === 0 ? "Exact" : `Waits up to ${seconds} s for the end of a song`,
  beforeFixedPoint: "If no song fits even then",
  breakRule: "A song that breaks an unbreakable rule plays, so that the music does not stop.",
  pause: "The pause is longer. Unbreakable rules are never broken for a song's length.",
  before: {
    BREAK_RULE: "A rule break rather than a longer pause",
    PAUSE: "A longer pause rather than a rule break",
  },
  fallback: "Plays when a part of the mix has no song that can be played",
  searchDepth: (usual: number) =>
    `Each song is chosen from this many songs that have rested longest. A higher number brings more variety, a lower one longer rests. Usually ${usual}.`,
};

/** The energy and mood that a rule asks for over the day. */
export const arcTexts = {
  title: "Energy and mood over the day",
  lead: "Songs follow these points where the other rules leave a choice. Between two points the energy changes evenly; a mood holds until the next point. Before the first point and after the last both stay.",
  anyMood: "Any mood",
  moodHint: "From this hour on",
  moods: "The moods that this rule asks for",
  moodsTried: "Songs in the mood that the rule asks for, over 28 days",
  moodsAxes: "Share of plays by hour of the day, in %",
  scale: "0 calm to 100 driving",
  axes: "Energy by hour of the day, 0 calm to 100 driving",
  asked: "The energy that this rule asks for",
  tried: "Energy as asked and as played over 28 days",
};

/** Texts of the sources that a rule draws its songs from. */
export const mixTexts = {
  lead: "Where the music comes from. Percentages must add up to 100.",
  conditions:
    "Songs of the library, including those added later. A song must meet every condition.",
  useSongs: "Use a song filter instead",
  useChart: "Use a chart instead",
  noItems: "No song has one yet.",
  noCharts: "There are no charts yet. Use a song filter until there is one.",
  shareBy: "Shares are of",
  shares: { PLAYS: "Songs played", AIRTIME: "Time on air" },
  shareHints: {
    PLAYS: "60% is six songs of ten, however long they are.",
    AIRTIME: "60% is 36 minutes of an hour of music. Charts of long songs play fewer.",
  },
};

/** Texts of the check whether a rule has enough songs. */
export const ruleCheckTexts = {
  enough: "There are enough songs for this rule.",
  noStore: "No active store follows this rule yet, so nothing can be checked.",
  outsideWindow: (songs: string) => `${songs} outside their play window`,
  waits: "Fill in the rule and press “Check rule” to see whether there are enough songs for it.",
  partly: (country: string, playable: string, songs: string, chart: string) =>
    `${country}: ${playable} of ${songs} of ${chart} can be played here.`,
  together: (country: string) => `${country}: the whole mix.`,
  none: (country: string, chart: string, why: string) =>
    `${country}: no song of ${chart} can be played here${why}. Other songs play instead. Choose another chart or add songs.`,
  noMatch: (country: string, filter: string) =>
    `${country}: no song matches ${filter}. Other songs play instead. Choose fewer conditions.`,
  nonePlayable: (country: string, filter: string, why: string) =>
    `${country}: no song that matches ${filter} can be played here${why}. Other songs play instead. Choose fewer conditions.`,
  newest: (songs: string) => `the newest ${songs}`,
  inactive: (country: string, chart: string) =>
    `${country}: ${chart} is inactive, so other songs play instead. Choose another chart or activate it.`,
  rest: (who: string, plays: string, time: string) =>
    `${who} needs ${plays} in ${time}: songs and artists will repeat too soon. Add songs, lower the share or the minimum rest.`,
  artists: (who: string, have: string, plays: string, time: string) =>
    `They are by ${have}, and ${who} needs ${plays} in ${time}: artists will repeat. Add other artists, lower the share or the artist separation.`,
  titles: (who: string, have: string, plays: string, time: string) =>
    `They have ${have}, and ${who} needs ${plays} in ${time}: titles will repeat. Add other songs, lower the share or the title separation.`,
  albums: (who: string, have: string, plays: string, time: string) =>
    `They are from ${have}, and ${who} needs ${plays} in ${time}: albums will repeat. Add songs of other albums, lower the share or the album separation.`,
  inARow: (country: string, percent: string, attribute: string, most: string) =>
    `${country}: ${percent} of the mix has the same ${attribute}, so more than ${most} will follow each other. Lower its share, add other songs or allow more in a row.`,
  dayOffset: (who: string, songs: string, days: string) =>
    `${who} needs ${songs} for an hour and the same hour of ${days} before: songs will repeat in the same hour. Add songs, lower the share or the day offset.`,
  weekOffset: (who: string, songs: string) =>
    `${who} needs ${songs} for an hour and the same hour last week: songs will repeat in last week's hour. Add songs, lower the share or turn off the week offset.`,
  playsADay: (who: string, songs: string, plays: string) =>
    `${who} needs ${songs} a day for at most ${plays} each: songs will play more often. Add songs, lower the share or allow more plays a day.`,
};

/** A rule that is tried before it is saved. */
export const whatIfTexts = {
  button: "Try over 28 days",
  title: "What this rule would play",
  lead: (group: string, from: string, to: string) =>
    `${group}, ${from} to ${to}. Nothing is saved or published.`,
  started: (at: string) => `You tried a change of this rule on ${at}. It is not saved.`,
  open: "Show trial",
  progress: "Trying this rule",
  waits: "The comparison starts in a moment.",
  day: (day: number, days: number) => `Day ${day} of ${days}`,
  leave:
    "The form keeps the rule as you typed it; it is not saved yet. You can leave this page: the comparison stays here for a week.",
  failed: (reason: string) => `This rule was not tried. ${reason}`,
  figures: "The next 28 days by the stored rule and by this one",
  sameHour: (days: number) =>
    days === 1
      ? "Same hour as the day before"
      : days === 7
        ? "Same hour as last week"
        : `Same hour as ${days} days before`,
  turnover: "Hours until every song of a part has played once",
  songs: "Songs whose plays change most",
  breaksAxes: "Rule breaks by hour of the day, 28 days",
  sameBreaks: (breaks: string) => `${breaks} rule breaks, now and with this rule`,
  otherBreaks: (before: string, after: string) =>
    `${after} rule breaks with this rule, ${before} now`,
};

/** The parts of the day that rules belong to. */
export const timeSlotTexts = {
  lead: "The parts of the day. Each has its own master rule.",
  season: "Season, if it plays on certain dates",
  seasonHint: "From the first to the last day it takes precedence over slots without a season.",
  seasons: "Seasons",
  week: "Your week",
  weekLead: "A slot for certain days takes precedence over a slot for every day.",
  gap: "no slot",
  gapWarning: `Where there is no slot, stores ${withoutRule}.`,
  ends: "An end time at or before the start is on the next day.",
  rulesFrom: "The rules of this slot are copied, including those of individual locations.",
  variant: "Another rule on some days",
  variantLead: (slot: string) =>
    `Choose the days on which “${slot}” has its own rule. Its rules are copied; you change the copy next.`,
  readOnly: "Only people who see the whole company can change its time slots.",
  review: "Check what this change does",
  saved: "Time slots saved",
  removedRules: (count: string) => `${count} will be removed with its time slot:`,
  moreRules: (count: number) => `and ${count} more`,
  withoutRule: (names: string) =>
    `${names}: no rule yet. Until you add one, stores ${withoutRule} then.`,
  drafts: (days: string) => `${days} will be regenerated.`,
  published: (days: string) => `${days} will stay unchanged until someone publishes them again.`,
};
