import { type CsvColumn, reasonHeading } from "#contract/base/csv-columns";
import { invalid } from "../../base/refusal.ts";
import type { FileRow } from "./csv-rows.ts";
import { importMessages } from "./messages.ts";

/** For each cell of a row its column; undefined for those that are known and not read. */
export type Heading = (CsvColumn | undefined)[];

/** The most headings that an error names. */
const mostNamed = 10;

/**
 * Recognises rows that may be the heading: counts the columns that a row has; 0 for one that has
 * too few.
 */
export function headingSearch(columns: readonly CsvColumn[]): (cells: string[]) => number {
  const columnOf = byHeading(columns);
  const required = columns.filter((column) => column.required);
  return (cells) => {
    const matches = new Set(cells.flatMap((cell) => columnOf.get(plain(cell)) ?? []));
    const isWhole = matches.size > 0 && required.every((column) => matches.has(column));
    return isWhole || matches.size > 1 ? matches.size : 0;
  };
}

/**
 * Finds the columns by a file's heading, ignoring order, case and spaces. Throws 422 on
 * `file` that names every heading that is missing, unknown or repeated.
 */
export function readHeading(
  { cells, spans = [] }: Pick<FileRow, "cells" | "spans">,
  columns: readonly CsvColumn[],
  ignored: readonly string[],
): Heading {
  const columnOf = byHeading(columns);
  const unread = new Set([reasonHeading, ...ignored].map(plain));
  // spreadsheets leave empty columns behind
  cells = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);
  const heading = cells.map((cell) => columnOf.get(plain(cell)));
  const isCovered = (at: number) => spans.some(({ from, to }) => at > from && at <= to);
  const unknown = cells.filter(
    (cell, at) => !heading[at] && !unread.has(plain(cell)) && !isCovered(at),
  );
  const twice = columns.filter((column) => heading.filter((other) => other === column).length > 1);
  const missing = columns.filter((column) => column.required && !heading.includes(column));
  const errors = [
    nameColumns(
      "Unknown",
      unknown.map((cell) => cell.trim().slice(0, 100) || "(empty)"),
    ),
    nameColumns(
      "Repeated",
      twice.map((column) => column.heading),
    ),
    nameColumns(
      "Missing",
      missing.map((column) => column.heading),
    ),
  ].filter((error) => error !== undefined);
  if (errors.length > 0) throw invalid({ file: importMessages.heading(errors.join(" ")) });
  return heading;
}

const byHeading = (columns: readonly CsvColumn[]) =>
  new Map(
    columns.flatMap((column) =>
      [column.heading, ...(column.also ?? [])].map((heading) => [plain(heading), column] as const),
    ),
  );

const plain = (heading: string) => heading.trim().replace(/\s+/g, " ").toLowerCase();

function nameColumns(what: string, headings: string[]): string | undefined {
  if (headings.length === 0) return undefined;
  const names = headings.slice(0, mostNamed).map((heading) => `“${heading}”`);
  if (headings.length > mostNamed) names.push(`${headings.length - mostNamed} more`);
  return `${what} ${headings.length === 1 ? "column" : "columns"} ${names.join(", ")}.`;
}
