import type { z } from "zod";
import { dateIn } from "#contract/base/dates";
import { messages } from "#contract/base/messages";
import { reportOf } from "#contract/reports/catalogue";
import { nextDue, type Rhythm } from "#contract/reports/schedule-times";
import type {
  NewSchedule,
  ScheduleChange,
  ScheduleDetail,
  ScheduleRow,
} from "#contract/reports/schedules";
import { type Frequency, scheduleLimits } from "#contract/reports/words";
import { isAllowed } from "../../access/access.ts";
import { findTimeZone, type Scope } from "../../access/scope.ts";
import { forbidden, invalid, notFound } from "../../base/refusal.ts";
import { afterCommit } from "../../db/changes.ts";
import type { FileStore } from "../../files/file-store.ts";
import type { ScopedCall } from "../../http/context.ts";
import { audit } from "../audit/index.ts";
import { insertRunsOfPeople } from "./recipients.queries.ts";
import type { AnyFilters } from "./report-source.ts";
import { resolveFilters } from "./reports.service.ts";
import {
  checkPeriod,
  filtersOn,
  isShared,
  omitUndefined,
  pick,
  readFilters,
} from "./schedule-filters.ts";
import { toRow, toRun } from "./schedule-rows.ts";
import {
  deleteSchedule,
  findRuns,
  findSchedule,
  findSchedules,
  insertRun,
  insertSchedule,
  lockSchedule,
  lockScheduleCounts,
  saveSchedule,
} from "./schedules.queries.ts";

type ReadCall = Pick<ScopedCall, "scope" | "db" | "caller">;

/** The repeated ones by name, then the latest of those made once. */
export const listSchedules = async ({ scope, db, caller }: ReadCall): Promise<ScheduleRow[]> =>
  (await findSchedules(scope, db, caller)).map(toRow);

/** Throws 404 if it is not the caller's own. */
export async function showSchedule(
  call: ReadCall & { now: Date },
  id: number,
): Promise<ScheduleDetail> {
  const { scope, db, caller, now } = call;
  const schedule = await findSchedule(scope, db, caller, id);
  if (!schedule) throw notFound();
  const units = await resolveFilters(call, schedule.filters as AnyFilters).catch(() => undefined);
  const { region, zone, group, store } = units?.units ?? {};
  const filters = pick(schedule.filters, (name) => isShared(name));
  const choices = pick(schedule.filters, (name) => !isShared(name));
  return {
    ...toRow(schedule),
    filters: filters as ScheduleDetail["filters"],
    choices: choices as Record<string, string>,
    place: units
      ? [region, zone, group, store].filter((name) => name && name !== "All").join(" › ")
      : null,
    brand: units?.brand?.name ?? null,
    runs: (await findRuns(scope, db, id)).map((run) => toRun(run, now)),
  };
}

/**
 * Throws 403 for a report that the caller may not open, 404 for a location out of sight or another
 * company's brand, 422 for filters that the report does not take.
 */
export async function addSchedule(
  call: ScopedCall,
  body: NewSchedule,
): Promise<{ id: number; name: string }> {
  const { scope, db, caller, now } = call;
  const report = reportOf(body.report);
  if (!report) throw invalid({ report: "There is no such report." });
  if (!isAllowed(caller, { access: [report.access] })) throw forbidden();
  const { name, regionId, zoneId, groupId, storeId, brandId, from, to, choices, format, ...when } =
    body;
  const misplaced = Object.keys(choices).find(isShared);
  if (misplaced)
    throw invalid({ choices: `Send ${misplaced} beside the choices, not among them.` });
  const filters = omitUndefined({
    ...choices,
    regionId,
    zoneId,
    groupId,
    storeId,
    brandId,
    from,
    to,
  });
  const timeZone = await findTimeZone(scope, db);
  checkPeriod(report, { ...when, filters });
  readFilters(report, filtersOn({ filters, period: when.period ?? null }, dateIn(timeZone, now)));
  await resolveFilters(call, filters as AnyFilters);
  const isOnce = when.frequency === "once";
  const rhythm = rhythmOf(when);
  const values = {
    name,
    report: report.key,
    filters,
    format,
    timeZone,
    ...rhythm,
    period: when.period ?? null,
    nextAt: isOnce ? null : nextDue(rhythm as Rhythm, timeZone, now),
  };
  return call.database.transaction(async (tx) => {
    const { repeated, waiting } = await lockScheduleCounts(scope, tx, caller);
    if (isOnce && waiting >= scheduleLimits.waiting)
      throw invalid({
        "": `${waiting} of your reports are still being made. Wait until one is ready.`,
      });
    if (!isOnce && repeated >= scheduleLimits.schedules)
      throw invalid({ "": `You already have ${repeated} scheduled reports. Delete one first.` });
    const id = await insertSchedule(scope, tx, caller, values);
    if (isOnce) await insertRun(scope, tx, id, now);
    await audit(tx, call, [
      {
        ...itemOf(scope, { id, name }),
        action: isOnce ? "report asked for by email" : "report schedule added",
        after: body,
      },
    ]);
    return { id, name };
  });
}

