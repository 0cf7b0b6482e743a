import { type SQL, sql } from "drizzle-orm";
import { type Column, type Format, sortableColumns } from "#contract/reports/report";
import { csvLabel } from "../../db/csv-cells.ts";
import { type KeyPart, keyset } from "../../db/keyset.ts";
import { withParts } from "../../db/with-parts.ts";
import type { KeyFormat, ReportSource, Select } from "./report-source.ts";

/**
 * Makes a select a WITH part named report_rows, after its own WITH parts. Only the columns in
 * `names` are selected.
 */
export function withRows({ with: parts = {}, columns, from }: Select, names: string[]): SQL {
  const selected = names.map((key) => {
    const column = columns[key];
    if (!column) throw new Error(`The report's select has no column ${key}`);
    return sql`${column} as ${sql.identifier(key)}`;
  });
  const all = { ...parts, report_rows: sql`select ${sql.join(selected, sql`, `)} ${from}` };
  return withParts(all);
}

/** The names of the columns and of the key's parts, each once. */
export const namesOf = ({ report, key }: ReportSource) => [
  ...new Set([...sortableColumns(report).map(([column]) => column), ...Object.keys(key)]),
];

export const name = (key: string): SQL => sql`report_rows.${sql.identifier(key)}`;
export const whereOf = (condition: SQL | undefined) =>
  condition ? sql`where ${condition}` : sql``;

/** Orders by the sort column and then by the key, all in the same direction. */
export function orderOf({ report, key }: ReportSource, sort: string, cursor: string | undefined) {
  const by = sort.replace(/^-/, "");
  const columns = sortableColumns(report).flatMap(([column, its]) =>
    column === by ? [sortPart(name(column), its)] : [],
  );
  const keyParts = Object.entries(key).map(([part, format]) => keyPart(name(part), format));
  return keyset([...columns, ...keyParts], { descending: sort.startsWith("-"), cursor });
}

/**
 * The sort value of a column: unknown values come first, and text ignores case and is cut to fit a
 * cursor.
 */
function sortPart(value: SQL, column: Column): KeyPart {
  switch (column.format) {
    case "text":
      return { type: "text", value: sql`left(fold_text(coalesce(${value}, '')), 80) collate "C"` };
    case "choice":
      return {
        type: "text",
        value: sql`fold_text(coalesce(${csvLabel(value, Object.entries(column.labels))}, '')) collate "C"`,
      };
    case "percent":
      return { type: "number", value: sql`coalesce(${value}, -1e99)::float8` };
    default:
      return {
        type: "integer",
        value: sql`coalesce(${wholeNumber(value, column.format)}, -1e15)::bigint`,
      };
  }
}

const keyPart = (value: SQL, format: KeyFormat): KeyPart =>
  format === "text"
    ? { type: "text", value: sql`${value}::text collate "C"` }
    : { type: "integer", value: wholeNumber(value, format) };

export const dayZero = "2000-01-01";

/** Turns days, times and instants into whole numbers that sort in the same order. */
function wholeNumber(value: SQL, format: Format): SQL {
  if (format === "date") return sql`(${value} - ${sql.raw(`date '${dayZero}'`)})::bigint`;
  if (format === "instant" || format === "time")
    return sql`(extract(epoch from ${value}) * 1000000)::bigint`;
  return sql`${value}::bigint`;
}
