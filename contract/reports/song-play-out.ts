import { defineReport } from "./report.ts";

export const songPlayOutReport = defineReport({
  key: "SongPlayOutReport",
  title: "Song play-out",
  purpose: "Which songs were played, how often, in how many stores, and when last.",
  dates: { required: true, range: "past", limit: 31 },
  units: "asked",
  rows: "Songs",
  columns: {
    title: { format: "text", heading: "Song" },
    artist: { format: "text", heading: "Artist" },
    album: { format: "text", heading: "Album" },
    isrc: { format: "text", heading: "ISRC" },
    label: { format: "text", heading: "Label" },
    plays: { format: "integer", heading: "Plays", total: "sum" },
    stores: { format: "integer", heading: "Stores", total: "own" },
    lastPlayed: { format: "date", heading: "Last played" },
  },
  order: "-plays",
  graph: { axes: "Plays a day", kinds: ["bar", "linear"], x: "day", series: ["plays"] },
  notes: {
    rows: "Songs with at least one play in these days.",
    plays: "Each play that a player reported, once however often it was sent, on the day of the store's own clock.",
    stores: "Stores with at least one play of the song. The total counts each store once.",
    lastPlayed: "The last of these days on which the song was played.",
  },
});
