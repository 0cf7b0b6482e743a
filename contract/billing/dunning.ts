import { z } from "zod";
import { printable } from "../base/clean-line.ts";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { EmailStatus } from "../emails/endpoints.ts";
import { mostDunningSteps } from "./dunning-words.ts";
import { Amount } from "./invoices.ts";

/** Reminders of invoices that are due: steps by days after the due date, sent by a daily job. */

const instant = z.iso.datetime();
const Steps = z.array(z.int());

export const DunningSettingsForm = z.strictObject({
  isOn: z.boolean().optional(),
  /** Days after the due date with commas between: "7, 15, 30". */
  days: field.line
    .regex(/^\d{1,3}(\s*,\s*\d{1,3})*$/, "Enter days with commas between, for example 7, 15, 30.")
    .refine((text) => stepsOf(text).every((days) => days >= 1 && days <= 365), {
      error: "Enter days from 1 to 365.",
    })
    .refine(
      (text) => stepsOf(text).length <= mostDunningSteps,
      `Enter at most ${mostDunningSteps} steps.`,
    ),
  version: field.version.optional(),
});
export type DunningSettingsForm = z.output<typeof DunningSettingsForm>;

/** The steps in order, each once. */
export const stepsOf = (text: string): number[] =>
  [...new Set(text.split(",").map(Number))].sort((a, b) => a - b);

export const DunningSettings = z.object({
  isOn: z.boolean(),
  days: Steps,
  /** Null while nobody has saved them: then nothing is sent. */
  version: z.int().nullable(),
});
export type DunningSettings = z.infer<typeof DunningSettings>;

const ofProvider = { access: ["BILLING_DASHBOARD"], scope: "provider" } as const;
export const findDunningSettings = endpoint({
  ...ofProvider,
  method: "get",
  path: "/dunning-settings",
  summary: "Whether companies are reminded of invoices that are due, and how many days after",
  data: DunningSettings,
});
export const changeDunningSettings = endpoint({
  ...ofProvider,
  method: "put",
  path: "/dunning-settings",
  summary: "Change them; reminders that went out stay",
  body: DunningSettingsForm,
  data: DunningSettings,
});

const Stop = z.object({
  /** True if all invoices of the company are left out. */
  isWholeCompany: z.boolean(),
  reason: z.string(),
  stoppedBy: z.string(),
  stoppedAt: instant,
});

export const DueReminder = z.object({
  invoiceId: z.int(),
  number: z.string(),
  companyId: z.int(),
  companyName: z.string(),
  dueOn: z.string(),
  /** The step: days after the due date. */
  days: z.int(),
  outstanding: Amount,
  /** The outstanding amount less the company's credit, which settles the oldest debts first. */
  payable: Amount,
  /** Null where the company has no communication email. */
  to: z.string().nullable(),
  stop: Stop.nullable(),
});
export type DueReminder = z.infer<typeof DueReminder>;
export const listDueReminders = endpoint({
  ...ofProvider,
  method: "get",
  path: "/dunning",
  summary:
    "Reminders that the next run sends, and those that are stopped: the first two hundred; none of what credit on account covers",
  data: z.array(DueReminder),
});

export const InvoiceDunning = z.object({
  isOn: z.boolean(),
  steps: Steps,
  /** The step that comes next and its day; null where none does. */
  next: z.object({ days: z.int(), on: z.string() }).nullable(),
  stop: Stop.nullable(),
  reminders: z.array(
    z.object({
      days: z.int(),
      queuedAt: instant,
      /** Null if the invoice was settled or stopped before the email went out. */
      email: EmailStatus.nullable(),
    }),
  ),
});
export type InvoiceDunning = z.infer<typeof InvoiceDunning>;

const ofInvoice = {
  access: ["BILLING_DASHBOARD"],
  scope: "none",
  params: z.strictObject({ id: idOf("invoice") }),
} as const;
export const showInvoiceDunning = endpoint({
  ...ofInvoice,
  method: "get",
  path: "/invoice/{id}/dunning",
  summary:
    "The reminders of an invoice: those that went out, the next, and whether they are stopped",
  data: InvoiceDunning,
});
export const previewReminder = endpoint({
  ...ofInvoice,
  method: "get",
  path: "/invoice/{id}/dunning/preview",
  summary: "The email of a step as it would be sent now",
  query: z.strictObject({ days: z.number().int().min(1).max(365) }),
  data: z.object({ to: z.string().nullable(), subject: z.string(), text: z.string() }),
});
export const StopForm = z.strictObject({
  reason: field.line
    .min(1, messages.required)
    .max(200, "At most 200 characters are allowed.")
    .regex(printable, messages.printable),
  isWholeCompany: z.boolean().optional(),
});
export type StopForm = z.output<typeof StopForm>;
export const stopDunning = endpoint({
  ...ofInvoice,
  method: "post",
  path: "/invoice/{id}/dunning/stop",
  summary: "Leave an invoice, or all of its company, out of reminders, with the reason",
  body: StopForm,
  data: InvoiceDunning,
});
export const resumeDunning = endpoint({
  ...ofInvoice,
  method: "post",
  path: "/invoice/{id}/dunning/resume",
  summary: "Remind of an invoice again, and of its company where that was stopped",
  data: InvoiceDunning,
});
