import type { CsvColumn } from "../base/csv-columns.ts";

const list = <Member extends string>(member: Member, heading: string, one: string) => ({
  member,
  heading,
  also: [one],
  meaning: `Several are parted by semicolons. Empty: none.`,
});
const item = <Member extends string>(member: Member, heading: string) => ({
  member,
  heading,
  meaning: "A name of the catalogue's list. Empty: none.",
});

/** The columns of the songs' CSV, for its export and its import alike; the first two name a row. */
export const songCsvColumns = [
  { member: "title", heading: "Title", required: true, meaning: "At most 200 characters." },
  { member: "artist", heading: "Artist", required: true, meaning: "As it is shown, for example “A feat. B”." },
  { member: "album", heading: "Album", meaning: "May be empty." },
  list("singers", "Singers", "Singer"),
  list("composers", "Composers", "Composer"),
  item("genre", "Genre"),
  item("mood", "Mood"),
  item("language", "Language"),
  item("era", "Era"),
  item("tempo", "Tempo"),
  item("ratingChart", "Rating chart"),
  list("seasons", "Festive seasons", "Festive season"),
  item("licence", "Licence"),
  { member: "licensedFrom", heading: "Licensed from", meaning: "A date as dd/MM/yy or yyyy-MM-dd." },
  { member: "licensedTo", heading: "Licensed to", meaning: "A date, not before the first." },
  { member: "territories", heading: "Territories", meaning: "Countries as two letters, parted by semicolons. Empty: all." },
  { member: "label", heading: "Label", meaning: "Who published it." },
  { member: "isrc", heading: "ISRC", meaning: "Twelve letters and digits, for example INFV02500001." },
  { member: "year", heading: "Year", meaning: "Of its release." },
  {
    member: "durationSeconds",
    heading: "Seconds",
    also: ["Duration"],
    meaning: "5 to 3600, or 3:25. A new song needs it; of a song with audio its own length counts.",
  },
  { member: "bpm", heading: "BPM", meaning: "20 to 400." },
  { member: "energy", heading: "Energy", meaning: "0 calm to 100 driving." },
  { member: "explicit", heading: "Explicit", meaning: "yes or no." },
  { member: "status", heading: "Status", meaning: "active or inactive." },
  {
    member: "id",
    heading: "Song",
    also: ["Song id"],
    meaning: "The song's number: its row changes the song. Empty: told by ISRC, else by title with artist, or a new song.",
  },
] as const satisfies readonly CsvColumn[];
