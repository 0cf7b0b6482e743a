import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { addDays, dateIn } from "#contract/base/dates";
import type { Figures } from "#contract/base/figures";
import type { IdKind } from "#contract/base/identifiers";
import { unitFilters } from "#contract/base/identifiers";
import { mayOpen } from "#contract/base/roles";
import {
  type ReportRow,
  type ReportSummary,
  reportEndpoints,
  sortsOf,
} from "#contract/reports/endpoints";
import { periodLabels, periodsOf } from "#contract/reports/periods";
import {
  columnsOf,
  graphColumns,
  headingOf,
  isFigure,
  type Report,
  rowIdOf,
  sortableColumns,
  unitColumns,
} from "#contract/reports/report";
import { daysOf } from "#contract/reports/schedule-times";
import { storePath } from "~/features/stores/paths";
import { findCompanies, zoneOf } from "~/lib/company.server";
import { readQuery } from "~/lib/forms.server";
import { type Guarded, load } from "~/lib/guard.server";
import { listAddress } from "~/lib/list-address.server";
import { ApiRefusal } from "~/lib/platform.server";
import {
  type ChosenUnits,
  loadLocations,
  loadStoreChoices,
  redirectFromMisplaced,
  redirectFromMisplacedStore,
  unitChoices,
} from "~/lib/unit-choices.server";
import { withMembers } from "~/ui/frame/address";
import { reportPath } from "./paths";
import { showCell, showFigure } from "./report-cells";
import { reportsTexts } from "./texts";

const unitKinds = {
  regionId: "region",
  zoneId: "zone",
  groupId: "group",
  storeId: "store",
} as const satisfies Record<string, IdKind>;
const text = z.string().max(100).optional();

/**
 * The filters in a report's address. Their values are not judged here: the platform says what is
 * wrong with them.
 */
function filtersOf({ dates, filters }: Report) {
  const day = dates === "none" ? z.undefined().optional() : text;
  const own = Object.keys(filters).map((name) => [name, text]);
  return z.object({ ...unitFilters, from: day, to: day, ...(Object.fromEntries(own) as object) });
}

/**
 * A report's address: its filters or a period in place of dates, whether Show Report was pressed,
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
  { ids }: Pick<Guarded, "ids">,
  report: Report,
) => readQuery(request, filtersOf(report), { ids });

/**
 * Loads a report's filters and, once they are asked for, its totals, its graph and a page of its
 * rows.
 */
