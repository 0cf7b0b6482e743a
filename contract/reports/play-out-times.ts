import { spotKindWords } from "../ads/words.ts";
import { defineReport } from "./report.ts";

const types = { MUSIC: "Music", ...spotKindWords } as const;

export const playOutTypes = defineReport({
  key: "StorePlayoutSongTypeReport",
  title: "Play-out by type",
  purpose: "How long music, ads and promos played in each store, day by day.",
  dates: { required: true, range: "past", limit: 31 },
  units: "row",
  leadsTo: "store",
  rows: "Types by store and day",
  columns: {
    day: { format: "date", heading: "Day" },
    type: { format: "choice", heading: "Type", labels: types },
    plays: { format: "integer", heading: "Plays", total: "sum" },
    seconds: { format: "seconds", heading: "Time played", total: "sum" },
    share: { format: "percent", heading: "Share" },
  },
  order: "-day",
  graph: {
    finding: { largest: "of the time played" },
    axes: "Time played",
    kinds: ["bar", "pie"],
    x: "type",
    series: ["seconds"],
  },
  notes: {
    rows: "A row for each type that a store played on a day, by the store's own calendar.",
    plays: "Verified plays, and those where a song stood in for another.",
    seconds: "The total length of these plays.",
    share: "Time played as a percentage of all that the store played on that day.",
  },
});

export const musicPlayOutTime = defineReport({
  key: "StoreMusicPlayOutTime",
  title: "Music play-out by day",
  purpose: "When music began and ended in each store, and the share that played.",
  dates: { required: true, range: "past", limit: 31 },
  units: "row",
  leadsTo: "store",
  rows: "Store days",
  columns: {
    day: { format: "date", heading: "Day" },
    first: { format: "time", heading: "First play" },
    last: { format: "time", heading: "Last play" },
    seconds: { format: "seconds", heading: "Music played", total: "sum" },
    expected: { format: "seconds", heading: "Music expected", total: "sum" },
  },
  order: "-day",
  graph: {
    finding: {
      shares: { "Music played": { part: "seconds", of: ["expected"] } },
      says: "of the expected music played",
      worst: "lowest",
    },
    hasBefore: true,
    axes: "Music played per day, in percent of the music expected",
    kinds: ["linear", "bar"],
    x: "day",
    series: ["seconds", "expected"],
  },
  notes: {
    rows: "A row for each day, by the store's own calendar, on which the store was open or played music.",
    seconds:
      "The total length of songs: verified plays, and those where a song stood in for another.",
    expected:
      "The time in which the store was open, in hours that are over, less the ads, promos and top-of-the-hour items that it played. Music fills the rest.",
  },
});

export const averagePlayOut = defineReport({
  key: "AvgPlayoutTimeReport",
  title: "Average play-out per day",
  purpose: "How long each store plays music, ads and promos on an average day.",
  dates: { required: true, range: "past", limit: 1096 },
  units: "row",
  leadsTo: "store",
  rows: "Stores",
  columns: {
    days: { format: "integer", heading: "Days", total: "sum" },
    music: { format: "seconds", heading: "Music" },
    ads: { format: "seconds", heading: "Ads" },
    promos: { format: "seconds", heading: "Promos" },
    toh: { format: "seconds", heading: "Top of the hour" },
  },
  order: "storeCode",
  graph: null,
  notes: {
    rows: "Stores that played something in these dates.",
    days: "Days on which the store played something. The averages are over these days.",
    music:
      "Seconds of music divided by the days. Verified plays count, and those where a song stood in for another.",
    ads: "The same for ads.",
    promos: "The same for promos.",
    toh: "The same for top-of-the-hour items.",
  },
});
