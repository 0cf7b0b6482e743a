import { defineReport } from "./report.ts";

export const storeOnlineStatus = defineReport({
  key: "StoreOnlineStatus",
  title: "Time online",
  purpose: "How much of its opening hours each store's player was online on each day.",
  dates: { required: true, range: "past", limit: 1096 },
  units: "row",
  leadsTo: "store",
  rows: "Store days",
  columns: {
    day: { format: "date", heading: "Day" },
    open: { format: "integer", heading: "Open minutes", total: "sum" },
    online: { format: "integer", heading: "Online minutes", total: "sum" },
    uptime: { format: "percent", heading: "Uptime", total: { ratio: ["online", "open"] } },
    lastSeen: { format: "instant", heading: "Last seen", total: "greatest" },
    playerVersion: { format: "text", heading: "Player version" },
    paused: { format: "integer", heading: "Paused minutes", total: "sum" },
  },
  order: "-day",
  graph: {
    finding: {
      shares: { Uptime: { part: "online", of: ["open"] } },
      says: "uptime",
      worst: "lowest",
    },
    hasBefore: true,
    axes: "Uptime per day, in percent of the open minutes",
    kinds: ["linear", "bar"],
    x: "day",
    series: ["open", "online"],
  },
  notes: {
    rows: "A row for each day, by the store's own calendar, on which an active store was open. The running hour is added when it is over.",
    open: "Minutes in which the store was open, by the opening hours that were in force then.",
    online:
      "Open minutes in which its player sent a heartbeat. A minute counts once, however many it sent.",
    uptime: "Online minutes as a percentage of the open minutes.",
    paused:
      "Online minutes in which a person in the store had paused the music. They count as neither silence nor time offline.",
    lastSeen: "The last open minute with a heartbeat, in the company's time zone.",
  },
});

export const storeVolumeReport = defineReport({
  key: "StoreVolumeReport",
  title: "Volume by hour",
  purpose: "How loud each store was set in each hour, and how long it was too quiet.",
  dates: { required: true, range: "past", limit: 31 },
  units: "row",
  leadsTo: "store",
  rows: "Store hours",
  columns: {
    day: { format: "date", heading: "Day" },
    hour: { format: "time", heading: "Hour" },
    least: { format: "integer", heading: "Minimum volume" },
    average: { format: "integer", heading: "Average volume" },
    most: { format: "integer", heading: "Maximum volume", total: "greatest" },
    quiet: { format: "integer", heading: "Minutes below threshold", total: "sum" },
    online: { format: "integer", heading: "Online minutes", total: "sum" },
  },
  order: "-day",
  graph: {
    finding: {
      shares: { "Too quiet": { part: "quiet", of: ["online"] } },
      says: "of the online minutes were too quiet",
      worst: "highest",
    },
    axes: "Minutes below threshold per day, in percent of the online minutes",
    kinds: ["bar", "linear"],
    x: "day",
    series: ["quiet", "online"],
  },
  notes: {
    rows: "A row for each hour, by the store's own clock, with a heartbeat while the store was open. An hour that a clock change repeats has two.",
    least: "The lowest volume that the player reported in the hour, from 0 to 100.",
    average: "The average over the hour's online minutes, to the nearest whole number.",
    most: "The highest volume that the player reported in the hour.",
    quiet: "Online minutes with a volume below the company's threshold at that time.",
    online: "Open minutes in which the player sent a heartbeat.",
  },
});
