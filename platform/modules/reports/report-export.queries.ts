import { type SQL, sql } from "drizzle-orm";
import {
  type Column,
  columnsOf,
  csvHeadingOf,
  type UnitKey,
  type Units,
  unitColumns,
} from "#contract/reports/report";
import type { Scope } from "../../access/scope.ts";
import {
  type Cell,
  dateCell,
  type ExportRows,
  instantCell,
  labelCell,
  moneyCell,
  numberCell,
  textCell,
  timeCell,
} from "../../db/export-cells.ts";
import type { Db } from "../../db/types.ts";
import type { AnyCriteria, ReportSource } from "./report-source.ts";
import { name, namesOf, orderOf, whereOf, withRows } from "./report-statement.ts";

/**
 * All rows as the rows of a file in the default order: one select, or one for every
 * `sliceRows` rows, because the embedded engine serves other queries only between two selects.
 */
export function exportReport(
  scope: Scope,
  db: Db,
  { source, criteria, units }: { source: ReportSource; criteria: AnyCriteria; units: Units },
): ExportRows {
  const { report } = source;
  const order = orderOf(source, report.order, undefined);
  const rows = withRows(source.select(scope, criteria), namesOf(source));
  return {
    columns: columnsOf(report).map(([key, column]) => [
      csvHeadingOf(report, column, criteria),
      report.units === "asked" && isUnit(key)
        ? textCell(sql`${units[key]}::text`)
        : cellOf(name(key), column, criteria.timeZone),
    ]),
    async *slices(cells, sliceRows) {
      for await (const slice of order.slices(db, source.isAggregate ? undefined : sliceRows, {
        prefix: rows,
        from: sql`report_rows`,
      }))
        yield sql`${rows} select ${cells} from report_rows ${whereOf(slice)} order by ${order.orderBy}`;
    },
  };
}
const isUnit = (key: string): key is UnitKey => key in unitColumns;

function cellOf(value: SQL, column: Column, timeZone: string): Cell {
  switch (column.format) {
    case "text":
      return textCell(value);
    case "choice":
      return labelCell(value, Object.entries(column.labels));
    case "money":
      return moneyCell(value);
    case "date":
      return dateCell(value);
    case "time":
      return timeCell(value);
    case "instant":
      return instantCell(value, timeZone);
    case "integer":
    case "seconds":
    case "percent":
      return numberCell(value);
  }
}
