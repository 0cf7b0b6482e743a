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
    from: { format: "text", heading: "From" },
    device: { format: "text", heading: "Device" },
    result: { format: "choice", heading: "Result", labels: sessionResults },
  },
  order: "-at",
  graph: { axes: "Sign-ins a day", kinds: ["bar", "linear"], x: "at", series: ["rows"] },
  notes: {
    rows: "Successful sign-ins of the company's own people. Refused ones are not kept.",
    role: "The user's role today.",
    at: "Days begin and end on the company's clock.",
    from: "The internet address that the sign-in came from.",
    result: "What has become of the session since.",
  },
});
