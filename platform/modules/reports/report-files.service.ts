import { dateIn, showDate } from "#contract/base/dates";
import { xlsxMediaType } from "#contract/base/uploads";
import { reportOf } from "#contract/reports/catalogue";
import { isAllowed } from "../../access/access.ts";
import type { Caller } from "../../access/caller.ts";
import { type Scope, scopeOf } from "../../access/scope.ts";
import { invalid, notFound } from "../../base/refusal.ts";
import type { FileStore } from "../../files/file-store.ts";
import { type Conditions, serveFile } from "../../files/serve-file.ts";
import type { SignedInCall } from "../../http/context.ts";
import { findReportFile } from "./schedules.queries.ts";
import { reportFileKey } from "./schedules.service.ts";

type Reading = Pick<SignedInCall, "caller" | "db" | "now">;

/**
 * Names the part of the company that a scope sees, to check that a file was made for the same.
 */
export const reachOf = ({ reach }: Scope): string =>
  reach === "company"
    ? reach
    : JSON.stringify(
        Object.entries(reach).map(([name, ids]) => [name, [...ids].sort((a, b) => a - b)]),
      );

/**
 * Opens the file of an emailed link. Throws 404 if it is not the caller's own, or of a
 * report or company that they may no longer open.
 */
export async function showReportFile({ caller, db, now }: Reading, id: string) {
  const reportFile = await findReportFile(caller, db, id);
  const report = reportOf(reportFile?.schedule.report);
  if (!reportFile || !report || !isAllowed(caller, { access: [report.access] })) throw notFound();
  const { schedule, run, companyId, timeZone } = reportFile;
  const { bytes, expiresAt, endedAt, fromDay: from, toDay: to } = run;
  if (bytes === null || !expiresAt) throw notFound();
  return {
    name: schedule.name,
    report: report.title,
    scheduleId: schedule.id,
    companyId,
    from,
    to,
    // a file made before runs had a format has its schedule's
    format: run.format ?? schedule.format,
    bytes,
    timeZone,
    madeAt: (endedAt ?? now).toISOString(),
    expiresAt: expiresAt.toISOString(),
    closed: await whyClosed(
      { caller, db, now },
      { companyId, expiresAt, reach: run.reach, timeZone },
    ),
  };
}

async function whyClosed(
  { caller, db, now }: { caller: Caller } & Reading,
  {
    companyId,
    expiresAt,
    reach,
    timeZone,
  }: { companyId: number; expiresAt: Date; reach: string | null; timeZone: string },
): Promise<string | null> {
  if (expiresAt <= now)
    return `This report was deleted on ${showDate(dateIn(timeZone, expiresAt))}: reports are kept for seven days. Make it again from its schedule.`;
  if (reachOf(await scopeOf(db, caller, companyId)) !== reach)
    return "Your access has changed since this report was made. Run it again from its schedule.";
  return null;
}

/**
 * The file with ranges. Throws as showReportFile does, and 422 in words for a file that can no
 * longer be opened.
 */
export async function serveReportFile(
  call: Reading,
  { files }: { files: FileStore },
  { id, ...conditions }: Conditions & { id: string },
) {
  const { closed, format, name, madeAt, timeZone } = await showReportFile(call, id);
  if (closed) throw invalid({ "": closed });
  const mediaType = format === "xlsx" ? xlsxMediaType : "text/csv; charset=utf-8";
  const saveAs = `${name.replace(/[^\p{L}\p{N}\p{M} _.-]/gu, " ").trim() || "Report"}-${dateIn(timeZone, new Date(madeAt))}.${format}`;
  return serveFile(files, { key: reportFileKey(id), mediaType, keep: 0, saveAs }, conditions);
}
