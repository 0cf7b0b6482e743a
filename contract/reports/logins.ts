import { levelLabels, roleLabels } from "../base/roles.ts";
import { sessionResults } from "../session/words.ts";
import { defineReport } from "./report.ts";

export const loginReport = defineReport({
  key: "LoginReport",
  title: "Sign-ins",
  purpose: "Who signed in, when, from where and on what device.",
  dates: { required: true, range: "past", limit: 31 },
  units: "row",
  rows: "Sign-ins",
  columns: {
    user: { format: "text", heading: "User" },
    role: { format: "choice", heading: "Role", labels: roleLabels },
    level: { format: "choice", heading: "Level", labels: levelLabels },
    at: { format: "instant", heading: "Signed in" },
    from: { format: "text", heading: "IP address" },
    device: { format: "text", heading: "Device" },
    result: { format: "choice", heading: "Session", labels: sessionResults },
  },
  order: "-at",
  graph: { axes: "Sign-ins per day", kinds: ["bar", "linear"], x: "at", series: ["rows"] },
  notes: {
    rows: "Successful sign-ins by this company's users. Failed attempts are not recorded. Provider staff who opened a user's account are not counted.",
    role: "The user's role today.",
    at: "Days run from midnight to midnight in the company's time zone.",
    from: "The internet address the user signed in from.",
    result: "Whether the user is still signed in, or why the session ended.",
  },
});
