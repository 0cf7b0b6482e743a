import type { CsvColumn } from "../base/csv-columns.ts";

const list = <Member extends string>(member: Member, heading: string, one: string) => ({
  member,
  heading,
  also: [one],
  clearable: true as const,
  meaning: "Separate with semicolons.",
});
const item = <Member extends string>(member: Member, heading: string) => ({
  member,
  heading,
  clearable: true as const,
  meaning: "A name from this catalogue list.",
});

/** The columns of the songs' CSV, for its export and its import alike; the first two name a row. */
export const songCsvColumns = [
  {
    member: "title",
    heading: "Title",
    required: true,
    mayAsk: true,
    meaning: "At most 200 characters.",
  },
  {
    member: "artist",
    heading: "Artist",
    required: true,
    meaning: "As credited, for example “A feat. B”.",
  },
  {
    member: "album",
    heading: "Album",
    clearable: true,
    mayAsk: true,
    meaning: "The album that the song is on.",
  },
  list("singers", "Singers", "Singer"),
  list("composers", "Composers", "Composer"),
  item("genre", "Genre"),
  item("mood", "Mood"),
  item("language", "Language"),
  item("era", "Era"),
  item("tempo", "Tempo"),
  item("vocal", "Vocal"),
  item("playWindow", "Play window"),
  item("ratingChart", "Rating chart"),
  list("seasons", "Festive seasons", "Festive season"),
  item("licence", "Licence"),
  {
    member: "licensedFrom",
    heading: "Licensed from",
    clearable: true,
    meaning: "A date as dd/MM/yy or yyyy-MM-dd.",
  },
  {
    member: "licensedTo",
    heading: "Licensed to",
    clearable: true,
    meaning: "A date on or after the first.",
  },
  {
    member: "territories",
    heading: "Territories",
    clearable: true,
    meaning:
      "Two-letter country codes, separated by semicolons. A song without any may play everywhere.",
  },
  {
    member: "reservedFor",
    heading: "Reserved for",
    also: ["Company code"],
    clearable: true,
    meaning:
      "The code of the only company that may see and play the song. A song without one is for all companies.",
  },
  { member: "label", heading: "Label", clearable: true, meaning: "The publisher." },
  {
    member: "isrc",
    heading: "ISRC",
    clearable: true,
    meaning: "Twelve letters and digits, for example INFV02500001.",
  },
  { member: "year", heading: "Year", clearable: true, meaning: "The year of release." },
  {
    member: "durationSeconds",
    heading: "Seconds",
    also: ["Duration"],
    meaning:
      "5 to 3600, or 3:25. A new song needs it. If a song has audio, the length of its audio counts.",
  },
  { member: "bpm", heading: "BPM", clearable: true, meaning: "20 to 400." },
  {
    member: "energy",
    heading: "Energy",
    clearable: true,
    meaning: "From 0 (calm) to 100 (energetic).",
  },
  { member: "explicit", heading: "Explicit", meaning: "yes or no." },
  { member: "status", heading: "Status", meaning: "active or inactive." },
  {
    member: "id",
    heading: "Song",
    also: ["Song id"],
    meaning:
      "The song's ID, to change that song. Without it we find the song by its ISRC, or by title and artist, and add it if there is none.",
  },
] as const satisfies readonly CsvColumn[];