/**
 * Throws 404 if it is not the caller's own, 422 as adding does. A resumed schedule is
 * next due in the future.
 */
export function changeSchedule(
  call: ScopedCall,
  { id, state, ...change }: z.output<typeof ScheduleChange>,
) {
  const { scope, caller, now } = call;
  return call.database.transaction(async (tx) => {
    const stored = await lockSchedule(scope, tx, caller, id);
    if (!stored) throw notFound();
    if (stored.frequency === "once")
      throw invalid({
        frequency:
          "This report is made only once. To repeat it, add a schedule from the report’s page.",
      });
    const {
      name = stored.name,
      format = stored.format,
      frequency = stored.frequency,
      period = stored.period ?? undefined,
    } = change;
    const when = {
      frequency,
      period,
      weekday: change.weekday ?? stored.weekday ?? undefined,
      monthDay: change.monthDay ?? stored.monthDay ?? undefined,
    };
    if (frequency === "once")
      throw invalid({ frequency: "Choose every day, every week or every month." });
    if (frequency === "weekly" && when.weekday === undefined)
      throw invalid({ weekday: messages.required });
    if (frequency === "monthly" && when.monthDay === undefined)
      throw invalid({ monthDay: messages.required });
    const report = reportOf(stored.report);
    if (report) checkPeriod(report, { ...when, filters: stored.filters });
    const timeZone = await findTimeZone(scope, tx);
    const rhythm = rhythmOf(when);
    const isPaused = state === undefined ? stored.pausedAt !== null : state === "paused";
    const pausedAt = isPaused ? (stored.pausedAt ?? now) : null;
    await saveSchedule(scope, tx, {
      owner: caller,
      id,
      values: {
        name,
        format,
        ...rhythm,
        period: period ?? null,
        timeZone,
        nextAt: nextDue(rhythm as Rhythm, timeZone, now),
        pausedAt,
        pausedBecause: isPaused ? stored.pausedBecause : null,
      },
    });
    const describe = (of: object, paused: boolean) => ({
      ...of,
      state: paused ? "paused" : "active",
    });
    const before = {
      name: stored.name,
      format: stored.format,
      ...rhythmOf(stored),
      period: stored.period,
    };
    await audit(tx, call, [
      {
        ...itemOf(scope, { id, name }),
        action: "report schedule changed",
        before: describe(before, stored.pausedAt !== null),
        after: describe({ name, format, ...rhythm, period: period ?? null }, isPaused),
      },
    ]);
    return { id, name };
  });
}

/** Its files are deleted after the commit. Throws 404 if it is not the caller's own. */
export function removeSchedule(call: ScopedCall, { files }: { files: FileStore }, id: number) {
  const { scope, caller } = call;
  return call.database.transaction(async (tx) => {
    const stored = await lockSchedule(scope, tx, caller, id);
    if (!stored) throw notFound();
    const { name, report, frequency } = stored;
    const fileIds = await deleteSchedule(scope, tx, caller, id);
    // the daily clean-up removes what is left here
    afterCommit(
      tx,
      async () =>
        void (await Promise.allSettled(
          fileIds.map((fileId) => files.remove(reportFileKey(fileId))),
        )),
    );
    await audit(tx, call, [
      {
        ...itemOf(scope, stored),
        action: "report schedule deleted",
        before: { name, report, frequency },
      },
    ]);
    return { id, name };
  });
}

/**
 * Queues a run now, paused or not. Throws 404 if the schedule is not the caller's own, 422 while its
 * last run is under way.
 */
export function runSchedule(call: ScopedCall, id: number) {
  const { scope, caller, now } = call;
  return call.database.transaction(async (tx) => {
    const stored = await lockSchedule(scope, tx, caller, id);
    if (!stored) throw notFound();
    if (!(await insertRun(scope, tx, id, now)))
      throw invalid({ "": `“${stored.name}” is still being made or emailed. Try again later.` });
    await insertRunsOfPeople(scope, tx, { id, owner: caller }, { dueAt: now, now });
    await audit(tx, call, [{ ...itemOf(scope, stored), action: "report schedule run" }]);
    return { id, name: stored.name };
  });
}

/** The key of a run's file in the file store. */
export const reportFileKey = (fileId: string) => `reports/${fileId}`;

export const itemOf = ({ companyId }: Scope, { id, name }: { id: number; name: string }) => ({
  companyId,
  itemKind: "report schedule",
  itemId: id,
  itemName: name,
});

type RhythmFields = {
  frequency: Frequency;
  weekday?: number | null | undefined;
  monthDay?: number | null | undefined;
};
const rhythmOf = ({ frequency, weekday, monthDay }: RhythmFields) => ({
  frequency,
  weekday: frequency === "weekly" ? (weekday ?? null) : null,
  monthDay: frequency === "monthly" ? (monthDay ?? null) : null,
});
