import { dateIn, showDate } from "#contract/base/dates";
import type { Report } from "#contract/reports/report";
import { reportFileDays } from "#contract/reports/words";
import { writeEmail } from "../../mail/email-text.ts";
import type { OutgoingEmail } from "../../mail/mail.ts";
import type { FoundJob, TakenRun } from "./run-schedules.queries.ts";

type Contents = {
  report: Report;
  from: string | null;
  to: string | null;
  expiresAt: Date | null; // null if there is no file
  publicUrl: string;
};

/** Writes the email of a run: its link to the file, or that the report has no data. */
export function writeReportEmail(
  run: TakenRun,
  { schedule, email, firstName, timeZone }: FoundJob,
  { report, from, to, expiresAt, publicUrl }: Contents,
): OutgoingEmail {
  const at = (path: string) => new URL(path, publicUrl).href;
  const days =
    from && to
      ? from === to
        ? showDate(from)
        : `${showDate(from)} to ${showDate(to)}`
      : undefined;
  const of = [report.title, days].filter(Boolean).join(", ");
  const schedules = at("/admin/reports/schedules");
  return {
    to: email,
    ...writeEmail({
      subject: days ? `${schedule.name}: ${days}` : schedule.name,
      name: firstName,
      ...(expiresAt
        ? {
            before: [`Your report “${schedule.name}” is ready: ${of}.`],
            link: { label: "Open the report", url: at(`/admin/reports/files/${run.fileId}`) },
            after: [
              `Sign in to open it. We keep it for ${reportFileDays} days, until ${showDate(dateIn(timeZone, expiresAt))}.`,
              `To change or stop these emails, open your scheduled reports: ${schedules}`,
            ],
          }
        : {
            before: [`Your report “${schedule.name}” has no data: ${of}.`],
            link: { label: "Open your scheduled reports", url: schedules },
            after: [],
          }),
    }),
    messageId: `<report.${run.fileId}@${new URL(publicUrl).hostname}>`,
  };
}
