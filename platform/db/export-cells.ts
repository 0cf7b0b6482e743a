import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { FileFormat } from "#contract/base/table-files";
import { csvAmount, csvDate, csvInstant, csvLabel, csvSafe, csvTime } from "./csv-cells.ts";
import {
  xlsxDate,
  xlsxInstant,
  xlsxMoney,
  xlsxNumber,
  xlsxRow,
  xlsxText,
  xlsxTime,
} from "./xlsx-cells.ts";

/** A cell as each kind of file writes it. */
export type Cell = Readonly<Record<FileFormat, SQLWrapper>>;
/** A column of a file: its heading, and its cells. */
export type ExportColumn = readonly [heading: string, cell: Cell];

/** Describes the file of a list, which platform/http/table-file.ts writes. */
export type ExportRows = {
  columns: readonly ExportColumn[];
  /**
   * Selects of `cells`, which are the columns' cells: of `sliceRows` rows each, or a single one of
   * all rows.
   */
  slices: (
    cells: SQL,
    sliceRows: number | undefined,
  ) => Iterable<SQLWrapper> | AsyncIterable<SQLWrapper>;
};

/** Writes what people typed: never a formula. */
export const textCell = (value: SQLWrapper): Cell => ({
  csv: csvSafe(value),
  xlsx: xlsxText(value),
});
/** A text that cannot begin as a formula does: one of our own words, or of checked form. */
export const wordCell = (value: SQLWrapper): Cell => ({ csv: value, xlsx: xlsxText(value) });
/** A stored value by its label. */
export const labelCell = (
  value: SQLWrapper,
  labels: readonly (readonly [value: string, label: string])[],
): Cell => wordCell(csvLabel(value, labels));
export const numberCell = (value: SQLWrapper): Cell => ({ csv: value, xlsx: xlsxNumber(value) });
/** Rupees of a column in paise. */
export const moneyCell = (paise: SQLWrapper): Cell => ({
  csv: csvAmount(paise),
  xlsx: xlsxMoney(paise),
});
/** A date, dd/MM/yy (UI-6). An instant needs the IANA time zone whose calendar counts. */
export const dateCell = (value: SQLWrapper, timeZone?: string | SQLWrapper): Cell => ({
  csv: csvDate(value, timeZone),
  xlsx: xlsxDate(timeZone === undefined ? value : sql`(${value} at time zone ${timeZone})::date`),
});
export const timeCell = (value: SQLWrapper): Cell => ({
  csv: csvTime(value),
  xlsx: xlsxTime(value),
});
/** An instant on the clocks of an IANA time zone, to the minute or to the second. */
export const instantCell = (
  value: SQLWrapper,
  timeZone: string | SQLWrapper,
  precision: "minute" | "second" = "minute",
): Cell => ({
  csv: csvInstant(value, timeZone, precision),
  xlsx: xlsxInstant(value, timeZone, precision),
});

/** The selects of a file: of `sliceRows` rows each, or a single one of all rows. */
export function selectsOf(
  { columns, slices }: ExportRows,
  format: FileFormat,
  sliceRows: number | undefined,
) {
  const cells = columns.map(([, cell]) => cell[format].getSQL());
  return slices(format === "xlsx" ? xlsxRow(cells) : sql.join(cells, sql`, `), sliceRows);
}
