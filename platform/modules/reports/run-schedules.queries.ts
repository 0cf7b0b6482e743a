import { and, eq, isNull, lte, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Outcome } from "#contract/reports/words";
import { fullNameOf } from "../../db/full-name.ts";
import { appUser, company, reportRun, reportSchedule } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

/**
 * For the job that makes and mails reports, over all companies: each report is made within its
 * owner's own scope.
 */

const isOfSchedule = and(
  eq(reportSchedule.companyId, reportRun.companyId),
  eq(reportSchedule.id, reportRun.scheduleId),
);

/** Matches schedules that are due, or whose company has moved to another time zone. */
const isDue = (now: Date) =>
  and(
    isNull(reportSchedule.pausedAt),
    ne(reportSchedule.frequency, "once"),
    or(lte(reportSchedule.nextAt, now), ne(reportSchedule.timeZone, company.timeZone)),
  );

/** Finds all due schedules, the one that has waited longest first. */
export const findDueSchedules = (db: Db, now: Date): Promise<ScheduleKey[]> =>
  db
    .select({ companyId: reportSchedule.companyId, id: reportSchedule.id })
    .from(reportSchedule)
    .innerJoin(company, eq(company.id, reportSchedule.companyId))
    .where(isDue(now))
    .orderBy(reportSchedule.nextAt);

/** Locks a schedule if it is still due; undefined if not, or if another process has it. */
export async function lockDueSchedule(tx: Tx, schedule: ScheduleKey, now: Date) {
  const [row] = await tx
    .select({
      companyId: reportSchedule.companyId,
      id: reportSchedule.id,
      frequency: reportSchedule.frequency,
      weekday: reportSchedule.weekday,
      monthDay: reportSchedule.monthDay,
      report: reportSchedule.report,
      ownerCompanyId: reportSchedule.ownerCompanyId,
      ownerId: reportSchedule.ownerId,
      nextAt: reportSchedule.nextAt,
      timeZone: company.timeZone,
    })
    .from(reportSchedule)
    .innerJoin(company, eq(company.id, reportSchedule.companyId))
    .where(and(isSchedule(schedule), isDue(now)))
    .for("update", { of: reportSchedule, skipLocked: true });
  return row;
}

/** Names a schedule or a run. */
type RowKey = { companyId: number; id: number };
export type ScheduleKey = RowKey;
const isSchedule = ({ companyId, id }: RowKey) =>
  and(eq(reportSchedule.companyId, companyId), eq(reportSchedule.id, id));

/** Sets the next time at which a schedule is due. */
export const setNextDue = (
  tx: Tx,
  schedule: RowKey,
  { nextAt, timeZone }: { nextAt: Date; timeZone: string },
) => tx.update(reportSchedule).set({ nextAt, timeZone }).where(isSchedule(schedule));

/** Queues a run of a due schedule, once for each due time, however many processes try. */
export const insertDueRun = (tx: Tx, { companyId, id }: RowKey, dueAt: Date, now: Date) =>
  tx
    .insert(reportRun)
    .values({ companyId, scheduleId: id, dueAt, takeAt: now })
    .onConflictDoNothing();

/**
 * Takes a run that waits, or whose process stopped renewing it, until `until`. Only one of several
 * callers gets it. Owners with the fewest reports made within the last hour come first, so that
 * nobody waits behind all that another person asked for.
 */
export async function takeRun(db: Db, now: Date, until: Date) {
  const waits = and(isNull(reportRun.endedAt), lte(reportRun.takeAt, now));
  const ago = (hours: number) =>
    sql`${new Date(now.getTime() - hours * 3_600_000).toISOString()}::timestamptz`;
  // counted once for each owner, whose report may have thousands of recipients; what was made lately
  // was due lately, because a run is tried for a day
  const waiting = sql`with owner as (select distinct ${reportSchedule.ownerCompanyId}, ${reportSchedule.ownerId}
      from ${reportRun} join ${reportSchedule} on ${isOfSchedule} where ${waits}),
    busy as materialized (select owner_company_id, owner_id, (select count(*) from report_schedule as other
      join report_run as made on made.company_id = other.company_id and made.schedule_id = other.id
        and made.due_at > ${ago(48)} and made.ended_at > ${ago(1)}
      where other.owner_company_id = owner.owner_company_id and other.owner_id = owner.owner_id) as made_lately from owner)
    select ${reportRun.companyId}, ${reportRun.id} from ${reportRun} join ${reportSchedule} on ${isOfSchedule}
      join busy on busy.owner_company_id = ${reportSchedule.ownerCompanyId} and busy.owner_id = ${reportSchedule.ownerId}
    where ${waits} order by made_lately, ${reportRun.takeAt}, ${reportRun.id} limit 1 for update of report_run skip locked`;
  const [run] = await db
    .update(reportRun)
    .set({ takeAt: until, attempt: sql`${reportRun.attempt} + 1` })
    .where(sql`(${reportRun.companyId}, ${reportRun.id}) = (${waiting})`)
    .returning();
  return run;
}
export type TakenRun = NonNullable<Awaited<ReturnType<typeof takeRun>>>;

