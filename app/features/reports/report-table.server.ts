import type { IdKind } from "#contract/base/identifiers";
import { isMemberOf } from "#contract/base/records";
import { mayOpen } from "#contract/base/roles";
import type { ReportRow } from "#contract/reports/endpoints";
import {
  columnsOf,
  headingOf,
  isFigure,
  type Report,
  rowIdOf,
  sortableColumns,
  unitColumns,
} from "#contract/reports/report";
import { storePath } from "~/features/stores/paths";
import type { PageContext } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { reportPath } from "./paths";
import { showCell } from "./report-cells";
import type { View } from "./report-graph.server";

export const filterKinds = {
  regionId: "region",
  zoneId: "zone",
  groupId: "group",
  storeId: "store",
  brandId: "item",
} as const satisfies Record<string, IdKind>;

export const encrypted = (ids: PageContext["ids"], kind: IdKind, value: number | undefined) =>
  value === undefined ? undefined : ids.encrypt(kind, value);

export type Query = Record<string, string | number | undefined>;

/** The rows as text. A unit that all rows share is shown above the table instead of in a column. */
export function tableOf(
  view: View,
  rows: ReportRow[],
  addressOf: (row: ReportRow) => string | null,
) {
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
 * Links a row to its store's page, or to the same report of its location with the same filters,
 * one level down. Null for a row without store or location, and for a store's row if the
 * person may not open stores.
 */
export function rowAddress(
  row: ReportRow,
  report: Report,
  query: Query,
  { ids, person }: PageContext,
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
    const kind = isMemberOf(filterKinds, name) ? filterKinds[name] : undefined;
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
