import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { showDates, showInstant } from "#contract/base/dates";
import { reportOf } from "#contract/reports/catalogue";
import { periodLabels } from "#contract/reports/periods";
import { withdrawReportLinks } from "#contract/reports/recipients";
import type { Report } from "#contract/reports/report";
import {
  changeSchedule,
  findSchedule,
  listSchedules,
  runSchedule,
  type ScheduleRow,
} from "#contract/reports/schedules";
import {
  type Outcome,
  outcomeLabels,
  type ScheduleState,
  weekdayLabels,
} from "#contract/reports/words";
import { encryptOptional } from "~/lib/api/identifiers.server";
import { readForm } from "~/lib/forms/forms.server";
import { encryptUnits } from "~/lib/locations/unit-choices.server";
import { findTimeZone } from "~/lib/session/company.server";
import { load, type PageContext, requireArea } from "~/lib/session/guard.server";
import { sizeInWords } from "~/lib/words/file-size";
import { withMembers } from "~/ui/frame/address";
import type { Tone } from "~/ui/frame/pill";
import { reportFilePath, reportPath, schedulePath } from "./paths";
import { scheduleTexts } from "./texts";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

export const requireReports = (args: Args) => requireArea(args, "REPORTS");

export const outcomeTones: Record<Outcome, Tone> = {
  sent: "ok",
  empty: "idle",
  "too-large": "bad",
  paused: "warn",
  failed: "bad",
  skipped: "warn",
};
const states: Record<ScheduleState, { words: string; tone: Tone }> = {
  active: { words: "Active", tone: "ok" },
  paused: { words: "Paused", tone: "warn" },
  done: { words: "Done", tone: "idle" },
};

export async function loadSchedules(args: LoaderFunctionArgs, pageContext: PageContext) {
  const [{ data }, timeZone] = await load(() =>
    Promise.all([pageContext.api.call(listSchedules, {}), findTimeZone(args.context, pageContext)]),
  );
  return { rows: data.map((row) => shownSchedule(row, pageContext, timeZone)), timeZone };
}

function shownSchedule(row: ScheduleRow, { ids }: Pick<PageContext, "ids">, timeZone: string) {
  const {
    id,
    name,
    report,
    period,
    format,
    state,
    pausedBecause,
    nextAt,
    lastOutcome,
    lastAt,
    isRunning,
  } = row;
  const at = formatInstantIn(timeZone);
  return {
    path: schedulePath(ids.encrypt("report-schedule", id)),
    name,
    report: reportOf(report)?.title ?? report,
    rhythm: rhythmWords(row),
    period: period && period !== "dates" ? periodLabels[period] : null,
    format: formatLabels[format],
    state: isRunning ? ({ words: "Being made", tone: "idle" } as const) : states[state],
    isPaused: state === "paused",
    isOnce: row.frequency === "once",
    pausedBecause,
    isRunning,
    next: nextAt && at(nextAt),
    last:
      lastOutcome && lastAt
        ? { words: outcomeLabels[lastOutcome], tone: outcomeTones[lastOutcome], at: at(lastAt) }
        : null,
  };
}
export type ShownSchedule = ReturnType<typeof shownSchedule>;

export const formatLabels = { csv: "CSV", xlsx: "Excel (.xlsx)" } as const;
export const formatInstantIn = (timeZone: string) => (instant: string) =>
  showInstant(new Date(instant), timeZone);

function rhythmWords({
  frequency,
  weekday,
  monthDay,
}: Pick<ScheduleRow, "frequency" | "weekday" | "monthDay">): string {
  if (frequency === "weekly") return `Every ${weekdayLabels[weekday ?? 0]}`;
  if (frequency === "monthly") return `Every month, on day ${monthDay}`;
  return frequency === "daily" ? "Every day" : "Once";
}

export const daysInWords = (from: string | null | undefined, to: string | null | undefined) =>
  from && to ? showDates(from, to) : null;

export const idOfAddress = ({ params }: Args, { ids }: PageContext) =>
  ids.decrypt("report-schedule", params.id);

/** Finds a schedule. Throws 404 if it is not the person's own. */
export async function findOwnSchedule(args: Args, pageContext: PageContext) {
  return (
    await load(() =>
      pageContext.api.call(findSchedule, { params: { id: idOfAddress(args, pageContext) } }),
    )
  ).data;
}

export async function loadSchedule(args: LoaderFunctionArgs, pageContext: PageContext) {
  const [schedule, timeZone] = await Promise.all([
    findOwnSchedule(args, pageContext),
    findTimeZone(args.context, pageContext),
  ]);
  const { filters, choices, place, brand, runs } = schedule;
  const { ids, figures } = pageContext;
  const report = reportOf(schedule.report);
  const at = formatInstantIn(timeZone);
  const units = {
    ...encryptUnits(filters, ids),
    storeId: encryptOptional(ids, "store", filters.storeId),
    brandId: encryptOptional(ids, "item", filters.brandId),
  };
  const { from, to } = filters;
  return {
    ...shownSchedule(schedule, pageContext, timeZone),
    id: schedule.id,
    timeZone,
    fixedDays: daysInWords(from, to),
    place: place === null ? scheduleTexts.placeGone : place || scheduleTexts.allStores,
    choices: [
      ...(brand === null ? [] : [{ term: "Brand", value: brand }]),
      ...Object.entries(choices).map(([name, value]) => ({
        term: report?.filters[name]?.label ?? name,
        value: report?.filters[name]?.choices[value] ?? value,
      })),
    ],
    reportTo: report
      ? withMembers(reportPath(report.key), {
          ...units,
          ...choices,
          from,
          to,
          show: showMember(report),
        })
      : null,
    runs: runs.map((run) => ({
      key: run.dueAt,
      due: at(run.dueAt),
      days: daysInWords(run.from, run.to),
      outcome: run.outcome
        ? { words: outcomeLabels[run.outcome], tone: outcomeTones[run.outcome] }
        : null,
      detail: run.detail,
      file: run.file && {
        to: reportFilePath(run.file.id),
        size: sizeInWords(run.file.bytes, figures),
        until: at(run.file.expiresAt),
      },
    })),
  };
}

/** Gives the address member that shows a report's data at once, if it needs one. */
const showMember = ({ dates }: Report) => (dates !== "none" && dates.required ? undefined : "yes");

/** Runs, pauses or resumes the schedule, or withdraws links; leads back to its page. */
export async function changeOwnSchedule(args: ActionFunctionArgs, pageContext: PageContext) {
  const id = idOfAddress(args, pageContext);
  const form = await readForm(args.request, z.looseObject({}));
  const act = form.posted.get("_do");
  const { reply, refused } = await form.submit(() =>
    act === "withdraw"
      ? pageContext.api.call(withdrawReportLinks, {
          params: { id },
          query: { address: String(form.posted.get("address") ?? "") },
        })
      : act === "run"
        ? pageContext.api.call(runSchedule, { params: { id } })
        : pageContext.api.call(changeSchedule, {
            body: { id, state: act === "pause" ? "paused" : "active" },
          }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(schedulePath(String(args.params.id)));
}
