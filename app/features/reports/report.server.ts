import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { campaignBrands } from "#contract/ads/brands";
import { dateIn, daysBetween, showDates } from "#contract/base/dates";
import { idOf, unitFilters } from "#contract/base/identifiers";
import { memberNames, recordOf } from "#contract/base/records";
import { reportEndpoints, sortsOf } from "#contract/reports/endpoints";
import { periodLabels, periodsOf } from "#contract/reports/periods";
import { headingOf, type Report, sortableColumns } from "#contract/reports/report";
import { daysOf } from "#contract/reports/schedule-times";
import { ApiRefusal } from "~/lib/api/refusals.server";
import { readQuery } from "~/lib/forms/forms.server";
import { listAddress } from "~/lib/lists/list-address.server";
import {
  type ChosenUnits,
  loadLocations,
  loadStoreChoices,
  redirectFromMisplaced,
  redirectFromMisplacedStore,
  unitChoices,
} from "~/lib/locations/unit-choices.server";
import { findTimeZone } from "~/lib/session/company.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import type { ChartKind } from "~/ui/chart-scale";
import { graphOf, loadBefore, tilesOf, type View } from "./report-graph.server";
import { encrypted, filterKinds, type Query, rowAddress, tableOf } from "./report-table.server";

const text = z.string().max(100).optional();

/**
 * The filters in a report's address, unchecked: the platform says what is
 * wrong with them.
 */
function filtersOf({ dates, filters, byBrand }: Report) {
  const day = dates === "none" ? z.undefined().optional() : text;
  const own: object = Object.fromEntries(Object.keys(filters).map((name) => [name, text]));
  return z.object({
    ...unitFilters,
    brandId: byBrand ? idOf("item").optional() : z.undefined().optional(),
    from: day,
    to: day,
    ...own,
  });
}

/**
 * A report's address: its filters, or a period instead of dates; whether Show Report was pressed;
 * and how the result is shown.
 */
const addressOf = (report: Report) =>
  listAddress({
    ...filtersOf(report).shape,
    show: z.literal("yes").optional(),
    period: text,
    sort: text,
    cursor: z.string().max(500).optional(),
    view: z.enum(["bar", "pie", "linear"]).optional(),
  });

export const readReportFilters = (
  request: Request,
  { ids }: Pick<PageContext, "ids">,
  report: Report,
) => readQuery(request, filtersOf(report), { ids });

/**
 * Loads a report's filters and, once they are asked for, its totals, its graph and a page of its
 * rows.
 */
export async function loadReport(
  { request, context }: LoaderFunctionArgs,
  pageContext: PageContext,
  report: Report,
) {
  const { ids } = pageContext;
  const address = readQuery(request, addressOf(report), { ids });
  const {
    show,
    period: askedPeriod,
    sort: askedSort,
    cursor,
    limit,
    row,
    view: askedView,
    ...given
  } = address;
  const sort = askedSort && sortsOf(report).includes(askedSort) ? askedSort : report.order;
  const kinds = report.graph?.kinds ?? [];
  const view = kinds.find((kind) => kind === askedView) ?? kinds[0];
  const period =
    given.from || given.to ? undefined : periodsOf(report).find((one) => one === askedPeriod);
  const { filters, choices, timeZone, today, result, refused } = await load(async () => {
    const timeZone = await findTimeZone(context, pageContext);
    const today = dateIn(timeZone, new Date());
    const filters = { ...given, ...(period && daysOf(period, today)) };
    const isAsked = needsDates(report) ? Boolean(filters.from && filters.to) : show !== undefined;
    const [choices, outcome] = await Promise.all([
      loadChoices(request, pageContext, { report, filters }),
      isAsked
        ? ask(
            pageContext,
            { report, query: filters, page: { sort, cursor, limit } },
            { timeZone, kind: view },
          )
        : { result: null, refused: null },
    ]);
    return { timeZone, today, filters, choices, ...outcome };
  });
  // on a Monday the last seven days are also last week: only the one that was chosen is marked
  const shownPeriod =
    period ?? periodsOf(report).find((one) => hasDays(daysOf(one, today), filters));
  return {
    report: {
      key: report.key,
      title: report.title,
      purpose: report.purpose,
      limit: report.dates === "none" ? null : report.dates.limit,
    },
    dates: datesShown(report, filters, today),
    period,
    periods: periodsOf(report).map((value) => ({
      value,
      label: periodLabels[value],
      isShown: value === shownPeriod,
    })),
    units: recordOf(memberNames(filterKinds), (name) =>
      encrypted(ids, filterKinds[name], filters[name]),
    ),
    own: ownFilters(report, filters),
    /**
     * If dates are optional, only this member of the address says that Show Report was
     * pressed.
     */
    show: needsDates(report) ? undefined : show,
    sort: askedSort === undefined ? undefined : sort,
    view: askedView === undefined ? undefined : view,
    viewState: { order: sort, kinds, kind: view, row, timeZone },
    choices,
    refused,
    result,
  };
}

