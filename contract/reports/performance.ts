import { defineReport } from "./report.ts";

const uptime =
  "Online minutes as a percentage of the minutes in which stores were open. The current hour is added when it ends.";
const delivery =
  "Verified plays as a percentage of the plays due, make-goods included. Covers campaigns that run in these dates, each counted from its first day to now, as on the campaign's page.";

export const topPerformingStores = defineReport({
  key: "TopPerformingStores",
  title: "Top performing stores",
  purpose: "Which stores play their music, stay online and deliver their ads best.",
  dates: { required: true, range: "past", limit: 1096 },
  units: "row",
  leadsTo: "store",
  rows: "Stores",
  columns: {
    rank: { format: "integer", heading: "Rank" },
    played: { format: "percent", heading: "Expected music played", total: "own" },
    uptime: { format: "percent", heading: "Uptime", total: "own" },
    delivery: { format: "percent", heading: "Ad delivery", total: "own" },
  },
  order: "rank",
  graph: {
    finding: { percent: "played", says: "of the expected music played", worst: "lowest" },
    hasBefore: true,
    axes: "Percent per day",
    kinds: ["linear", "bar"],
    x: "day",
    series: ["played", "uptime"],
  },
  notes: {
    rows: "Stores that were open or played something in these dates, by their own calendars. Today's hours count once they have ended.",
    rank: "By “Expected music played”, then uptime, then ad delivery, among the stores you asked for. Stores with the same figures share a rank.",
    played:
      "Music playing time as a percentage of opening time, less the time of ads, promos and top-of-the-hour items.",
    uptime,
    delivery,
  },
});

export const summaryReport = defineReport({
  key: "SummaryReport",
  title: "Summary",
  purpose: "Uptime, plays, ad sales and ad delivery of each region, zone, group or store.",
  dates: { required: true, range: "past", limit: 1096 },
  units: "asked",
  leadsTo: { filter: "by" },
  filters: {
    by: {
      label: "Split by",
      choices: { region: "Region", zone: "Zone", group: "Group", store: "Store" },
      initial: "region",
    },
  },
  rows: "Rows",
  columns: {
    name: { format: "text", heading: { filter: "by" } },
    stores: { format: "integer", heading: "Stores", total: "sum" },
    uptime: { format: "percent", heading: "Uptime", total: "own" },
    music: { format: "integer", heading: "Songs played", total: "sum" },
    ads: { format: "integer", heading: "Ads played", total: "sum" },
    promos: { format: "integer", heading: "Promos played", total: "sum" },
    toh: { format: "integer", heading: "Top of the hour played", total: "sum" },
    utilisation: { format: "percent", heading: "Ad utilisation", total: "own" },
    delivery: { format: "percent", heading: "Ad delivery", total: "own" },
  },
  order: "name",
  graph: {
    finding: { largest: "of the songs played" },
    axes: "Plays by type",
    kinds: ["bar", "pie"],
    x: "name",
    series: ["music", "ads", "promos", "toh"],
  },
  notes: {
    rows: "Stores count in the location they belong to today. Stores with no location at this level share a row.",
    stores: "All stores in the location, including inactive ones.",
    uptime,
    music: "Verified plays of songs, including songs played in place of others.",
    ads: "Verified plays of ads.",
    promos: "Verified plays of promos.",
    toh: "Verified plays of top-of-the-hour items.",
    utilisation: "Booked seconds as a percentage of the ad seconds that the stores can sell.",
    delivery,
  },
});
