import { csvLimits } from "#contract/base/csv-columns";
import { messages } from "#contract/base/messages";
import type { Scope } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import type { Heading } from "./csv-heading.ts";
import { type FileRow, isTooLong } from "./csv-rows.ts";
import type { Importer, Judged } from "./importer.ts";
import type { StagedRow } from "./imports.queries.ts";

/** Reads one file's rows by its heading, batch by batch; remembers each row's key and nothing else of it. */
export function rowReader<Row>(importer: Importer<Row>, heading: Heading) {
  const judge = importer.judging();
  /** Where in the file each of the importer's columns stands; -1 for none. */
  const places = importer.columns.map((column) => heading.indexOf(column));
  const lineOf = new Map<string, number>();
  const doubles = new Map<number, number>();
  const headings = new Map(importer.columns.map(({ member, heading }) => [member, heading]));

  return {
    /** What each row of a batch comes to, in its order. */
    async judge(scope: Scope, db: Db, batch: FileRow[]): Promise<StagedRow[]> {
      const read = batch.map(({ line, cells }) => ({ line, cells: inOrder(cells), ...understand(line, cells) }));
      const understood = read.flatMap(({ row }) => (row === undefined ? [] : [row]));
      const judged = understood.length > 0 ? (await judge(scope, db, understood))[Symbol.iterator]() : undefined;
      return read.map(({ line, cells, row, notes }) => {
        const { outcome, value = null, notes: rowNotes } = row === undefined ? refused(notes) : (judged?.next().value ?? refused([]));
        return { line, outcome, cells, value, notes: rowNotes };
      });
    },
    /** Rows of earlier batches that a later one doubles: refused too, since nobody can tell which of them is meant. */
    madeDouble: () => [...doubles].map(([line, later]) => ({ line, note: isDouble(later) })),
  };

  /** The row by its schema, or why it is none. */
  function understand(line: number, cells: string[]): { row?: Row; notes: string[] } {
    const surplus = cells.slice(heading.length).some((cell) => cell.trim() !== "");
    if (surplus || cells.length < heading.length)
      return { notes: [`The row has ${cells.length} cells where the heading has ${heading.length}.`] };
    const members: Record<string, string | null> = {};
    const notes: string[] = [];
    for (const [i, column] of heading.entries()) {
      if (!column) continue;
      const cell = cells[i] ?? "";
      if (isTooLong(cell)) notes.push(`${column.heading}: At most ${csvLimits.cellCharacters} characters are allowed.`);
      else members[column.member] = textOf(cell);
    }
    if (notes.length > 0) return { notes };
    const parsed = importer.row.safeParse(members);
    if (!parsed.success) {
      const reasons = new Map<string, string>(); // the first of each column
      for (const { path, code, message } of parsed.error.issues) {
        const member = String(path[0] ?? "");
        const reason = code === "invalid_type" && members[member] == null ? messages.required : message;
        if (!reasons.has(member)) reasons.set(member, `${headings.get(member) ?? member}: ${reason}`);
      }
      return { notes: [...reasons.values()] };
    }
    const key = importer.keyOf(parsed.data);
    const before = lineOf.get(key);
    if (before === undefined) {
      lineOf.set(key, line);
      return { row: parsed.data, notes: [] };
    }
    doubles.set(before, doubles.get(before) ?? line);
    return { notes: [isDouble(before)] };
  }

  /** The cells in the order of the importer's columns; null where the file has no such column. */
  function inOrder(cells: string[]): (string | null)[] {
    return places.map((at) => (at === -1 ? null : (cells[at] ?? "")));
  }

  function isDouble(line: number): string {
    return `Row ${line} is about the same ${importer.thing}.`;
  }
}

/** Without the apostrophe that our own files put before what a spreadsheet would take for a formula. Null for an empty cell. */
function textOf(cell: string): string | null {
  const text = cell.replace(/^'(?=[=+\-@\t\r])/, "").trim();
  return text === "" ? null : text;
}

const refused = (notes: string[]): Judged => ({ outcome: "refused", notes });
