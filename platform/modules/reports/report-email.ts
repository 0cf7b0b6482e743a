import { dateIn, showDate, showDates } from "#contract/base/dates";
import { reportOf } from "#contract/reports/catalogue";
import { reportFileDays } from "#contract/reports/words";
import { writeEmail } from "../../mail/email-text.ts";
import type { OutgoingEmail } from "../../mail/mail.ts";
import type { FoundJob, TakenRun } from "./run-schedules.queries.ts";

type Contents = {
  report: string;
  from: string | null;
  to: string | null;
  expiresAt: Date | null; // null if there is no file
  publicUrl: string;
};

/** Writes the email of a run: its link to the file, or that the report has no data. */
export function writeReportEmail(
  run: TakenRun,
  { schedule, email, firstName, owner, timeZone }: FoundJob,
  { report, from, to, expiresAt, publicUrl }: Contents,
): OutgoingEmail {
  const at = (path: string) => new URL(path, publicUrl).href;
  const { subject, of } = titlesOf(schedule.name, report, from, to);
  const schedules = at("/admin/reports/schedules");
  const isOwn = run.userId === null;
  const what = isOwn
    ? `Your report “${schedule.name}”`
    : `The report “${schedule.name}”, which ${owner} sends you,`;
  const scope = isOwn ? "" : "It covers the locations that you can see. ";
  const stop = isOwn
    ? "To change or stop these emails, open your scheduled reports"
    : "To stop these emails, open the reports you receive";
  return {
    to: email,
    ...writeEmail({
      subject,
      name: firstName,
      ...(expiresAt
        ? {
            before: [`${what} is ready: ${of}.`],
            link: { label: "Open the report", url: at(`/admin/reports/files/${run.fileId}`) },
            after: [
              `${scope}Sign in to open it. We keep it for ${reportFileDays} days, until ${showDate(dateIn(timeZone, expiresAt))}.`,
              `${stop}: ${schedules}`,
            ],
          }
        : {
            before: [`${what} has no data: ${of}.`],
            link: { label: "Open your scheduled reports", url: schedules },
            after: [],
          }),
    }),
    messageId: `<report.${run.fileId}@${new URL(publicUrl).hostname}>`,
  };
}

/** Writes the email to an outside address. Each attempt has its own link, so also its own ID. */
export function writeLinkEmail(
  { address, fromDay, toDay, expiresAt, companyId, id, attempt }: TakenRun,
  { schedule, company, owner, ownerEmail, timeZone }: FoundJob,
  { token, publicUrl }: { token: string; publicUrl: string },
): OutgoingEmail {
  if (address === null || !expiresAt) throw new Error("only a made file has a link");
  const report = reportOf(schedule.report)?.title ?? schedule.report;
  const { subject, of } = titlesOf(schedule.name, report, fromDay, toDay);
  return {
    to: address,
    ...writeEmail({
      subject,
      company,
      before: [`${owner} of ${company} sends you the report “${schedule.name}”: ${of}.`],
      link: { label: "Open the report", url: new URL(`/shared-report/${token}`, publicUrl).href },
      after: [
        `Anyone who has this link can open the report, without an account, until ${showDate(dateIn(timeZone, expiresAt))}.`,
        `${owner} chose your address and answers for this email. To ask a question or to stop these emails, write to ${ownerEmail}.`,
      ],
    }),
    messageId: `<report.${companyId}.${id}.${attempt}@${new URL(publicUrl).hostname}>`,
  };
}

function titlesOf(name: string, report: string, from: string | null, to: string | null) {
  const days = from && to ? showDates(from, to) : undefined;
  return {
    subject: days ? `${name}: ${days}` : name,
    of: [report, days].filter(Boolean).join(", "),
  };
}
