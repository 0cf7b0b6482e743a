import { z } from "zod";
import { endpoint } from "../base/endpoint.ts";
import * as field from "../base/fields.ts";
import { idOf, unitFilters } from "../base/identifiers.ts";
import { messages } from "../base/messages.ts";
import { ofCompany } from "../base/pages.ts";
import { fileFormats, tableMediaTypes } from "../base/table-files.ts";
import { FileHeaders } from "../files/endpoints.ts";
import { periods } from "./periods.ts";
import { frequencies, outcomes, scheduleStates } from "./words.ts";

const access = ["REPORTS"] as const;
const scope = "company" as const;

const rhythm = {
  frequency: z.enum(frequencies, "Choose how often."),
  /** Day of a weekly report; 0 is Sunday. */
  weekday: z.int().min(0).max(6).optional(),
  /** Day of a monthly report; in shorter months the last day. */
  monthDay: z.int().min(1).max(31).optional(),
};
const sending = {
  name: field.title,
  ...rhythm,
  /** Which days; not for a report of present state. */
  period: z.enum(periods).optional(),
  format: z.enum(fileFormats),
};

/** A weekly report has its weekday, a monthly one its day, and no other has one. */
function checkRhythm(
  { frequency, weekday, monthDay }: Partial<z.output<z.ZodObject<typeof rhythm>>>,
  context: z.RefinementCtx,
): void {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (frequency === "weekly" && weekday === undefined) refuse("weekday", messages.required);
  if (frequency === "monthly" && monthDay === undefined) refuse("monthDay", messages.required);
}

const own = {
  ...sending,
  /** The key of a report of the catalogue. */
  report: z.string().max(60),
  ...unitFilters,
  /** Only for a report of campaigns. */
  brandId: idOf("item").optional(),
  /** The report's own filters. */
  choices: z.record(z.string().max(40), z.string().max(100)).default({}),
  /** The dates of a report that is made once. */
  from: field.isoDate.optional(),
  to: field.isoDate.optional(),
};
export const NewSchedule = z.strictObject(own).superRefine(checkRhythm);
export type NewSchedule = z.output<typeof NewSchedule>;
/** Reads the page's form; report, filters and dates come from the page's address. */
export const ScheduleForm = z.strictObject(sending).superRefine(checkRhythm);
export const ScheduleChange = z
  .strictObject({ id: field.id, ...sending })
  .partial()
  .required({ id: true })
  .extend({
    /** "paused" stops it, "active" begins it again with the next time that it is due. */
    state: z.enum(["active", "paused"]).optional(),
  });

export const ScheduleRow = z.object({
  id: z.int(),
  name: z.string(),
  report: z.string(),
  frequency: z.enum(frequencies),
  weekday: z.int().nullable(),
  monthDay: z.int().nullable(),
  period: z.enum(periods).nullable(),
  format: z.enum(fileFormats),
  state: z.enum(scheduleStates),
  /** Why it paused by itself. */
  pausedBecause: z.string().nullable(),
  nextAt: z.iso.datetime().nullable(),
  lastOutcome: z.enum(outcomes).nullable(),
  lastAt: z.iso.datetime().nullable(),
  /** A run waits or is under way. */
  isRunning: z.boolean(),
});
export type ScheduleRow = z.infer<typeof ScheduleRow>;

export const ScheduleRun = z.object({
  /** The time at which it was due, or asked for. */
  dueAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** Null while it waits or is being made. */
  outcome: z.enum(outcomes).nullable(),
  /** Why it was not sent, in words. */
  detail: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The run's file; null if there is none, or none any longer. */
  file: z.object({ id: z.uuid(), bytes: z.int(), expiresAt: z.iso.datetime() }).nullable(),
});
export type ScheduleRun = z.infer<typeof ScheduleRun>;

const Filters = z.object({
  regionId: z.int(),
  zoneId: z.int(),
  groupId: z.int(),
  storeId: z.int(),
  brandId: z.int(),
  from: z.string(),
  to: z.string(),
});
export const ScheduleDetail = ScheduleRow.extend({
  filters: Filters.partial(),
  choices: z.record(z.string(), z.string()),
  /** The names of the locations that it is limited to; null where they can no longer be seen. */
  place: z.string().nullable(),
  /** The name of the brand that it is limited to; null if there is none, or none any longer. */
  brand: z.string().nullable(),
  runs: z.array(ScheduleRun),
});
export type ScheduleDetail = z.infer<typeof ScheduleDetail>;

const query = z.strictObject(ofCompany);
const idAndName = z.object({ id: z.int(), name: z.string() });

export const listSchedules = endpoint({
  method: "get",
  path: "/report-schedule",
  summary:
    "The caller's own scheduled reports of the company by name, then those made once, the newest first",
  access,
  scope,
  query,
  data: z.array(ScheduleRow),
});

export const findSchedule = endpoint({
  method: "get",
  path: "/report-schedule/{id}",
  summary: "One of the caller's own scheduled reports, with its latest runs",
  access,
  scope,
  params: z.strictObject({ id: field.id }),
  query,
  data: ScheduleDetail,
});

export const addSchedule = endpoint({
  method: "post",
  path: "/report-schedule",
  summary: "Email the caller a link to a report once, or every day, week or month",
  access,
  scope,
  query,
  body: NewSchedule,
  data: idAndName,
  success: 201,
  idempotent: true,
});

export const changeSchedule = endpoint({
  method: "put",
  path: "/report-schedule",
  summary:
    "Change one of the caller's own scheduled reports, pause it or begin it again; what is left out stays",
  access,
  scope,
  query,
  body: ScheduleChange,
  data: idAndName,
});

export const removeSchedule = endpoint({
  method: "delete",
  path: "/report-schedule",
  summary: "Delete one of the caller's own scheduled reports with its log and its files",
  access,
  scope,
  query: z.strictObject({ ...ofCompany, id: field.id }),
  data: idAndName,
});

export const runSchedule = endpoint({
  method: "post",
  path: "/report-schedule/{id}/run",
  summary:
    "Make one of the caller's own scheduled reports now, unless its last run waits or is in progress",
  access,
  scope,
  params: z.strictObject({ id: field.id }),
  query,
  data: idAndName,
});

const byFile = z.strictObject({ fileId: z.uuid() });

export const findReportFile = endpoint({
  method: "get",
  path: "/report-schedule/file/{fileId}",
  summary:
    "A report emailed to the caller as a link, by the file's ID, and whether its file can still be opened",
  access,
  scope: "none",
  params: byFile,
  refuses: [404],
  data: z.object({
    name: z.string(),
    report: z.string(),
    scheduleId: z.int(),
    companyId: z.int(),
    /** The person who sends it, and if the caller still receives it; null for the caller's own. */
    sender: z.object({ name: z.string(), receives: z.boolean() }).nullable(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    format: z.enum(fileFormats),
    bytes: z.int(),
    timeZone: z.string(),
    madeAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    /** Why it cannot be opened. */
    closed: z.string().nullable(),
  }),
});

export const downloadReportFile = endpoint({
  method: "get",
  path: "/report-schedule/file/{fileId}/download",
  summary: "The file itself, with ranges; it is deleted seven days after it was made",
  access,
  scope: "none",
  params: byFile,
  headers: FileHeaders,
  refuses: [404],
  data: z.never(),
  stream: tableMediaTypes,
});
