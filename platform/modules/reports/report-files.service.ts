import { dateIn, showDate } from "#contract/base/dates";
import { xlsxMediaType } from "#contract/base/uploads";
import { reportOf } from "#contract/reports/catalogue";
import { isAllowed } from "../../access/access.ts";
import type { Caller } from "../../access/caller.ts";
import { type Scope, scopeOf } from "../../access/scope.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { Db } from "../../db/types.ts";
import type { FileStore } from "../../files/file-store.ts";
import { type Conditions, serveFile } from "../../files/serve-file.ts";
import type { SignedInCall } from "../../http/context.ts";
import type { FoundJob, TakenRun } from "./run-schedules.queries.ts";
import { findReportFile } from "./schedules.queries.ts";
import { reportFileKey } from "./schedules.service.ts";

type Schedule = FoundJob["schedule"];
type ReadCall = Pick<SignedInCall, "caller" | "db" | "now">;

/**
 * Names the part of the company that a scope sees, to check that a file was made for the same.
 */
export const reachOf = ({ reach }: Scope): string =>
  reach === "company"
    ? reach
    : JSON.stringify(
        Object.entries(reach).map(([name, ids]) => [name, [...ids].sort((a, b) => a - b)]),
      );

type FileOf = {
  schedule: Pick<Schedule, "name" | "report" | "format">;
  run: Pick<TakenRun, "format" | "fromDay" | "toDay" | "endedAt" | "companyId" | "reach">;
};

/** Describes a run's file; the name has the day on which it was made in the time zone. */
export function fileHeadOf({ schedule, run }: FileOf, timeZone = "UTC") {
  // a file made before runs had a format has its schedule's
  const format = run.format ?? schedule.format;
  const name = schedule.name.replace(/[^\p{L}\p{N}\p{M} _.-]/gu, " ").trim() || "Report";
  return {
    name: schedule.name,
    report: reportOf(schedule.report)?.title ?? schedule.report,
    from: run.fromDay,
    to: run.toDay,
    format,
    mediaType: format === "xlsx" ? xlsxMediaType : "text/csv; charset=utf-8",
    saveAs: `${name}-${dateIn(timeZone, run.endedAt ?? new Date())}.${format}`,
  };
}

/**
 * True if a person may open the report now and sees the same part of the company as in the file.
 */
export async function mayOpenFile(db: Db, caller: Caller, { schedule, run }: FileOf) {
  const report = reportOf(schedule.report);
  if (!report || !isAllowed(caller, { access: [report.access] })) return false;
  return reachOf(await scopeOf(db, caller, run.companyId)) === run.reach;
}

/**
 * Opens the file of an emailed link. Throws 404 if it is not the caller's own, or of a
 * report or company that they may no longer open.
 */
async function openReportFile({ caller, db, now }: ReadCall, id: string) {
  const reportFile = await findReportFile(caller, db, id);
  const report = reportOf(reportFile?.schedule.report);
  if (!reportFile || !report || !isAllowed(caller, { access: [report.access] })) throw notFound();
  const { bytes, expiresAt } = reportFile.run;
  if (bytes === null || !expiresAt) throw notFound();
  const closed = await explainClosed({ caller, db, now }, reportFile, expiresAt);
  return { ...reportFile, bytes, expiresAt, closed };
}

/** Shows the file of an emailed link. Throws 404 as openReportFile does. */
export async function showReportFile(call: ReadCall, id: string) {
  const { schedule, run, sender, receives, expiresAt, ...reportFile } = await openReportFile(
    call,
    id,
  );
  const { name, report, from, to, format } = fileHeadOf({ schedule, run });
  const { companyId, bytes, timeZone, closed } = reportFile;
  return {
    name,
    report,
    scheduleId: schedule.id,
    companyId,
    sender: run.userId === null ? null : { name: sender, receives },
    from,
    to,
    format,
    bytes,
    timeZone,
    madeAt: (run.endedAt ?? call.now).toISOString(),
    expiresAt: expiresAt.toISOString(),
    closed,
  };
}

/** Explains why a file can no longer be opened; null if it can. */
async function explainClosed(
  { caller, db, now }: ReadCall,
  reportFile: FileOf & { timeZone: string; run: { userId: number | null } },
  expiresAt: Date,
): Promise<string | null> {
  const isOwn = reportFile.run.userId === null;
  if (expiresAt <= now)
    return `This report was deleted on ${showDate(dateIn(reportFile.timeZone, expiresAt))}: reports are kept for seven days. ${isOwn ? "Make it again from its schedule." : words.next}`;
  if (!(await mayOpenFile(db, caller, reportFile)))
    return `Your access has changed since this report was made. ${isOwn ? "Run it again from its schedule." : words.next}`;
  return null;
}
const words = { next: "We email you the next one." };

/**
 * Serves the file with ranges. Throws as openReportFile does, and 422 in words for a file that can
 * no longer be opened.
 */
export async function serveReportFile(
  call: ReadCall,
  { files }: { files: FileStore },
  { id, ...conditions }: Conditions & { id: string },
) {
  const { closed, ...reportFile } = await openReportFile(call, id);
  if (closed) throw invalid({ "": closed });
  const { mediaType, saveAs } = fileHeadOf(reportFile, reportFile.timeZone);
  return serveFile(files, { key: reportFileKey(id), mediaType, keep: 0, saveAs }, conditions);
}
