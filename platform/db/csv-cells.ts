import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** A column of a CSV file: its heading, and its cells ready to be written. */
export type ExportColumn = readonly [heading: string, cell: SQLWrapper];

/** What a CSV file is made of (platform/http/csv.ts writes it). */
export type CsvRows = {
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

/**
 * A text cell that a spreadsheet cannot take for a formula: values that begin with = + - @ tab or
 * CR get an apostrophe in front (OWASP, CSV injection). For text only: a negative number is none.
 */
export function csvSafe(value: SQLWrapper): SQL<string | null> {
  return sql`case when ascii(${value}::text) in (61, 43, 45, 64, 9, 13) then '''' || ${value}::text else ${value}::text end`;
}

/** A date cell, dd/MM/yy (UI-6). An instant needs the IANA time zone whose calendar counts. */
export function csvDate(value: SQLWrapper, timeZone?: string | SQLWrapper): SQL<string | null> {
  return timeZone === undefined
    ? sql`to_char(${value}, 'DD/MM/YY')`
    : sql`to_char(${value} at time zone ${timeZone}, 'DD/MM/YY')`;
}

/** The selects of a file: of `sliceRows` rows each, or a single one of all rows. */
export function selectsOf({ columns, slices }: CsvRows, sliceRows?: number) {
  const cells = columns.map(([, cell]) => cell.getSQL());
  return slices(sql.join(cells, sql`, `), sliceRows);
}

/** A cell of money in rupees with two decimals, of a column in paise. */
export const csvAmount = (paise: SQLWrapper): SQL<string | null> =>
  sql`(${paise} / 100.0)::numeric(14, 2)`;

/** A cell that says a stored value by its label. */
export function csvLabel(
  value: SQLWrapper,
  labels: readonly (readonly [value: string, label: string])[],
): SQL<string | null> {
  const cases = labels.map(([one, label]) => sql`when ${one} then ${label}`);
  return sql`case ${value} ${sql.join(cases, sql` `)} end`;
}
