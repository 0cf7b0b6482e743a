import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { dateIn, showDate } from "#contract/base/dates";
import type { FileFormat } from "#contract/base/table-files";
import { xlsxMediaType } from "#contract/base/uploads";
import { emailTryHours } from "#contract/emails/words";
import { type ReportKey, reportOf } from "#contract/reports/catalogue";
import type { Report } from "#contract/reports/report";
import { nextDue, type Rhythm } from "#contract/reports/schedule-times";
import { type Outcome, reportFileDays, scheduleLimits } from "#contract/reports/words";
import { isAllowed } from "../../access/access.ts";
import { loadCaller } from "../../access/load-caller.ts";
import { type Scope, scopeOf } from "../../access/scope.ts";
import { Refusal } from "../../base/refusal.ts";
import { nextAttempt } from "../../base/retry-times.ts";
import type { Database, DatabaseLogger } from "../../db/client.ts";
import type { Tx } from "../../db/types.ts";
import type { FileStore } from "../../files/file-store.ts";
import { spoolPrefix } from "../../files/spool.ts";
import { copyTable, writeTable } from "../../http/table-file.ts";
import { writeEmail } from "../../mail/email-text.ts";
import {
  type Mail,
  type MailFailure,
  type OutgoingEmail,
  readMailFailure,
} from "../../mail/mail.ts";
import { notify } from "../notifications/index.ts";
import { exportReport } from "./report-export.queries.ts";
import { reachOf } from "./report-files.service.ts";
import { resolveFilters } from "./reports.service.ts";
import {
  changeRun,
  countKeptBytes,
  deleteOldRuns,
  endRun,
  type FoundJob,
  findExpiredFiles,
  findScheduleOfRun,
  insertDueRun,
  lockDueSchedule,
  markRemoved,
  pauseSchedule,
  putOff,
  type TakenRun,
  takeRun,
} from "./run-schedules.queries.ts";
import { filtersOn, readFilters, reportFileKey } from "./schedules.service.ts";
import { sources } from "./sources.ts";

type Limits = { mostBytes?: number; mostKeptBytes?: number };
type Needs = {
  files: FileStore;
  mail: Pick<Mail, "send">;
  publicUrl: string;
  logger: DatabaseLogger;
} & Limits;
type RunCall = { database: Database; now: Date; stopped?: AbortSignal };

const minute = 60_000;
/** How long a run stays with the process that took it, after its last sign of life. */
const lease = 5 * minute;
/** How long one job takes new runs; the next job continues. */
const runBudgetMs = 10 * minute;
const logDays = 90;

