import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { reportOf } from "#contract/reports/catalogue";
import { type Period, periodHints, periodLabels, periodsOf } from "#contract/reports/periods";
import type { Report } from "#contract/reports/report";
import { addSchedule, changeSchedule, ScheduleForm } from "#contract/reports/schedules";
import { frequencies, frequencyLabels, usualPeriod } from "#contract/reports/words";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { findTimeZone } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { reportPath, schedulePath } from "./paths";
import { readReportFilters } from "./report.server";
import type { ReportContext } from "./require-report.server";
import { daysInWords, findOwnSchedule, idOfAddress } from "./schedules.server";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

const periodWords = (period: Period) =>
  [periodLabels[period], periodHints[period]].filter(Boolean).join(", ");

/** Loads the form that schedules the report in the address with its filters. */
export async function loadNewSchedule(
  args: LoaderFunctionArgs,
  { pageContext, report }: ReportContext,
) {
  const filters = readAsked(args, pageContext, report);
  const { from, to } = filters;
  return {
    ...(await formOf(args, pageContext, report, from && to ? { from, to } : undefined)),
    backTo: withMembers(reportPath(report.key), encryptedMembers(args)),
    values: {
      name: report.title,
      frequency: "weekly",
      weekday: "1",
      monthDay: "1",
      format: "csv",
      period: usualPeriod(report, "weekly") ?? "",
    },
  };
}

/**
 * Gives the address's members except the report; the report's own page uses the same ones.
 */
function encryptedMembers({ request }: Args): Record<string, string> {
  const { report: _, ...members } = Object.fromEntries(new URL(request.url).searchParams);
  return members;
}

function readAsked(args: Args, pageContext: PageContext, report: Report) {
  const filters: Record<string, string | number | undefined> & { from?: string; to?: string } =
    readReportFilters(args.request, pageContext, report);
  return filters;
}

async function formOf(
  args: Args,
  pageContext: PageContext,
  report: Report | undefined,
  days?: { from: string; to: string },
) {
  const allowed: Period[] = report ? [...periodsOf(report)] : [];
  const mayOmitPeriod = report !== undefined && report.dates !== "none" && !report.dates.required;
  return {
    report: report?.title ?? "",
    // the selects always have a choice, so they need no "required" or "optional"
    constraints: {
      ...constraintsOf(ScheduleForm),
      weekday: chosen,
      monthDay: chosen,
      ...(!mayOmitPeriod && { period: chosen }),
    },
    timeZone: await load(() => findTimeZone(args.context, pageContext)),
    periods: [
      ...allowed.map((value): { value: string; label: string } => ({
        value,
        label: periodWords(value),
      })),
      ...(days
        ? [{ value: "dates", label: `${daysInWords(days.from, days.to)} (only once)` }]
        : []),
    ],
    mayOmitPeriod,
    frequencies: frequencies.map((value) => ({ value, label: frequencyLabels[value] })),
  };
}

const chosen = { required: true };

export async function saveNewSchedule(
  args: ActionFunctionArgs,
  { pageContext, report }: ReportContext,
) {
  const filters = readAsked(args, pageContext, report);
  const form = await readForm(args.request, ScheduleForm);
  const { value } = form;
  if (!value) return form.refused();
  const { regionId, zoneId, groupId, storeId, brandId, from, to, ...choices } = filters;
  const units = { regionId, zoneId, groupId, storeId, brandId } as Record<
    "regionId" | "zoneId" | "groupId" | "storeId" | "brandId",
    number | undefined
  >;
  const body = {
    ...value,
    report: report.key,
    ...units,
    choices: Object.fromEntries(
      Object.entries(choices).flatMap(([name, choice]) =>
        choice === undefined ? [] : [[name, String(choice)]],
      ),
    ),
    ...(value.period === "dates" && { from, to }),
  };
  const { reply, refused } = await form.submit(() => pageContext.api.call(addSchedule, { body }));
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(schedulePath(pageContext.ids.encrypt("report-schedule", reply.data.id)));
}

export async function loadScheduleForm(args: LoaderFunctionArgs, pageContext: PageContext) {
  const schedule = await findOwnSchedule(args, pageContext);
  const { name, report, frequency, weekday, monthDay, period, format } = schedule;
  const form = await formOf(args, pageContext, reportOf(report));
  return {
    ...form,
    name,
    path: schedulePath(String(args.params.id)),
    frequencies: form.frequencies.filter(({ value }) => value !== "once"),
    values: {
      name,
      frequency,
      weekday: String(weekday ?? 1),
      monthDay: String(monthDay ?? 1),
      period: period ?? "",
      format,
    },
  };
}

export async function saveSchedule(args: ActionFunctionArgs, pageContext: PageContext) {
  const form = await readForm(args.request, ScheduleForm);
  const { value } = form;
  if (!value) return form.refused();
  const id = idOfAddress(args, pageContext);
  const { reply, refused } = await form.submit(() =>
    pageContext.api.call(changeSchedule, { body: { ...value, id } }),
  );
  if (refused) return refused;
  args.context.session.flash("success", reply.message);
  return redirect(schedulePath(String(args.params.id)));
}
