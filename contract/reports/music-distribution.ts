import { defineReport } from "./report.ts";

export const musicDistribution = defineReport({
  key: "MusicDistribution",
  title: "Music distribution",
  purpose: "How the music that was played divides by genre, mood or language.",
  dates: { required: true, range: "past", limit: 1096 },
  units: "asked",
  filters: { by: { label: "Divide by", choices: { genre: "Genre", mood: "Mood", language: "Language" }, initial: "genre" } },
  rows: "Parts",
  columns: {
    name: { format: "text", heading: { filter: "by" } },
    songs: { format: "integer", heading: "Songs", total: "sum" },
    plays: { format: "integer", heading: "Plays", total: "sum" },
    seconds: { format: "seconds", heading: "Time played", total: "sum" },
    share: { format: "percent", heading: "Share" },
  },
  order: "-seconds",
  graph: { axes: "Time played", kinds: ["bar", "pie"], x: "name", series: ["seconds"] },
  notes: {
    rows: "Genres, moods or languages of which something was played in these days.",
    name: "As the song has it in the library today.",
    songs: "Different songs with at least one play.",
    plays: "All plays of these songs that players reported.",
    seconds: "How long these plays lasted, added up.",
    share: "Its time played out of the time played of all music.",
  },
});
