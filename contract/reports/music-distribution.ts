import { defineReport } from "./report.ts";

export const musicDistribution = defineReport({
  key: "MusicDistribution",
  title: "Music distribution",
  purpose: "Share of music played by genre, mood or language.",
  dates: { required: true, range: "past", limit: 1096 },
  units: "asked",
  filters: {
    by: {
      label: "Split by",
      choices: { genre: "Genre", mood: "Mood", language: "Language" },
      initial: "genre",
    },
  },
  rows: "Categories",
  columns: {
    name: { format: "text", heading: { filter: "by" } },
    songs: { format: "integer", heading: "Songs", total: "sum" },
    plays: { format: "integer", heading: "Plays", total: "sum" },
    seconds: { format: "seconds", heading: "Time played", total: "sum" },
    share: { format: "percent", heading: "Share" },
  },
  order: "-seconds",
  graph: {
    finding: { largest: "of the time played" },
    axes: "Time played",
    kinds: ["bar", "pie"],
    x: "name",
    series: ["seconds"],
  },
  notes: {
    rows: "Genres, moods or languages with at least one play in these dates.",
    name: "As set for the song in the library today.",
    songs: "Different songs with at least one play.",
    plays: "Verified plays of these songs, and those where a song stood in for another.",
    seconds: "The total length of these plays.",
    share: "Time played as a percentage of the time played by all music.",
  },
});
