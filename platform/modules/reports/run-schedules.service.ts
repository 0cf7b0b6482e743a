import { emailTryHours } from "#contract/emails/words";
import { type Outcome, reportFileDays, scheduleLimits } from "#contract/reports/words";
import { hashSecret } from "../../access/secret.ts";
import { Failures } from "../../base/failures.ts";
import { Refusal } from "../../base/refusal.ts";
import { nextAttempt } from "../../base/retry-times.ts";
import type { Database, DatabaseLogger } from "../../db/database.ts";
import type { Tx } from "../../db/types.ts";
import type { FileStore } from "../../files/file-store.ts";
import { type Mail, type MailFailure, readMailFailure } from "../../mail/mail.ts";
import type { Services } from "../../services.ts";
import { notify } from "../notifications/index.ts";
import { linkToken } from "./link-token.ts";
import { makeReportFile } from "./make-report-file.service.ts";
import { insertRunsOfAddresses } from "./outside-links.queries.ts";
import { queueAllDue } from "./queue-due-runs.service.ts";
import { writeLinkEmail, writeReportEmail } from "./report-email.ts";
import { reachOf } from "./report-files.service.ts";
import { isOwn, resolveRun } from "./resolve-run.service.ts";
import {
  changeRun,
  countKeptBytes,
  deleteOldRuns,
  endRun,
  type FoundJob,
  findExpiredFiles,
  findScheduleOfRun,
  markRemoved,
  pauseSchedule,
  type TakenRun,
  takeRun,
} from "./run-schedules.queries.ts";
import { reportFileKey } from "./schedules.service.ts";

type Needs = Pick<Services, "sessionSecret"> & {
  files: FileStore;
  mail: Pick<Mail, "send">;
  publicUrl: string;
  logger: DatabaseLogger;
  mostBytes?: number;
  mostKeptBytes?: number;
};
type MailingServices = Required<Needs>;
type RunCall = { database: Database; now: Date; stopped?: AbortSignal };
type EndCall = Pick<RunCall, "database" | "now">;
type MakeFileCall = EndCall & { signal: AbortSignal };

const minute = 60_000;
/** How long a run stays with the process that took it, after its last sign of life. */
const lease = 5 * minute;
/** How long one job takes new runs; the next job continues. */
const runBudgetMs = 10 * minute;
const logDays = 90;

export function reportMailService(needs: Needs) {
  const services: MailingServices = {
    ...needs,
    mostBytes: needs.mostBytes ?? scheduleLimits.bytes,
    mostKeptBytes: needs.mostKeptBytes ?? scheduleLimits.keptBytes,
  };
  return { mailReports: (call: RunCall) => mailReports(services, call) };
}

/**
 * For the job that runs each minute: queues due schedules, makes and emails the waiting reports one
 * after the other, and deletes files older than seven days. Gives how many runs it took.
 */
async function mailReports(services: MailingServices, call: RunCall): Promise<number> {
  const { database, now, stopped } = call;
  const began = Date.now();
  const failures = new Failures();
  await failures.attempt("due schedules", () => queueAllDue(database, now));
  await failures.attempt("old files", () => removeExpired(services, call));
  let runCount = 0;
  while (!stopped?.aborted && Date.now() - began < runBudgetMs) {
    const present = new Date(now.getTime() + Date.now() - began);
    const run = await takeRun(database.db, present, new Date(present.getTime() + lease));
    if (!run) break;
    runCount++;
    await failures.attempt(`run ${run.id} of company ${run.companyId}`, () =>
      attemptRun(services, { ...call, now: present }, run),
    );
  }
  failures.throwAny("not all reports were made");
  return runCount;
}

/** Makes and mails a run, or saves why it was not sent; a failure is tried again. */
async function attemptRun(
  services: MailingServices,
  { database, now, stopped }: RunCall,
  run: TakenRun,
): Promise<void> {
  const { logger } = services;
  const job = await findScheduleOfRun(database.db, run);
  if (!job) return; // it was deleted in between
  const lost = new AbortController();
  const began = Date.now();
  const timer = setInterval(() => {
    const takeAt = new Date(now.getTime() + (Date.now() - began) + lease);
    changeRun(database.db, run, { takeAt }).then(
      (isOurs) => isOurs || lost.abort(new Error("another process has taken this report")),
      (error: unknown) => logger.warn({ err: error }, "a report's run could not be put off"),
    );
  }, minute);
  timer.unref();
  const signal = AbortSignal.any([lost.signal, ...(stopped ? [stopped] : [])]);
  try {
    await makeAndMail(services, { database, now, signal }, run, job);
  } catch (error) {
    if (stopped?.aborted)
      await changeRun(database.db, run, { takeAt: now, attempt: run.attempt - 1 });
    else if (error instanceof Refusal && error.status === 429)
      // downloads hold all export slots, so this attempt does not count
      await changeRun(database.db, run, {
        takeAt: new Date(now.getTime() + minute),
        attempt: run.attempt - 1,
      });
    else await putOffOrEnd({ database, now }, run, job, readMailFailure(error));
    if (!stopped?.aborted)
      logger.warn(
        { err: error, companyId: run.companyId, scheduleId: run.scheduleId },
        "a report was not mailed",
      );
  } finally {
    clearInterval(timer);
  }
}

/** Retries a failed attempt for up to a day, unless the mail server refused it for good. */
async function putOffOrEnd(
  { database, now }: EndCall,
  run: TakenRun,
  job: FoundJob,
  { isFinal, words: answer }: MailFailure,
): Promise<void> {
  const { attempt: count, dueAt: createdAt } = run;
  const next = isFinal
    ? undefined
    : nextAttempt({ attempt: count, createdAt, hours: emailTryHours }, now, Math.random());
  if (next) await changeRun(database.db, run, { takeAt: next, detail: words.tryAgain });
  else {
    const detail = isFinal ? words.addressRefused(answer) : words.gaveUp;
    await finishRun({ database, now }, run, job, { outcome: "failed", detail });
  }
}