export function reportMailService({ files, mail, publicUrl, logger, ...limits }: Needs) {
  const { mostBytes = scheduleLimits.bytes, mostKeptBytes = scheduleLimits.keptBytes } = limits;
  return {
    /**
     * For the job that runs each minute: queues due schedules, makes and emails the waiting
     * reports one after the other, and deletes files older than seven days. Gives how many runs it
     * took.
     */
    async mailReports(call: RunCall): Promise<number> {
      const { database, now, stopped } = call;
      const began = Date.now();
      const failures = [] as unknown[];
      const keep = (error: unknown) => failures.push(error);
      await queueAllDue(database, now).catch(keep);
      await removeExpired(call).catch(keep);
      let runCount = 0;
      while (!stopped?.aborted && Date.now() - began < runBudgetMs) {
        const present = new Date(now.getTime() + Date.now() - began);
        const run = await takeRun(database.db, present, new Date(present.getTime() + lease));
        if (!run) break;
        runCount++;
        await attempt({ ...call, now: present }, run).catch(keep);
      }
      if (failures.length > 0) throw new AggregateError(failures, "not all reports were made");
      return runCount;
    },
  };

  /** Makes and mails a run, or writes why it was not; what fails is tried again. */
  async function attempt({ database, now, stopped }: RunCall, run: TakenRun): Promise<void> {
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
      await makeAndMail({ database, now, signal }, run, job);
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
    { database, now }: Pick<RunCall, "database" | "now">,
    run: TakenRun,
    job: FoundJob,
    { isFinal, words: answer }: MailFailure,
  ): Promise<void> {
    const { attempt: count, dueAt: createdAt } = run;
    const next = isFinal
      ? undefined
      : nextAttempt({ attempt: count, createdAt, hours: emailTryHours }, now, Math.random());
    if (next) await changeRun(database.db, run, { takeAt: next, detail: words.tryAgain });
    else
      await end(
        { database, now },
        run,
        job,
        "failed",
        isFinal ? words.addressRefused(answer) : words.gaveUp,
      );
  }

  async function makeAndMail(
    call: { database: Database; now: Date; signal: AbortSignal },
    run: TakenRun,
    job: FoundJob,
  ): Promise<void> {
    const { database, now, signal } = call;
    const { schedule, timeZone } = job;
    const report = reportOf(schedule.report);
    const owner = await loadCaller(database.db, {
      companyId: schedule.ownerCompanyId,
      id: schedule.ownerId,
    });
    const pause = (why: string) => end(call, run, job, "paused", why);
    if (!owner) return pause(words.ownerGone);
    if (!report || !isAllowed(owner, { access: [report.access] })) return pause(words.notAllowed);
    const scope = await scopeOf(database.db, owner, schedule.companyId).catch(refusedAs(undefined));
    if (!scope || hasNothing(scope)) return pause(words.noScope);
    const day = dateIn(timeZone, run.dueAt);
    const filters = await Promise.resolve()
      .then(() => readFilters(report, filtersOn(schedule, day)))
      .catch(refusedAs(undefined));
    if (!filters) return pause(words.filtersGone);
    const resolvedFilters = await resolveFilters({ scope, db: database.db, now }, filters).catch(
      refusedAs(undefined),
    );
    if (!resolvedFilters) return pause(words.placeGone);

    const { from = null, to = null } = filters;
    const reach = reachOf(scope);
    let expiresAt = run.expiresAt ?? now;
    if (run.bytes === null || run.reach !== reach) {
      if ((await countKeptBytes(database.db, schedule)) >= mostKeptBytes)
        return end(call, run, job, "too-large", words.tooMuchKept(mostKeptBytes));
      const fileSize = await makeFile(call, run, {
        scope,
        report,
        resolvedFilters,
        format: schedule.format,
      });
      if (fileSize === "empty") {
        if (!(await changeRun(database.db, run, { fromDay: from, toDay: to }))) return;
        await mail.send(emailOf(run, job, report, { from, to, expiresAt: null }));
        return end(call, run, job, "empty", null);
      }
      if (fileSize === "too large")
        return end(call, run, job, "too-large", words.tooLarge(mostBytes));
      expiresAt = new Date(now.getTime() + reportFileDays * 24 * 60 * minute);
      if (
        !(await changeRun(database.db, run, {
          bytes: fileSize,
          format: schedule.format,
          reach,
          expiresAt,
          fromDay: from,
          toDay: to,
        }))
      )
        return;
    }
    // if another process has taken it over, that one sends the email
    signal.throwIfAborted();
    if (!(await changeRun(database.db, run, { detail: null }))) return;
    await mail.send(emailOf(run, job, report, { from, to, expiresAt }));
    await end(call, run, job, "sent", null);
  }

  type FileRequest = {
    scope: Scope;
    report: Report;
    resolvedFilters: Awaited<ReturnType<typeof resolveFilters>>;
    format: FileFormat;
  };

  /**
   * Streams the rows to a file of this machine and that to the store, a chunk in memory at a time;
   * gives its bytes.
   */
  async function makeFile(
    { now, signal, ...call }: { database: Database; now: Date; signal: AbortSignal },
    run: TakenRun,
    { scope, report, resolvedFilters: { criteria, units }, format }: FileRequest,
  ): Promise<number | "empty" | "too large"> {
    const { database } = await call.database.forReports();
    const rows = exportReport(
      scope,
      database.db,
      sources[report.key as ReportKey],
      criteria,
      units,
    );
    const read = counter();
    const copied = copyTable(database, rows, { format, signal }).pipeThrough(read.stream);
    const table = { columns: rows.columns, fileName: report.fileName, sheetName: report.title };
    const body = writeTable(copied, table, { format, now, isMarked: true });
    const folder = await mkdtemp(join(tmpdir(), spoolPrefix));
    try {
      const path = join(folder, randomUUID());
      const written = limited(mostBytes);
      const isWhole = await pipeline(
        Readable.fromWeb(body as never),
        written.stream,
        createWriteStream(path, { mode: 0o600 }),
      ).then(
        () => true,
        (error: unknown) => {
          if (error instanceof TooLarge) return false;
          throw error;
        },
      );
      if (!isWhole) return "too large";
      if (read.bytes() === 0) return "empty";
      const bytes = written.bytes();
      await files.put(reportFileKey(run.fileId), {
        path,
        bytes,
        mediaType: format === "xlsx" ? xlsxMediaType : "text/csv",
      });
      return bytes;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Saves a run's outcome, once, and notifies the owner of outcomes that no email reports. */
  async function end(
    { database, now }: Pick<RunCall, "database" | "now">,
    run: TakenRun,
    job: FoundJob,
    outcome: Outcome,
    detail: string | null,
  ) {
    const { schedule } = job;
    await database.transaction(async (tx: Tx) => {
      if (!(await endRun(tx, run, { outcome, detail, now }))) return;
      const place = { companyId: schedule.companyId, id: schedule.id };
      if (outcome === "paused" && schedule.frequency !== "once")
        await pauseSchedule(tx, place, detail ?? "", now);
      if (outcome === "sent" || outcome === "empty") return;
      await notify(tx, [{ companyId: schedule.ownerCompanyId, userId: schedule.ownerId }], {
        kind: outcome === "paused" ? "WARN" : "ERROR",
        title: `“${schedule.name}” ${outcome === "paused" && schedule.frequency !== "once" ? "was paused" : "was not sent"}`,
        detail: detail ?? "",
        item: { kind: "report schedule", ...place },
      });
    });
  }

  type Days = {
    from: string | null;
    to: string | null;
    expiresAt: Date | null; // null if there is no file
  };

  function emailOf(
    run: TakenRun,
    { schedule, email, firstName, timeZone }: FoundJob,
    report: Report,
    { from, to, expiresAt }: Days,
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

  async function removeExpired({ database: { db }, now }: RunCall): Promise<void> {
    for (const run of await findExpiredFiles(db, now)) {
      await files.remove(reportFileKey(run.fileId));
      await markRemoved(db, run, now);
    }
  }
}

async function queueAllDue(database: Database, now: Date): Promise<void> {
  while (await queueDue(database, now));
}

/**
 * Queues one run of a due schedule, for the latest due time even if several were missed. False if
 * none is due.
 */
const queueDue = (database: Database, now: Date): Promise<boolean> =>
  database.transaction(async (tx) => {
    const due = await lockDueSchedule(tx, now);
    if (!due) return false;
    const { timeZone, nextAt } = due;
    const rhythm = due as Rhythm;
    let last = nextAt;
    let next = nextDue(rhythm, timeZone, nextAt && nextAt <= now ? nextAt : now);
    for (; next <= now; next = nextDue(rhythm, timeZone, next)) last = next;
    if (last && last <= now) await insertDueRun(tx, due, last, now);
    await putOff(tx, due, { nextAt: next, timeZone });
    return true;
  });

/** For the daily job: deletes runs, and schedules that ran once, after ninety days. */
export const forgetOldReportRuns = (db: Database["db"], now: Date) =>
  deleteOldRuns(db, new Date(now.getTime() - logDays * 24 * 60 * minute));

/** True if the scope is limited to units and none is left. */
const hasNothing = ({ reach }: Scope) =>
  reach !== "company" && Object.values(reach).every((ids) => ids.length === 0);

/**
 * Turns a refusal, which means that the owner has lost access, into a value; throws all else.
 */
const refusedAs =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof Refusal && [403, 404, 422].includes(error.status)) return value;
    throw error;
  };

const words = {
  ownerGone: "Your account or your company is deactivated.",
  notAllowed: "You may no longer open this report.",
  noScope: "You no longer have access to any location.",
  placeGone: "The location in this report was deleted, or you no longer have access to it.",
  filtersGone: "This report no longer offers the filters or days that you chose.",
  addressRefused: (answer: string) =>
    `The mail server does not accept your email address: ${answer}`,
  gaveUp: "We tried for a day but could not make or email it. Run it again later.",
  tryAgain: "We could not make or email it yet. We will try again.",
  tooLarge: (bytes: number) =>
    `The file is larger than ${Math.round(bytes / 1024 / 1024)} MB. Choose fewer days or one location.`,
  tooMuchKept: (bytes: number) =>
    `The reports that we keep for you take ${Math.round(bytes / 1024 / 1024 / 1024)} GB, the most we keep. Delete one, then run this again.`,
};

class TooLarge extends Error {}

function counter() {
  let bytes = 0;
  const stream = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      controller.enqueue(chunk);
    },
  });
  return { stream, bytes: () => bytes };
}

function limited(most: number) {
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.byteLength;
      done(bytes > most ? new TooLarge("the report is too large") : null, chunk);
    },
  });
  return { stream, bytes: () => bytes };
}
