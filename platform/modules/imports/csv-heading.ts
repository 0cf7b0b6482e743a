import { type CsvColumn, reasonHeading } from "#contract/base/csv-columns";
import { invalid } from "../../base/refusal.ts";
import { importMessages } from "./messages.ts";

/** For each cell of a row its column; undefined for those that are known and not read. */
export type Heading = (CsvColumn | undefined)[];

/** What is told of so many headings at the most. */
const mostNamed = 10;

/**
 * Finds the columns by a file's heading, whatever their order, case and spaces. Throws 422 on
 * `file` that names every heading that is missing, not known, or there twice.
 */
export function readHeading(
  cells: string[],
  columns: readonly CsvColumn[],
  ignored: readonly string[],
): Heading {
  const columnByHeading = new Map(
    columns.flatMap((column) =>
      [column.heading, ...(column.also ?? [])].map((heading) => [plain(heading), column] as const),
    ),
  );
  const unread = new Set([reasonHeading, ...ignored].map(plain));
  // spreadsheets leave empty columns behind
  cells = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);
  const heading = cells.map((cell) => columnByHeading.get(plain(cell)));
  const unknown = cells.filter((cell, i) => !heading[i] && !unread.has(plain(cell)));
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

const plain = (heading: string) => heading.trim().replace(/\s+/g, " ").toLowerCase();

function nameColumns(what: string, headings: string[]): string | undefined {
  if (headings.length === 0) return undefined;
  const names = headings.slice(0, mostNamed).map((heading) => `“${heading}”`);
  if (headings.length > mostNamed) names.push(`${headings.length - mostNamed} more`);
  return `${what} ${headings.length === 1 ? "column" : "columns"} ${names.join(", ")}.`;
}
