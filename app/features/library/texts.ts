import { withArticle } from "#contract/base/article";

/** The list of songs. */
export const libraryTexts = {
  search: "Song, artist, album, singer, composer or ISRC",
  none: "There are no songs yet. Add songs one by one, or import many from a CSV or Excel file.",
  noMatchForSearch: "No song matches your search and these filters.",
  noMatch: "No song matches all of these filters.",
  fewerWords: "Use fewer words, or only the beginning of each.",
  noFacet: "No songs here have a matching name.",
  anyDetail: "a genre, mood, language or tempo",
  lead: "The songs that charts and rules choose from.",
  lacking: (songs: string, isOne: boolean) =>
    `${songs} ${isOne ? "lacks" : "lack"} a genre, mood, language or tempo`,
  similar: "No song matches your search. These are similar.",
};

/** A song's own page. */
export const songTexts = {
  noAudio: (length: string) => `No audio yet. Its length is given as ${length}.`,
  uploadAudio: "Upload a file so that players can play this song.",
  firstCharts: (listedCount: number, total: string) => `The first ${listedCount} of ${total}.`,
  charts: "Charts that contain this song",
  noCharts:
    "No chart contains this song. It plays only where a rule chooses songs that match, or where there is no rule yet.",
  waitingDays: (days: string, isOne: boolean) =>
    `${days} still ${isOne ? "plays" : "play"} it where it may no longer play, and will be updated soon.`,
  inNoDay: "Published days no longer play it.",
  playlistsLead: "Playlists from today on that contain this song.",
  firstPlaylists: "The first 20 playlists that contain it. There are more.",
  playlists: "Playlists from today on that contain this song",
  noPlaylists: "No playlist from today on contains this song.",
  hidden: (companies: string, places: string) =>
    `Hidden in ${places} of ${companies}, because it is reserved. It plays there again when it is opened to all companies.`,
  history: "Changes to this song, newest first",
  noWaveform: "No waveform. We draw it when you upload the audio again.",
  replaceTitle: (title: string) => `Replace the audio of ${title}`,
  replaceLead: (audio: string) =>
    `Current audio: ${audio}. Length and waveform will follow the new file. Details, charts and plays stay the same.`,
};

/** The page of a song's or spot's start and end. */
export const cueTexts = {
  title: (name: string) => `Start and end of ${name}`,
  lead: "Players leave out what is before the start and after the end. We measure silence when you upload a file.",
  start: "Seconds from the beginning of the file, for example 1.5",
  end: "Seconds from the beginning of the file. Leave empty for the end of the file",
};

/** The form of one song. */
export const songFormTexts = {
  uploadLead: "Upload the audio first. We read its tags, length and picture.",
  filledLead: "We filled in what we found in the file.",
  usePicture: "Use the picture in the file",
  coverArt: "Cover art in the file",
  unknownWords: (words: string) =>
    `The file also says: ${words}. The catalogue lists have no such names.`,
  double: "The library may already have this song",
  doubles: (similar: number) => `The library may already have this song: ${similar} are similar`,
  sameAudio: "the same audio, byte for byte",
  sameTitle: "the same title and artist",
  artist: "As credited, for example “A feat. B”",
  playWindow: "When the song may start, beside the hours of its genre and mood",
  isrc: "Twelve letters and digits, for example INFV02500001",
  explicit: "Has words or topics that some stores don't want to play.",
  descriptionLead: "Charts, filters and schedules choose songs by these.",
  bpm: "Beats per minute, from 20 to 400",
  seasons: "Choose none for a song that plays all year.",
  licenceLead: "Schedules use the song only on these days and in these countries.",
  countries: "Choose none for all countries.",
  reservedFor: "No other company sees or plays the song.",
  picture: "Shown next to the song, also in players.",
  emptyLists: (lists: string) =>
    `These lists are still empty: ${lists}. Every song needs one entry from each.`,
  fillLists: "Add entries to the catalogue lists",
};

/** Changing several songs at once. */
export const songsChangeTexts = {
  none: "Select at least one song.",
  chooseTitle: "Choose songs in the list first",
  choose: "Select them, or filter the list and select all that match.",
  toLibrary: "Go to the music library",
  all: "All songs that match the list's filters, on every page.",
  selected: "The songs you selected in the list.",
  one: "Fields you leave unchanged stay the same.",
  unchanged: "Fields you leave unchanged keep each song's own value.",
  inactive: "Inactive songs stay in their charts, but schedules do not choose them.",
};