const recipient = alias(appUser, "recipient");

/** Finds the schedule of a run, its owner, and the person whose run it is. */
export async function findScheduleOfRun(db: Db, { companyId, scheduleId, userId }: TakenRun) {
  const [row] = await db
    .select({
      schedule: reportSchedule,
      timeZone: company.timeZone,
      company: company.name,
      isOutsideAllowed: company.mailsReportsOutside,
      owner: fullNameOf(appUser),
      ownerEmail: appUser.email,
      email: sql<string>`coalesce(${recipient.email}, ${appUser.email})`,
      firstName: sql<string>`coalesce(${recipient.firstName}, ${appUser.firstName})`,
    })
    .from(reportSchedule)
    .innerJoin(company, eq(company.id, reportSchedule.companyId))
    .innerJoin(
      appUser,
      and(
        eq(appUser.companyId, reportSchedule.ownerCompanyId),
        eq(appUser.id, reportSchedule.ownerId),
      ),
    )
    .leftJoin(
      recipient,
      and(eq(recipient.companyId, companyId), eq(recipient.id, userId ?? sql`null::bigint`)),
    )
    .where(isSchedule({ companyId, id: scheduleId }));
  return row;
}
export type FoundJob = NonNullable<Awaited<ReturnType<typeof findScheduleOfRun>>>;

/** Matches the run as long as this process still has it. */
const isTaken = ({ companyId, id, attempt }: TakenRun) =>
  and(
    eq(reportRun.companyId, companyId),
    eq(reportRun.id, id),
    eq(reportRun.attempt, attempt),
    isNull(reportRun.endedAt),
  );

type Changes = Partial<
  Pick<
    TakenRun,
    | "takeAt"
    | "detail"
    | "fromDay"
    | "toDay"
    | "bytes"
    | "format"
    | "reach"
    | "expiresAt"
    | "attempt"
    | "tokenHash"
  >
>;

/** False if another process has taken the run since. */
export async function changeRun(db: Db, run: TakenRun, changes: Changes): Promise<boolean> {
  return (await db.update(reportRun).set(changes).where(isTaken(run))).rowCount === 1;
}

/** Writes the outcome of a run; false if another process has it now, or it was deleted. */
export async function endRun(
  tx: Tx,
  run: TakenRun,
  { outcome, detail, now }: { outcome: Outcome; detail: string | null; now: Date },
) {
  const ended = await tx
    .update(reportRun)
    .set({ outcome, detail, endedAt: now, takeAt: null })
    .where(isTaken(run));
  return ended.rowCount === 1;
}

export const pauseSchedule = (tx: Tx, schedule: RowKey, because: string, now: Date) =>
  tx
    .update(reportSchedule)
    .set({ pausedAt: now, pausedBecause: because })
    .where(isSchedule(schedule));

/**
 * Counts the bytes of the files kept for a schedule's owner and recipients, in all companies and
 * schedules; outside addresses share the owner's.
 */
export async function countKeptBytes(
  db: Db,
  { ownerCompanyId, ownerId }: FoundJob["schedule"],
): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${reportRun.bytes}), 0)::float8` })
    .from(reportRun)
    .innerJoin(reportSchedule, isOfSchedule)
    .where(
      and(
        eq(reportSchedule.ownerCompanyId, ownerCompanyId),
        eq(reportSchedule.ownerId, ownerId),
        sql`${reportRun.bytes} is not null`,
        isNull(reportRun.removedAt),
        isNull(reportRun.address),
      ),
    );
  return row?.bytes ?? 0;
}

const mostAtOnce = 100;

/** Finds runs with expired files. */
export const findExpiredFiles = (db: Db, now: Date) =>
  db
    .select({ companyId: reportRun.companyId, id: reportRun.id, fileId: reportRun.fileId })
    .from(reportRun)
    .where(
      and(
        lte(reportRun.expiresAt, now),
        sql`${reportRun.bytes} is not null`,
        isNull(reportRun.removedAt),
      ),
    )
    .limit(mostAtOnce);

export const markRemoved = (db: Db, { companyId, id }: RowKey, now: Date) =>
  db
    .update(reportRun)
    .set({ removedAt: now })
    .where(and(eq(reportRun.companyId, companyId), eq(reportRun.id, id)));

/** Deletes the log of runs before a time, and one-off reports that have not run since. */
export async function deleteOldRuns(db: Db, before: Date): Promise<void> {
  await db
    .delete(reportSchedule)
    .where(
      and(
        eq(reportSchedule.frequency, "once"),
        lte(reportSchedule.createdAt, before),
        sql`not exists (select 1 from ${reportRun} where ${isOfSchedule} and (${reportRun.endedAt} is null or ${reportRun.endedAt} > ${before.toISOString()}::timestamptz))`,
      ),
    );
  await db.delete(reportRun).where(lte(reportRun.endedAt, before));
}