export async function loadReport(
  { request, context }: LoaderFunctionArgs,
  guarded: Guarded,
  report: Report,
) {
  const { ids } = guarded;
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
  const { filters, choices, timeZone, result, refused } = await load(async () => {
    const timeZone = zoneOf((await findCompanies(context, guarded)).company);
    const today = dateIn(timeZone, new Date());
    const filters = { ...given, ...(period && daysOf(period, today)) };
    const isAsked = needsDates(report) ? Boolean(filters.from && filters.to) : show !== undefined;
    const [choices, outcome] = await Promise.all([
      loadChoices(request, guarded, filters),
      isAsked
        ? ask(guarded, report, filters, { sort, cursor, limit }, timeZone)
        : { result: null, refused: null },
    ]);
    return { timeZone, filters, choices, ...outcome };
  });
  const filterValues: Query = filters;
  return {
    report: {
      key: report.key,
      title: report.title,
      purpose: report.purpose,
      limit: report.dates === "none" ? null : report.dates.limit,
    },
    dates: datesShown(report, filters, timeZone),
    period,
    periods: periodsOf(report).map((value) => ({ value, label: periodLabels[value] })),
    units: Object.fromEntries(
      Object.entries(unitKinds).map(([name, kind]) => [
        name,
        encrypted(ids, kind, filters[name as keyof typeof unitKinds]),
      ]),
    ),
    own: Object.entries(report.filters).map(([name, { label, choices, initial }]) => ({
      name,
      label,
      isOpen: initial === undefined,
      value: filterValues[name] === undefined ? initial : String(filterValues[name]),
      options: Object.entries(choices).map(([value, label]) => ({ value, label })),
    })),
    /**
     * If dates are not required, this member of the address alone tells that Show Report was
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

const needsDates = ({ dates }: Report) => dates !== "none" && dates.required;

const encrypted = (ids: Guarded["ids"], kind: IdKind, value: number | undefined) =>
  value === undefined ? undefined : ids.encrypt(kind, value);

type DatesAsked = { from?: string | undefined; to?: string | undefined };

/**
 * The dates asked for. Where dates are required, the fields propose the last seven whole days or
 * the seven from today on.
 */
function datesShown({ dates }: Report, { from, to }: DatesAsked, timeZone: string) {
  if (dates === "none") return null;
  const today = dateIn(timeZone, new Date());
  const first = dates.range === "past" ? addDays(today, -7) : today;
  return {
    from,
    to,
    required: dates.required,
    proposed: dates.required ? { from: first, to: addDays(first, 6) } : {},
  };
}

async function loadChoices(request: Request, { api, ids }: Guarded, selection: ChosenUnits) {
  const [locations, stores] = await Promise.all([
    loadLocations({ api }),
    loadStoreChoices({ api, ids }, selection),
  ]);
  redirectFromMisplaced(request, locations, selection);
  redirectFromMisplacedStore(request, stores, selection);
  return { ...unitChoices(locations, selection, ids), stores: stores?.options ?? null };
}

type Query = Record<string, string | number | undefined>;

/**
 * Asks the platform for the report. `refused` is the platform's own message if it refuses the
 * filters.
 */
async function ask(
  guarded: Guarded,
  report: Report,
  query: Query,
  page: { sort: string; cursor: string | undefined; limit: number | undefined },
  timeZone: string,
) {
  const { api, figures } = guarded;
  try {
    const table = await api.call(reportEndpoints(report).table, {
      query: { ...query, ...page, whole: "true" },
    });
    const summary = { rows: table.page.total ?? 0, totals: table.page.totals ?? {} };
    const view = { report, query, timeZone, figures };
    return {
      result: {
        ...tableOf(view, table.data, (row) => rowAddress(row, report, query, guarded)),
        page: table.page,
        behind:
          table.behind === undefined
            ? null
            : figures.counted(Math.max(1, Math.round(table.behind / 60)), "minute"),
        tiles: tilesOf(view, summary),
        graph: graphOf(view, table.page.points ?? [], summary),
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

type View = { report: Report; query: Query; timeZone: string; figures: Figures };

/** The rows as text. A unit that all rows share is shown above the table instead of in a column. */
function tableOf(view: View, rows: ReportRow[], addressOf: (row: ReportRow) => string | null) {
  const { report, query } = view;
  const [first] = rows;
  const isRowsOwn = (key: string) =>
    report.units === "row" && (key === "store" || key === "storeCode") && first?.[key] !== "All";
  const same = Object.keys(unitColumns).filter(
    (key) => !isRowsOwn(key) && rows.every((row) => row[key] === first?.[key]),
  );
  const columns = columnsOf(report).filter(([key]) => !same.includes(key));
  const sortable = new Set(sortableColumns(report).map(([key]) => key));
  const [[own, ownColumn] = []] = Object.entries(report.columns);
  const title = ownColumn?.format === "text" ? own : "store";
  return {
    units: same.flatMap((key) =>
      key !== "storeCode" && first?.[key] && first[key] !== "All" ? [String(first[key])] : [],
    ),
    columns: columns.map(([key, column]) => ({
      key,
      heading: headingOf(report, column, query),
      isFigure: isFigure(column),
      isSortable: sortable.has(key),
      isTitle: key === title,
      isLink: key === (report.leadsTo === "store" ? "store" : own),
    })),
    rows: rows.map((row) => ({
      cells: columns.map(([key, column]) => showCell(row[key], column, view)),
      to: addressOf(row),
    })),
  };
}

/**
 * Where a row leads: to its store's page, or to the same report of its location with the same
 * filters, one level down. Null for a row of no store or location, and for a store's where the
 * person may not open stores.
 */
function rowAddress(
  row: ReportRow,
  report: Report,
  query: Query,
  { ids, person }: Guarded,
): string | null {
  const { leadsTo } = report;
  const id = Number(row[rowIdOf(report) ?? ""] ?? 0);
  if (!leadsTo || id === 0) return null;
  const storePage = (storeId: number) =>
    mayOpen(person, "STORES") ? storePath(ids.encrypt("store", storeId)) : null;
  if (leadsTo === "store") return storePage(id);
  const { choices = {}, initial } = report.filters[leadsTo.filter] ?? {};
  const level = String(query[leadsTo.filter] ?? initial);
  if (level === "store") return storePage(id);
  const next = levels[levels.indexOf(level) + 1];
  if (!levels.includes(level) || !next || !(next in choices)) return null;
  const units = Object.entries({ ...query, [`${level}Id`]: id }).map(([name, value]) => {
    const kind = unitKinds[name as keyof typeof unitKinds];
    return [
      name,
      kind
        ? encrypted(ids, kind, value === undefined ? undefined : Number(value))
        : value?.toString(),
    ];
  });
  const showParam = report.dates === "none" ? { show: "yes" } : {};
  return withMembers(reportPath(report.key), {
    ...Object.fromEntries(units),
    [leadsTo.filter]: next,
    ...showParam,
  });
}
const levels = ["region", "zone", "group", "store"];

/** One tile for the number of rows and one for each total. */
const tilesOf = (view: View, { rows, totals }: ReportSummary) => [
  { label: view.report.rows, value: showFigure(rows, "integer", view.figures) },
  ...sortableColumns(view.report)
    .filter(([, column]) => "total" in column)
    .map(([key, column]) => ({
      label: headingOf(view.report, column, view.query),
      value: showCell(totals[key], column, view) || "–",
    })),
];

/** "stores" of one is "store". */
const singularOf = (counted: string, count: number) =>
  count === 1 ? counted.replace(/s$/, "") : counted;

/** The title gives the total over all rows, because the graph may not draw every point. */
function graphOf(view: View, points: ReportRow[], { rows, totals }: ReportSummary) {
  const { report, query, figures } = view;
  const [[x, xColumn] = [], ...series] = report.graph ? graphColumns(report, report.graph) : [];
  const [[key, column] = []] = series;
  if (!report.graph || !x || !xColumn || !key || !column || points.length === 0) return null;
  const numberOf = (point: ReportRow, of: string) => Number(point[of] ?? 0);
  const total = numberOf({ ...totals, rows }, key);
  const most = points.reduce((best, point) =>
    numberOf(point, key) > numberOf(best, key) ? point : best,
  );
  const labelOf = (point: ReportRow) => showCell(point[x], xColumn, view) || "Not set";
  const heading = headingOf(report, column, query);
  const sum = showFigure(total, column.format, figures);
  const whole =
    column.format === "integer"
      ? `${sum} ${singularOf(heading.toLowerCase(), total)}`
      : `${heading} ${sum}`;
  const largest =
    xColumn.format === "date" ? `most on ${labelOf(most)}` : `largest share: ${labelOf(most)}`;
  return {
    title: points.length > 1 ? `${whole}, ${largest}` : `${whole}, ${labelOf(most)}`,
    axes:
      column.format === "seconds"
        ? `${report.graph.axes}, ${reportsTexts.inHours}`
        : report.graph.axes,
    format: column.format,
    xHeading: headingOf(report, xColumn, query),
    series: series.map(([, one]) => ({ label: headingOf(report, one, query) })),
    points: points.map((point) => ({
      label: xColumn.format === "date" ? labelOf(point).slice(0, 5) : labelOf(point),
      values: series.map(([of]) => numberOf(point, of)),
    })),
  };
}

/** The note on rows first, then the others in the order of their columns. */
const notesOf = ({ report, query }: View) => [
  { heading: report.rows, note: report.notes.rows ?? "" },
  ...sortableColumns(report).flatMap(([key, column]) =>
    report.notes[key]
      ? [{ heading: headingOf(report, column, query), note: report.notes[key] }]
      : [],
  ),
];