/** Lists the filters that this report alone has, with their values. */
const ownFilters = (report: Report, values: Query) =>
  Object.entries(report.filters).map(([name, { label, choices, initial }]) => ({
    name,
    label,
    isOpen: initial === undefined,
    value: values[name] === undefined ? initial : String(values[name]),
    options: Object.entries(choices).map(([value, label]) => ({ value, label })),
  }));

const hasDays = (one: DateQuery, other: DateQuery) =>
  one.from === other.from && one.to === other.to;

const needsDates = ({ dates }: Report) => dates !== "none" && dates.required;

type DateQuery = { from?: string | undefined; to?: string | undefined };

/**
 * The dates asked for. If dates are required, proposes the last seven whole days or the next
 * seven for the fields.
 */
function datesShown({ dates }: Report, { from, to }: DateQuery, today: string) {
  if (dates === "none") return null;
  const proposed: DateQuery = dates.required
    ? daysOf(dates.range === "past" ? "last-7-days" : "next-7-days", today)
    : {};
  return {
    from,
    to,
    required: dates.required,
    proposed,
  };
}

async function loadChoices(
  request: Request,
  { api, ids }: PageContext,
  { report, filters: selection }: { report: Report; filters: ChosenUnits },
) {
  const [locations, stores, brands] = await Promise.all([
    loadLocations({ api }),
    loadStoreChoices({ api, ids }, selection),
    report.byBrand ? api.call(campaignBrands, { query: {} }) : null,
  ]);
  redirectFromMisplaced(request, locations, selection);
  redirectFromMisplacedStore(request, stores, selection);
  return {
    ...unitChoices(locations, selection, ids),
    stores: stores?.options ?? null,
    brands:
      brands?.data.map(({ id, name }) => ({ value: ids.encrypt("item", id), label: name })) ?? null,
  };
}

/**
 * Asks the platform for the report. `refused` is the platform's own message if it refuses the
 * filters.
 */
async function ask(
  pageContext: PageContext,
  {
    report,
    query,
    page,
  }: {
    report: Report;
    query: Query;
    page: { sort: string; cursor: string | undefined; limit: number | undefined };
  },
  { timeZone, kind }: { timeZone: string; kind: ChartKind | undefined },
) {
  const { api, figures } = pageContext;
  try {
    const [table, before] = await Promise.all([
      api.call(reportEndpoints(report).table, { query: { ...query, ...page, whole: "true" } }),
      loadBefore(pageContext, report, query),
    ]);
    const summary = { rows: table.page.total ?? 0, totals: table.page.totals ?? {} };
    const view = { report, query, timeZone, figures };
    return {
      result: {
        ...tableOf(view, table.data, (row) => rowAddress(row, report, query, pageContext)),
        page: table.page,
        dates: rangeWords(query),
        behind:
          table.behind === undefined
            ? null
            : figures.counted(Math.max(1, Math.round(table.behind / 60)), "minute"),
        tiles: tilesOf(view, summary, before),
        graph:
          kind &&
          graphOf(view, table.page.points ?? [], summary, {
            kind,
            before,
            days: daysOfQuery(query),
            worst: table.page.worst,
          }),
        notes: notesOf(view),
      },
      refused: null,
    };
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 422)
      return { result: null, refused: error.message };
    throw error;
  }
}

/** Formats the days in our own format, because the browser's date fields use another. */
const rangeWords = ({ from, to }: Query) => (from && to ? showDates(String(from), String(to)) : "");

const daysOfQuery = ({ from, to }: Query) =>
  from && to ? daysBetween(String(from), String(to)) : 1;

/** Lists the note on rows first, then the notes on columns in their order. */
const notesOf = ({ report, query }: View) => [
  { heading: report.rows, note: report.notes.rows ?? "" },
  ...sortableColumns(report).flatMap(([key, column]) =>
    report.notes[key]
      ? [{ heading: headingOf(report, column, query), note: report.notes[key] }]
      : [],
  ),
];
