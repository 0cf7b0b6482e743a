import { levelLabels, roleLabels } from "../base/roles.ts";
import { playerEvents, playerResults } from "../player/words.ts";
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
  graph: {
    finding: { perDay: "sign-ins" },
    hasBefore: true,
    axes: "Sign-ins per day",
    kinds: ["bar", "linear"],
    x: "at",
    series: ["rows"],
  },
  notes: {
    rows: "Successful sign-ins by this company's users. Failed attempts are not recorded. Provider staff who opened a user's account are not counted.",
    role: "The user's role today.",
    at: "Days run from midnight to midnight in the company's time zone.",
    from: "The internet address the user signed in from.",
    result: "Whether the user is still signed in, or why the session ended.",
  },
});

export const storeLoginReport = defineReport({
  key: "StoreLoginReport",
  title: "Player sign-ins",
  purpose: "When stores' players signed in or began to play, and from where.",
  dates: { required: true, range: "past", limit: 31 },
  units: "row",
  leadsTo: "store",
  filters: {
    event: { label: "Event", choices: playerEvents },
  },
  rows: "Player sign-ins",
  columns: {
    at: { format: "instant", heading: "At" },
    event: { format: "choice", heading: "Event", labels: playerEvents },
    user: { format: "text", heading: "Player account" },
    device: { format: "text", heading: "Device" },
    version: { format: "text", heading: "Version" },
    address: { format: "text", heading: "IP address" },
    result: {
      format: "choice",
      heading: "Result",
      labels: { ...sessionResults, ...playerResults },
    },
  },
  order: "-at",
  graph: {
    finding: { perDay: "player sign-ins" },
    hasBefore: true,
    axes: "Player sign-ins per day",
    kinds: ["bar", "linear"],
    x: "at",
    series: ["rows"],
  },
  notes: {
    rows: "Two events count: a player account signed in with its password, or a device began to play a store in place of another or of none. A player that only reconnects signs in by itself and is not counted. Failed attempts are not recorded.",
    at: "Days run from midnight to midnight in the company's time zone.",
    version:
      "The version that the store's player reported last, for the device that plays now. Earlier versions are not recorded.",
    address: "Known when an account signed in.",
    result:
      "Whether the account is still signed in or why its session ended; whether the device still plays or what ended it.",
  },
});
