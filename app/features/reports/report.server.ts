import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { addDays, dateIn, showDate } from "#contract/dates";
import { groupsForMe, regionsForMe, storesForMe, zonesForMe } from "#contract/hierarchy";
import type { Report } from "#contract/reports/catalogue";
import { reportEndpoints } from "#contract/reports/endpoints";
import { unitColumns } from "#contract/reports/unit-columns";
import { findCompanies, zoneOf } from "~/lib/company.server";
import { readQuery } from "~/lib/forms.server";
import { type Guarded, load } from "~/lib/guard.server";
import type { IdKind } from "~/lib/identifiers.server";
import { ApiRefusal } from "~/lib/platform.server";
import { unitChoices } from "~/lib/unit-choices.server";
import { figure } from "~/ui/figure";

const filterKinds: Record<string, IdKind> = { regionId: "region", zoneId: "zone", groupId: "group", storeId: "store" };
const id = z.number().int().positive().optional();
const views = ["bar", "linear"] as const;

/** A report's address. The dates are read as they stand: the platform says what is wrong with them. `row` counts the rows before. */
const Address = z.object({
  from: z.string().max(20).optional(),
  to: z.string().max(20).optional(),
  regionId: id,
  zoneId: id,
  groupId: id,
  storeId: id,
  sort: z.string().max(40).optional(),
  cursor: z.string().max(500).optional(),
  row: z.number().int().min(1).default(1),
  view: z.enum(views).default("bar"),
});
const Filters = Address.pick({ from: true, to: true, regionId: true, zoneId: true, groupId: true, storeId: true });

/** What is asked of the report; the platform refuses what is missing. */
export const readReportFilters = (request: Request, { ids }: Pick<Guarded, "ids">) =>
  readQuery(request, Filters, { ids: { kinds: filterKinds, identifiers: ids } }) as { from: string; to: string };

/** The report as far as it was asked for: its filters, and once there are dates its figures, graph and a page of its rows. */
export async function loadReport({ request, context }: LoaderFunctionArgs, guarded: Guarded, report: Report) {
  const { ids } = guarded;
  const { sort: asked, cursor, row, view, ...filters } = readQuery(request, Address, { ids: { kinds: filterKinds, identifiers: ids } });
  const sort = asked && report.sorts.includes(asked) ? asked : (report.sorts[0] ?? "");
  const { from, to } = filters;
  const { choices, company, result, refused } = await load(async () => ({
    company: (await findCompanies(context, guarded)).company,
    choices: await loadChoices(guarded, filters),
    ...(await ask(guarded, report, from && to ? { ...filters, from, to } : undefined, { sort, cursor })),
  }));
  const ref = (kind: IdKind, value: number | undefined) => (value === undefined ? undefined : ids.encrypt(kind, value));
  const yesterday = addDays(dateIn(zoneOf(company), new Date()), -1);
  return {
    report: { key: report.key, title: report.title, purpose: report.purpose, days: report.days },
    filters: {
      from,
      to,
      regionId: ref("region", filters.regionId),
      zoneId: ref("zone", filters.zoneId),
      groupId: ref("group", filters.groupId),
      storeId: ref("store", filters.storeId),
    },
    /** What the date fields hold before anything was asked: the last seven whole days. */
    proposed: { from: addDays(yesterday, -6), to: yesterday },
    sort: asked === undefined ? undefined : sort,
    order: sort,
    view,
    row,
    choices,
    refused,
    result,
  };
}

async function loadChoices({ api, ids }: Guarded, chosen: z.output<typeof Filters>) {
  const { groupId } = chosen;
  const [regions, zones, groups, stores] = await Promise.all([
    api.call(regionsForMe, {}),
    api.call(zonesForMe, {}),
    api.call(groupsForMe, {}),
    groupId === undefined ? undefined : api.call(storesForMe, { query: { groupId } }),
  ]);
  return {
    ...unitChoices({ regions: regions.data, zones: zones.data, groups: groups.data }, chosen, ids),
    stores: stores?.data.map(({ id, code, storeName }) => ({ value: ids.encrypt("store", id), label: `${storeName} (${code})` })) ?? null,
  };
}

type Asked = { from: string; to: string };

/** Nothing when nothing was asked; the platform's own words when it refuses what was. */
async function ask(
  { api }: Guarded,
  report: Report,
  query: Asked | undefined,
  { sort, cursor }: { sort: string; cursor?: string | undefined },
) {
  if (!query) return { result: null, refused: null };
  const endpoints = reportEndpoints(report);
  try {
    const [table, summary, graph] = await Promise.all([
      api.call(endpoints.table, { query: { ...query, sort, cursor } }),
      api.call(endpoints.summary, { query }),
      report.graph ? api.call(endpoints.graph, { query }) : undefined,
    ]);
    return {
      result: { ...shownOf(report, table.data), page: table.page, ...summary.data, graph: graphOf(report, graph?.data.points) },
      refused: null,
    };
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 422) return { result: null, refused: error.message };
    throw error;
  }
}

type Rows = Record<string, string | number | null>[];

/** The rows as text, and the columns worth showing: units that are the same in all rows stand above the table instead. */
function shownOf(report: Report, rows: Rows) {
  const same = unitColumns.filter(({ key }) => rows.every((row) => row[key] === rows[0]?.[key]));
  const hidden = new Set<string>(same.map(({ key }) => key));
  const columns = report.columns.filter(({ key }) => !hidden.has(key));
  const sortable = new Set(report.sorts.map((sort) => sort.replace("-", "")));
  return {
    units: same.flatMap(({ key }) => (key !== "storeCode" && rows[0]?.[key] !== "All" ? [String(rows[0]?.[key] ?? "")] : [])),
    columns: columns.map((column) => ({ ...column, sortable: sortable.has(column.key) })),
    rows: rows.map((row) => columns.map(({ key, format }) => textOf(row[key] ?? null, format))),
  };
}

function textOf(value: string | number | null, format: Report["columns"][number]["format"]): string {
  if (value === null) return "";
  if (format === "date") return showDate(String(value));
  return typeof value === "number" ? figure(value) : value;
}

function graphOf({ graph }: Report, points: { label: string; value: number }[] | undefined) {
  if (!graph || !points?.length) return null;
  const total = points.reduce((sum, { value }) => sum + value, 0);
  const most = points.reduce((best, point) => (point.value > best.value ? point : best));
  return {
    ...graph,
    title: `${figure(total)} ${graph.valueHeading.toLowerCase()}, most on ${showDate(most.label)}`,
    points: points.map(({ label, value }) => ({ label: showDate(label).slice(0, 5), values: [value] })),
  };
}
