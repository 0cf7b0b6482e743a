import { defineReport } from "./report.ts";

const uptime = "Online minutes as a percentage of the minutes in which stores were open. The running hour is added when it is over.";
const delivery =
  "Verified plays as a percentage of the plays due, make-goods included. Of campaigns with a day in these dates, counted from their first day to now, as their own pages count them.";

export const topPerformingStores = defineReport({
  key: "TopPerformingStores",
  title: "Top performing stores",
  purpose: "Which stores play most of what they should play, stay online and deliver their ads.",
  dates: { required: true, range: "past", limit: 1096 },
  units: "row",
  leadsTo: "store",
  rows: "Stores",
  columns: {
    rank: { format: "integer", heading: "Rank" },
    played: { format: "percent", heading: "Played of expected", total: "own" },
    uptime: { format: "percent", heading: "Uptime", total: "own" },
    delivery: { format: "percent", heading: "Ad delivery", total: "own" },
  },
  order: "rank",
  graph: { axes: "Percent a day", kinds: ["linear", "bar"], x: "day", series: ["played", "uptime"] },
  notes: {
    rows: "Stores that were open or played something in these dates, by their own calendars. For today, hours count as open when they are over.",
    rank: "By “Played of expected”, then uptime, then ad delivery, among the stores you asked for. Stores with the same figures share a rank.",
    played: "The length of the music played as a percentage of the open time less the ads, promos and top-of-the-hour items played.",
    uptime,
    delivery,
  },
});

export const summaryReport = defineReport({
  key: "SummaryReport",
  title: "Summary",
  purpose: "How the stores of each region, zone or group were online, what they played, and how their ad time was sold and delivered.",
  dates: { required: true, range: "past", limit: 1096 },
  units: "asked",
  leadsTo: { filter: "by" },
  filters: {
    by: { label: "Split by", choices: { region: "Region", zone: "Zone", group: "Group", store: "Store" }, initial: "region" },
  },
  rows: "Places",
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
  graph: { axes: "Plays by type", kinds: ["bar", "pie"], x: "name", series: ["music", "ads", "promos", "toh"] },
  notes: {
    rows: "Where the stores are today. Stores without such a location share a row.",
    stores: "All stores of the place, inactive ones included.",
    uptime,
    music: "Verified plays of songs, and those where a song stood in for another.",
    ads: "Verified plays of ads.",
    promos: "Verified plays of promos.",
    toh: "Verified plays of top-of-the-hour items.",
    utilisation: "Booked seconds as a percentage of the seconds of ads that the stores may sell.",
    delivery,
  },
});
