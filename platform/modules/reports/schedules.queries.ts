import { and, desc, eq, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { scheduleLimits } from "#contract/reports/words";
import type { Caller } from "../../access/caller.ts";
import type { Scope } from "../../access/scope.ts";
import { fullNameOf } from "../../db/full-name.ts";
import {
  appUser,
  company,
  reportRun,
  reportSchedule,
  reportUnsubscription,
} from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

export type Owner = Pick<Caller, "companyId" | "id">;

/** The owner's own, of the company that they work in. */
const ownIn = (scope: Scope, owner: Owner) =>
  and(
    eq(reportSchedule.companyId, scope.companyId),
    eq(reportSchedule.ownerCompanyId, owner.companyId),
    eq(reportSchedule.ownerId, owner.id),
  );

const isOfSchedule = and(
  eq(reportRun.companyId, reportSchedule.companyId),
  eq(reportRun.scheduleId, reportSchedule.id),
);

const columns = {
  id: reportSchedule.id,
  name: reportSchedule.name,
  report: reportSchedule.report,
  filters: reportSchedule.filters,
  frequency: reportSchedule.frequency,
  weekday: reportSchedule.weekday,
  monthDay: reportSchedule.monthDay,
  period: reportSchedule.period,
  format: reportSchedule.format,
  nextAt: reportSchedule.nextAt,
  pausedAt: reportSchedule.pausedAt,
  pausedBecause: reportSchedule.pausedBecause,
};
/** Matches a run for the owner, not for another recipient. */
const isOwn = and(isNull(reportRun.userId), isNull(reportRun.address));
export type FoundSchedule = Awaited<ReturnType<typeof findSchedules>>[number];

const last = sql`(select ${reportRun.outcome} as outcome, ${reportRun.endedAt} as ended_at from ${reportRun}
  where ${isOfSchedule} and ${isOwn} and ${reportRun.endedAt} is not null order by ${reportRun.id} desc limit 1)`;

const selectSchedules = (db: Db, where: SQL | undefined) =>
  db
    .select({
      ...columns,
      lastOutcome: sql<FoundRun["outcome"]>`last.outcome`,
      lastAt: sql<Date | null>`last.ended_at`.mapWith(reportRun.endedAt),
      isRunning: sql<boolean>`exists (select 1 from ${reportRun} where ${isOfSchedule} and ${isOwn} and ${isNull(reportRun.endedAt)})`,
    })
    .from(reportSchedule)
    .leftJoin(sql`lateral ${last} as last`, sql`true`)
    .where(where);

/** The repeated ones by name, then the latest of those made once. */
export async function findSchedules(scope: Scope, db: Db, owner: Owner) {
  const own = ownIn(scope, owner);
  const repeated = await selectSchedules(
    db,
    and(own, ne(reportSchedule.frequency, "once")),
  ).orderBy(sql`fold_text(${reportSchedule.name}) collate "C"`, reportSchedule.id);
  const once = await selectSchedules(db, and(own, eq(reportSchedule.frequency, "once")))
    .orderBy(desc(reportSchedule.id))
    .limit(scheduleLimits.listed);
  return [...repeated, ...once];
}

export async function findSchedule(
  scope: Scope,
  db: Db,
  owner: Owner,
  id: number,
): Promise<FoundSchedule | undefined> {
  const [row] = await selectSchedules(db, and(ownIn(scope, owner), eq(reportSchedule.id, id)));
  return row;
}

export type FoundRun = Awaited<ReturnType<typeof findRuns>>[number];
/** Finds the owner's latest runs of a schedule that was found in scope. */
export const findRuns = (scope: Scope, db: Db, scheduleId: number) =>
  db
    .select()
    .from(reportRun)
    .where(
      and(eq(reportRun.companyId, scope.companyId), eq(reportRun.scheduleId, scheduleId), isOwn),
    )
    .orderBy(desc(reportRun.id))
    .limit(scheduleLimits.listed);

/**
 * Makes those who add schedules for one owner wait for each other until the transaction ends;
 * gives how many there are of each kind.
 */
export async function lockScheduleCounts(scope: Scope, tx: Tx, owner: Owner) {
  const key = `report schedules ${scope.companyId} ${owner.companyId}/${owner.id}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  const own = ownIn(scope, owner);
  const unended = sql`exists (select 1 from ${reportRun} where ${isOfSchedule} and ${isOwn} and ${isNull(reportRun.endedAt)})`;
  return {
    repeated: await tx.$count(reportSchedule, and(own, ne(reportSchedule.frequency, "once"))),
    waiting: await tx.$count(
      reportSchedule,
      and(own, eq(reportSchedule.frequency, "once"), unended),
    ),
  };
}

type NewRow = Omit<typeof reportSchedule.$inferInsert, "companyId" | "ownerCompanyId" | "ownerId">;

export async function insertSchedule(
  scope: Scope,
  tx: Tx,
  owner: Owner,
  values: NewRow,
): Promise<number> {
  const [row] = await tx
    .insert(reportSchedule)
    .values({
      ...values,
      companyId: scope.companyId,
      ownerCompanyId: owner.companyId,
      ownerId: owner.id,
    })
    .returning({ id: reportSchedule.id });
  if (!row) throw new Error("no schedule was written");
  return row.id;
}

/** Locks a schedule until the transaction ends. */
export async function lockSchedule(scope: Scope, tx: Tx, owner: Owner, id: number) {
  const [row] = await tx
    .select(columns)
    .from(reportSchedule)
    .where(and(ownIn(scope, owner), eq(reportSchedule.id, id)))
    .for("update");
  return row;
}

export const saveSchedule = (
  scope: Scope,
  tx: Tx,
  { owner, id, values }: { owner: Owner; id: number; values: Partial<NewRow> },
) =>
  tx
    .update(reportSchedule)
    .set(values)
    .where(and(ownIn(scope, owner), eq(reportSchedule.id, id)));

/** Deletes a schedule with its runs; gives the ids of their files. */
export async function deleteSchedule(
  scope: Scope,
  tx: Tx,
  owner: Owner,
  id: number,
): Promise<string[]> {
  const runs = await tx
    .select({ fileId: reportRun.fileId })
    .from(reportRun)
    .where(
      and(
        eq(reportRun.companyId, scope.companyId),
        eq(reportRun.scheduleId, id),
        isNull(reportRun.removedAt),
      ),
    );
  await tx.delete(reportSchedule).where(and(ownIn(scope, owner), eq(reportSchedule.id, id)));
  return runs.map(({ fileId }) => fileId);
}

/**
 * Queues the owner's run of a locked schedule. False while a run of the owner, or a recipient's that
 * has not failed yet, waits or is in progress.
 */
export async function insertRun(
  scope: Scope,
  tx: Tx,
  scheduleId: number,
  now: Date,
): Promise<boolean> {
  const unended = and(
    eq(reportRun.companyId, scope.companyId),
    eq(reportRun.scheduleId, scheduleId),
    isNull(reportRun.endedAt),
    // one that failed has its reason here, and is tried again for a day
    or(isOwn, isNull(reportRun.detail)),
  );
  if ((await tx.$count(reportRun, unended)) > 0) return false;
  await tx
    .insert(reportRun)
    .values({ companyId: scope.companyId, scheduleId, dueAt: now, takeAt: now })
    .onConflictDoNothing();
  return true;
}

/** Finds the file of a link, only for the person whose run made it. */
export async function findReportFile(person: Owner, db: Db, id: string) {
  const [row] = await db
    .select({
      schedule: columns,
      companyId: reportSchedule.companyId,
      run: reportRun,
      timeZone: company.timeZone,
      sender: fullNameOf(appUser),
      receives: sql<boolean>`not exists (select 1 from ${reportUnsubscription} where ${reportUnsubscription.companyId} = ${reportRun.companyId}
        and ${reportUnsubscription.scheduleId} = ${reportRun.scheduleId} and ${reportUnsubscription.userId} = ${reportRun.userId})`,
    })
    .from(reportRun)
    .innerJoin(reportSchedule, isOfSchedule)
    .innerJoin(company, eq(company.id, reportRun.companyId))
    .innerJoin(
      appUser,
      and(
        eq(appUser.companyId, reportSchedule.ownerCompanyId),
        eq(appUser.id, reportSchedule.ownerId),
      ),
    )
    .where(
      and(
        eq(reportRun.fileId, id),
        or(
          and(
            isOwn,
            eq(reportSchedule.ownerCompanyId, person.companyId),
            eq(reportSchedule.ownerId, person.id),
          ),
          and(eq(reportRun.companyId, person.companyId), eq(reportRun.userId, person.id)),
        ),
        sql`${reportRun.bytes} is not null`,
      ),
    );
  return row;
}
