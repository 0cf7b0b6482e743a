import type { Report } from "./catalogue.ts";
import { unitColumns, unitFilters } from "./unit-columns.ts";

export const songPlayOutReport = {
  key: "SongPlayOutReport",
  title: "Song play-out",
  purpose: "Which songs were played, how often, in how many stores, and when last.",
  source: "log",
  days: 31,
  filters: unitFilters,
  columns: [
    ...unitColumns,
    { key: "title", heading: "Song", format: "text" },
    { key: "artist", heading: "Artist", format: "text" },
    { key: "album", heading: "Album", format: "text" },
    { key: "isrc", heading: "ISRC", format: "text" },
    { key: "label", heading: "Label", format: "text" },
    { key: "plays", heading: "Plays", format: "number" },
    { key: "stores", heading: "Stores", format: "number" },
    { key: "lastPlayed", heading: "Last played", format: "date" },
  ],
  sorts: ["-plays", "plays", "title", "-title", "artist", "-artist", "-stores", "stores", "-lastPlayed", "lastPlayed"],
  graph: { title: "Songs played", axes: "Plays a day", pointHeading: "Day", valueHeading: "Plays" },
} as const satisfies Report;