async function makeAndMail(
  services: MailingServices,
  call: MakeFileCall,
  run: TakenRun,
  job: FoundJob,
): Promise<void> {
  const { database, now, signal } = call;
  const { schedule } = job;
  const request = await resolveRun(call, run, job);
  if (typeof request === "string") {
    const outcome = isOwn(run) ? "paused" : "skipped";
    return finishRun(call, run, job, { outcome, detail: request });
  }
  if (run.address !== null) return mailLink(services, call, run, job);
  const { report, scope, filters, resolvedFilters } = request;
  const { from = null, to = null } = filters;
  const contents = { report: report.title, from, to, publicUrl: services.publicUrl };
  const tooLarge = (detail: string) => finishRun(call, run, job, { outcome: "too-large", detail });
  const reach = reachOf(scope);
  let expiresAt = run.expiresAt ?? now;
  if (run.bytes === null || run.reach !== reach) {
    const { mostBytes, mostKeptBytes } = services;
    if ((await countKeptBytes(database.db, schedule)) >= mostKeptBytes)
      return tooLarge(words.tooMuchKept(mostKeptBytes));
    const fileSize = await makeReportFile(call, services.files, {
      scope,
      report,
      resolvedFilters,
      format: schedule.format,
      key: reportFileKey(run.fileId),
      mostBytes,
    });
    if (fileSize === "empty") {
      if (!(await changeRun(database.db, run, { fromDay: from, toDay: to }))) return;
      await services.mail.send(writeReportEmail(run, job, { ...contents, expiresAt: null }));
      return finishRun(call, run, job, { outcome: "empty", detail: null });
    }
    if (fileSize === "too large") return tooLarge(words.tooLarge(mostBytes));
    expiresAt = new Date(now.getTime() + reportFileDays * 24 * 60 * minute);
    const file = { bytes: fileSize, format: schedule.format, reach, expiresAt };
    if (!(await changeRun(database.db, run, { ...file, fromDay: from, toDay: to }))) return;
  }
  // if another process has taken it over, that one sends the email
  signal.throwIfAborted();
  if (!(await changeRun(database.db, run, { detail: null }))) return;
  await services.mail.send(writeReportEmail(run, job, { ...contents, expiresAt }));
  await finishRun(call, run, job, { outcome: "sent", detail: null });
}

/**
 * Emails an outside address a link to the owner's file. A try that may have arrived had the same
 * link, which follows from the server's secret, so that the first email's still works.
 */
async function mailLink(
  services: MailingServices,
  call: MakeFileCall,
  run: TakenRun,
  job: FoundJob,
): Promise<void> {
  const token = linkToken(services.sessionSecret, run);
  call.signal.throwIfAborted();
  if (!(await changeRun(call.database.db, run, { detail: null, tokenHash: hashSecret(token) })))
    return;
  await services.mail.send(writeLinkEmail(run, job, { token, publicUrl: services.publicUrl }));
  await finishRun(call, run, job, { outcome: "sent", detail: null });
}

/** Saves a run's outcome, once, and notifies the owner of outcomes that no email reports. */
async function finishRun(
  { database, now }: EndCall,
  run: TakenRun,
  { schedule, email }: FoundJob,
  { outcome, detail }: { outcome: Outcome; detail: string | null },
) {
  await database.transaction(async (tx: Tx) => {
    if (!(await endRun(tx, run, { outcome, detail, now }))) return;
    const place = { companyId: schedule.companyId, id: schedule.id };
    if (outcome === "paused" && schedule.frequency !== "once")
      await pauseSchedule(tx, place, detail ?? "", now);
    if (outcome === "sent" && isOwn(run)) await insertRunsOfAddresses(tx, run, now);
    if (outcome === "sent" || outcome === "empty" || outcome === "skipped") return;
    const to = isOwn(run) ? "" : ` to ${run.address ?? email}`;
    await notify(tx, [{ companyId: schedule.ownerCompanyId, userId: schedule.ownerId }], {
      kind: outcome === "paused" ? "WARN" : "ERROR",
      title: `“${schedule.name}” ${outcome === "paused" && schedule.frequency !== "once" ? "was paused" : `was not sent${to}`}`,
      detail: detail ?? "",
      item: { kind: "report schedule", ...place },
    });
  });
}

async function removeExpired({ files }: MailingServices, { database: { db }, now }: RunCall) {
  const failures = new Failures();
  for (const run of await findExpiredFiles(db, now))
    await failures.attempt(`file of run ${run.id} of company ${run.companyId}`, async () => {
      await files.remove(reportFileKey(run.fileId));
      await markRemoved(db, run, now);
    });
  failures.throwAny("not all old files were removed");
}

/** For the daily job: deletes runs, and schedules that ran once, after ninety days. */
export const forgetOldReportRuns = (db: Database["db"], now: Date) =>
  deleteOldRuns(db, new Date(now.getTime() - logDays * 24 * 60 * minute));

const words = {
  addressRefused: (answer: string) =>
    `The mail server does not accept the email address: ${answer}`,
  gaveUp: "We tried for a day but could not make or email it. Run it again later.",
  tryAgain: "We could not make or email it yet. We will try again.",
  tooLarge: (bytes: number) =>
    `The file is larger than ${Math.round(bytes / 1024 / 1024)} MB. Choose fewer days or one location.`,
  tooMuchKept: (bytes: number) =>
    `The reports that we keep for you take ${Math.round(bytes / 1024 / 1024 / 1024)} GB, the most we keep. Delete one, then run this again.`,
};
