import { alertKindWords } from "../alerts/words.ts";
import { defineReport } from "./report.ts";

export const alertReport = defineReport({
  key: "Alerts",
  title: "Alerts",
  purpose: "What went wrong in stores, for how long, and who dealt with it.",
  dates: { required: true, range: "past", limit: 1096 },
  units: "row",
  leadsTo: "store",
  rows: "Alerts",
  columns: {
    kind: { format: "choice", heading: "Kind", labels: alertKindWords },
    began: { format: "instant", heading: "Began" },
    ended: { format: "instant", heading: "Ended" },
    duration: { format: "seconds", heading: "Duration", total: "sum" },
    told: { format: "instant", heading: "Notified" },
    acknowledgedBy: { format: "text", heading: "Acknowledged by" },
    note: { format: "text", heading: "Note" },
  },
  order: "-began",
  graph: {
    finding: { perDay: "alerts" },
    hasBefore: true,
    axes: "Alerts per day",
    kinds: ["bar", "linear"],
    x: "began",
    series: ["rows"],
  },
  notes: {
    rows: "Faults that began on these days and lasted longer than the store's threshold. Days run from midnight to midnight in the company's time zone.",
    began: "Since when the store was at fault, counted from its opening.",
    duration:
      "From its beginning to its end, or to now while it lasts, hours in which the store was closed included.",
    told: "When people were notified, after quiet hours. Empty if nobody was.",
  },
});
