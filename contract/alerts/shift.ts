import { z } from "zod";
import { printable } from "../base/clean-line.ts";
import { endpoint } from "../base/endpoint.ts";
import { idOf } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { ofCompany } from "../base/pages.ts";
import { wholeNumber } from "../base/whole-number.ts";
import { EmailStatus } from "../emails/endpoints.ts";
import { AlertRow, alertNote } from "./endpoints.ts";
import { alertCauses, alertsAtOnce, shiftHours } from "./words.ts";

export const ShiftAlert = AlertRow.extend({
  companyId: z.int(),
  companyName: z.string(),
  city: z.string().nullable(),
  /** True if it was raised in the shift. */
  opened: z.boolean(),
  /** True if its owner took it in the shift. */
  taken: z.boolean(),
});
export type ShiftAlert = z.infer<typeof ShiftAlert>;

const Shift = z.object({
  since: z.iso.datetime(),
  counts: z.object({
    opened: z.int(),
    taken: z.int(),
    closed: z.int(),
    recovered: z.int(),
    open: z.int(),
    snoozed: z.int(),
  }),
  /** The open alerts, the most serious first, then those that ended in the shift. */
  alerts: z.array(ShiftAlert),
  /** The caller's own open alerts, at most as many as one call can hand over. */
  own: z.array(ShiftAlert),
  /** The people who may own at least one of these. */
  colleagues: z.array(z.object({ username: z.string(), name: z.string() })),
  /** The stores with several alerts in 30 days, those with the most first. */
  repeating: z.array(
    z.object({
      companyName: z.string(),
      storeId: z.int(),
      storeName: z.string(),
      city: z.string().nullable(),
      alerts: z.int(),
      minutes: z.int(),
    }),
  ),
  /** By cause, the number of alerts that ended in 30 days and their mean minutes. */
  repairs: z.array(
    z.object({ cause: z.enum(alertCauses).nullable(), alerts: z.int(), minutes: z.int() }),
  ),
});
export type Shift = z.infer<typeof Shift>;

const hours = wholeNumber(1, shiftHours.most).default(shiftHours.usual);

export const showShift = endpoint({
  method: "get",
  path: "/alert/shift",
  summary:
    "A shift's hand-over: the alerts of the caller's stores that are open or ended in its hours, stores with repeated alerts, and the mean time to repair by cause",
  access: ["DASHBOARD"],
  scope: "company",
  query: z.strictObject({ ...ofCompany, hours }),
  data: Shift,
});

export const showShiftOfAll = endpoint({
  method: "get",
  path: "/alert/shift/all",
  summary: "The same for every active client company",
  access: ["COMPANIES"],
  scope: "none",
  query: z.strictObject({ hours }),
  data: Shift,
});

const handOver = z.strictObject({
  /** The username of the person who gets them. */
  to: z.string().trim().min(1, messages.required).max(100).regex(printable, messages.printable),
  ids: z.array(idOf("alert")).min(1, "Select at least one alert.").max(alertsAtOnce),
  note: alertNote,
});
const HandedOver = z.object({ alerts: z.int(), email: EmailStatus.nullable() });

export const handOverShift = endpoint({
  method: "post",
  path: "/alert/hand-over",
  summary:
    "Hand the caller's own alerts over to a colleague, who gets one email that lists them. Alerts that have ended, or have another owner by now, stay unchanged",
  access: ["DASHBOARD"],
  scope: "company",
  query: z.strictObject(ofCompany),
  body: handOver,
  data: HandedOver,
});

export const handOverShiftOfAll = endpoint({
  method: "post",
  path: "/alert/hand-over/all",
  summary: "The same with alerts of every active client company",
  access: ["COMPANIES"],
  scope: "none",
  body: handOver,
  data: HandedOver,
});
