import type { ScheduleRow, ScheduleRun } from "#contract/reports/schedules";
import type { FoundRun, FoundSchedule } from "./schedules.queries.ts";

/** Describes a schedule, and whether it is active, paused or done. */
export function toRow({
  filters: _,
  pausedAt,
  nextAt,
  lastAt,
  ...row
}: FoundSchedule): ScheduleRow {
  const isDone = row.frequency === "once" && !row.isRunning && nextAt === null;
  return {
    ...row,
    state: pausedAt && row.frequency !== "once" ? "paused" : isDone ? "done" : "active",
    nextAt: pausedAt ? null : (nextAt?.toISOString() ?? null),
    lastAt: lastAt?.toISOString() ?? null,
  };
}

/** Describes a run, with its file while that can be opened. */
export const toRun = (
  {
    dueAt,
    endedAt,
    outcome,
    detail,
    fromDay,
    toDay,
    fileId,
    bytes,
    expiresAt,
    removedAt,
  }: FoundRun,
  now: Date,
): ScheduleRun => ({
  dueAt: dueAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
  outcome,
  detail,
  from: fromDay,
  to: toDay,
  file:
    outcome === "sent" && bytes !== null && expiresAt && expiresAt > now && !removedAt
      ? { id: fileId, bytes, expiresAt: expiresAt.toISOString() }
      : null,
});
