import { defineReport } from "./report.ts";

export const songPlayOutReport = defineReport({
  key: "SongPlayOutReport",
  title: "Song play-out",
  purpose: "How often each song played, in how many stores, and when it last played.",
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
    received: { format: "integer", heading: "Received", total: "sum" },
    stores: { format: "integer", heading: "Stores", total: "own" },
    lastPlayed: { format: "date", heading: "Last played" },
  },
  order: "-plays",
  graph: {
    finding: { perDay: "plays" },
    hasBefore: true,
    axes: "Plays per day",
    kinds: ["bar", "linear"],
    x: "day",
    series: ["plays"],
  },
  notes: {
    rows: "Songs that at least one player reported in these dates.",
    plays:
      "Verified plays and substitutes, on the date in the store's own time zone. A play is verified if it is the first of its place in the log, on time and in full.",
    received:
      "Every play that players reported, verified or not. A play that was sent twice counts once.",
    stores: "Stores with at least one of these plays. The total counts each store once.",
    lastPlayed: "The last of these dates on which the song played.",
  },
});