/** Confirms changes to a song, and explains why one cannot be deleted. */
export const songConfirmTexts = {
  activate: "New schedules can choose it again where their rules use its charts.",
  deactivate:
    "It stays in its charts, but new schedules leave it out, and published days are updated to play other songs instead. You can activate it again at any time.",
  remove: "Its audio, picture and details are permanently deleted. No chart or schedule uses it.",
  takeOutTitle: (title: string) => `Take ${title} out of other companies' lists?`,
  takeOut: (companies: string) =>
    `It leaves the charts and event playlists of ${companies}, in which it is hidden. It does not come back when you open it to all companies.`,
  removePictureTitle: (title: string) => `Remove the picture of ${title}?`,
  removePicture: "The song has no picture until you upload another.",
  scheduled: (since: string) =>
    `It has been scheduled since ${since}. Schedules, plays and reports refer to it.`,
  deactivateInstead: "Deactivate it, so that new schedules leave it out.",
  isInactive: "It is inactive: schedules leave it out.",
  inCharts: (advice: string) =>
    `To delete it, remove it from the charts and event playlists first. ${advice}`,
  inEvents: (events: string, isOne: boolean) =>
    `${events} of client companies ${isOne ? "contains" : "contain"} it.`,
};

/** The catalogue lists and their items. */
export const listTexts = {
  lead: "The details by which charts and rules choose songs.",
  brandsLead:
    "We suggest these brands to companies when they add ad spots. Each company keeps its own list.",
  doublesTitle: "These may be the same",
  search: (item: string) => `Part of ${withArticle(item)}'s name`,
  none: (items: string) => `There are no ${items} yet. Add the first one above.`,
  speed: "Rules limit how much the speed changes from song to song.",
  place: "1 is first. Items without a position come last, by name.",
  window: (item: string) =>
    `Songs of this ${item} start only in these hours, in every schedule. An end at or before the start is on the next day. Leave both empty for any time.`,
  windowOnly:
    "Songs with this window start only in these hours, in every schedule. An end at or before the start is on the next day.",
  windowDays: "None chosen is every day",
  selectTwo: (items: string) => `Select at least two ${items} to merge.`,
  inactive: (uses: string) => `Inactive: cannot be chosen for ${uses}`,
  doubles: "Their names differ only by a letter, case or punctuation.",
  mergeDoubles: (item: string) => `Merge them to give their songs one ${item}.`,
  mergeTitle: (name: string, item: string) => `Merge ${name} into another ${item}`,
  mergeTitleOf: (count: number, items: string) => `Merge ${count} ${items}`,
  mergeOne: "It is deleted.",
  mergeOneOfSongs: "Its songs move to the other one, and it is deleted.",
  mergeMany: "Choose the one to keep. The others are deleted.",
  mergeManyOfSongs:
    "Choose the one to keep. The songs of the others move to it, and the others are deleted.",
};

/** Confirms changes to an item of a list. */
export const listConfirmTexts = {
  adsMove: (name: string) => `Spots, campaigns and contacts move to “${name}”`,
  merge: (changes: string, names: string, are: string) =>
    `${changes}, then ${names} ${are} deleted. This cannot be undone.`,
  activate: (uses: string) => `You can choose it for ${uses} again.`,
  deactivate: (uses: string) => `You can no longer choose it for ${uses}.`,
  songsKeepIt: (songs: string, isOne: boolean) => `${songs} ${isOne ? "keeps" : "keep"} it.`,
  noSongs: "No song uses it.",
  noAds: "You can delete a brand only if it has no spots, campaigns or contacts.",
  remove: "You can add it again. The audit log keeps a record of it.",
  songsUseIt: (songs: string, isOne: boolean) => `${songs} ${isOne ? "uses" : "use"} it.`,
  mergeInstead: (item: string) => `Merge it into another ${item}.`,
  mergeOrDeactivate: (item: string) =>
    `Merge it into another ${item}, or deactivate it, so that nobody can choose it for songs.`,
};
