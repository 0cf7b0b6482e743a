import { z } from "zod";
import { printable } from "../base/clean-line.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf, unitFilters } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { ofCompany, paging, sortsBy } from "../base/pages.ts";
import { storeNames } from "../stores/store-names.ts";
import {
  alertCauses,
  alertEndings,
  alertKinds,
  alertStates,
  helpReasons,
  longestAlertNote,
} from "./words.ts";

const instant = z.iso.datetime().nullable();

export const AlertRow = z.object({
  id: z.int(),
  kind: z.enum(alertKinds),
  storeId: z.int(),
  ...storeNames,
  /** On the store's clock. */
  timeZone: z.string(),
  beganAt: z.iso.datetime(),
  /** When people were notified; null during quiet hours, and for kinds without notices. */
  toldAt: instant,
  endedAt: instant,
  ending: z.enum(alertEndings).nullable(),
  /** The person who deals with it, and since when. */
  acknowledgedBy: z.string().nullable(),
  acknowledgedAt: instant,
  note: z.string().nullable(),
  notedBy: z.string().nullable(),
  snoozedUntil: instant,
  /** The cause that a person found; null until then. */
  cause: z.enum(alertCauses).nullable(),
  closedBy: z.string().nullable(),
  /** The reason of a store's call for help, and its words; null for other alerts. */
  reason: z.enum(helpReasons).nullable(),
  details: z.string().nullable(),
  /** True for a call with a recording. */
  hasVoiceNote: z.boolean(),
  version: z.int(),
});
export type AlertRow = z.infer<typeof AlertRow>;

export const AlertQuery = z.strictObject({
  ...ofCompany,
  ...unitFilters,
  state: z.enum(alertStates).default("open"),
  kind: z.enum(alertKinds).optional(),
  acknowledged: z.enum(["yes", "no"]).optional(),
  ...paging,
  sort: z.enum(sortsBy("began", "store")).default("-began"),
});
export type AlertQuery = z.output<typeof AlertQuery>;

export const listAlerts = endpoint({
  method: "get",
  path: "/alert",
  summary: "Faults of the caller's stores, those that last or those that are over",
  access: ["DASHBOARD"],
  scope: "company",
  query: AlertQuery,
  list: true,
  data: AlertRow,
});

export const findAlert = endpoint({
  method: "get",
  path: "/alert/{id}",
  summary: "An alert",
  access: ["DASHBOARD"],
  scope: "company",
  params: z.strictObject({ id: idOf("alert") }),
  query: z.strictObject(ofCompany),
  data: AlertRow,
});

/** A note to an alert. */
export const alertNote = field.line
  .max(longestAlertNote, `At most ${longestAlertNote} characters are allowed.`)
  .regex(printable, messages.printable)
  .optional();

/** The target: acknowledged with this note, or not acknowledged. */
export const changeAlert = endpoint({
  method: "patch",
  path: "/alert/{id}",
  summary: "Acknowledge an alert with a note, or take that back. Who has it already keeps it",
  access: ["DASHBOARD"],
  scope: "company",
  params: z.strictObject({ id: idOf("alert") }),
  query: z.strictObject(ofCompany),
  body: z.strictObject({
    acknowledged: z.boolean(),
    note: alertNote,
    /**
     * The version that was read; a newer change makes this a refusal. Without it, the newer change
     * is overwritten.
     */
    version: field.version.optional(),
  }),
  data: AlertRow,
});

export const acknowledgeAlerts = endpoint({
  method: "post",
  path: "/alert/acknowledge",
  summary: "Acknowledge several alerts with one note",
  access: ["DASHBOARD"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: z.strictObject({ ids: z.array(idOf("alert")).min(1).max(100), note: alertNote }),
  data: z.object({ acknowledged: z.int() }),
});
