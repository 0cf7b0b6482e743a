import { type CsvColumn, clearWord, csvLimits } from "#contract/base/csv-columns";
import { messages } from "#contract/base/messages";
import type { Scope } from "../../access/scope.ts";
import type { Db } from "../../db/types.ts";
import type { ScopedCall } from "../../http/context.ts";
import { addressOf, lostValue, textOf } from "./cell-text.ts";
import { type FileRow, isTooLong } from "./csv-rows.ts";
import type { Table } from "./file-table.ts";
import type { CellErrors, Importer, ReadRow } from "./importer.ts";
import type { StagedRow } from "./imports.queries.ts";
import { doubtOf } from "./lost-letters.ts";
import { importMessages } from "./messages.ts";

/**
 * Reads one file's rows by its heading, batch by batch; remembers each row's key and nothing else
 * of it.
 */
export function rowReader<Row>(
  importer: Importer<Row>,
  { heading, isGuessed }: Pick<Table, "heading" | "isGuessed">,
  { caller, figures: { figure } }: Pick<ScopedCall, "caller" | "figures">,
) {
  const judge = importer.judging(caller);
  /** The place in the file of each of the importer's columns; -1 for none. */
  const places = importer.columns.map((column) => heading.indexOf(column));
  const readPlaces = places.filter((at) => at !== -1);
  const lineOf = new Map<string, number>();
  const doubles = new Map<number, number>();

  return {
    /**
     * Gives the outcome of each row of a batch, in order. A refused row has all its errors.
     */
    async judge(scope: Scope, db: Db, batch: FileRow[]): Promise<StagedRow[]> {
      const read = batch.map((row) => ({
        line: row.line,
        cells: inOrder(row.cells),
        ...understand(row),
      }));
      const understood = read.flatMap(({ row }) => (row === undefined ? [] : [row]));
      const judged =
        understood.length > 0 ? (await judge(scope, db, understood))[Symbol.iterator]() : undefined;
      return read.map(({ line, cells, row, note }) => {
        const own = row && judged?.next().value;
        const staged = { line, cells, value: null, warnings: [] };
        if (own && own.outcome !== "refused" && note === undefined)
          return { ...staged, ...own, warnings: own.outcome === "same" ? [] : doubts(cells) };
        const notes = own?.outcome === "refused" ? describeErrors(own.errors) : [];
        return {
          ...staged,
          outcome: "refused",
          notes: note === undefined ? notes : [...notes, note],
        };
      });
    },
    /**
     * Rows of earlier batches that a later one repeats: refused too, because nobody can know which
     * of them is meant.
     */
    madeDouble: () => [...doubles].map(([line, later]) => ({ line, note: describeDouble(later) })),
  };

  /** Gives the row with its correct cells, and the error of the row as a whole. */
  function understand(fileRow: FileRow): { row?: ReadRow<Row>; note?: string } {
    const { line, cells } = fileRow;
    const note = describeShape(fileRow);
    if (note !== undefined) return { note };
    const row = readCells(cells, line);
    const key = importer.keyOf(row.values);
    if (key === undefined) return { row };
    const before = lineOf.get(key);
    if (before === undefined) {
      lineOf.set(key, line);
      return { row };
    }
    doubles.set(before, doubles.get(before) ?? line);
    return { row, note: describeDouble(before) };
  }

  /** Finds errors in a row's shape: spreadsheets leave out cells at its end. */
  function describeShape({ line, cells, spans = [], isUnended }: FileRow): string | undefined {
    if (cells.slice(heading.length).some((cell) => cell.trim() !== ""))
      return importMessages.tooManyCells(cells.length, heading.length);
    if (isUnended && cells.length < heading.length)
      return importMessages.cutRow(cells.length, heading.length);
    const repeated = importer.columns.filter(({ heading, also = [] }: CsvColumn, at) =>
      [heading, ...also].some(
        (one) => one.toLowerCase() === cells[places[at] ?? -1]?.trim().toLowerCase(),
      ),
    );
    if (repeated.length > 1 && repeated.length === readPlaces.length)
      return importMessages.headingAgain;
    for (const { from, to } of spans) {
      const merged = readPlaces.filter((at) => at >= from && at <= to).sort((a, b) => a - b);
      if (merged.length < 2) continue;
      const headings = merged.map((at) => heading[at]?.heading).join(", ");
      return importMessages.mergedCells(
        headings,
        `${addressOf(from, line)}:${addressOf(to, line)}`,
      );
    }
    return undefined;
  }

  function readCells(cells: string[], line: number): ReadRow<Row> {
    const members: Record<string, string | null> = {};
    const errors: Record<string, string> = {};
    for (const [i, column] of heading.entries()) {
      if (!column) continue;
      const cell = cells[i] ?? "";
      const text = textOf(cell);
      const lost = lostValue(text, i, line);
      if (isTooLong(cell))
        errors[column.member] = importMessages.longCell(figure(csvLimits.cellCharacters));
      else if (lost !== undefined) errors[column.member] = lost;
      else if (text.toLowerCase() !== clearWord) {
        if (text !== "") members[column.member] = text;
      } else if (column.clearable) members[column.member] = null;
      else errors[column.member] = "This cannot be cleared.";
    }
    const whole = importer.row.safeParse(members);
    for (const { path, code, message } of whole.error?.issues ?? []) {
      const member = String(path[0] ?? "");
      errors[member] ??=
        code === "invalid_type" && members[member] == null ? messages.required : message;
    }
    if (whole.data && Object.keys(errors).length === 0) return { values: whole.data, errors: {} };
    for (const member in errors) delete members[member];
    return { values: importer.partOfRow.parse(members), errors: errors as CellErrors<Row> };
  }

  /** Gives the cells in the order of the importer's columns; null if the file lacks the column. */
  function inOrder(cells: string[]): (string | null)[] {
    return places.map((at) => (at === -1 ? null : (cells[at] ?? "")));
  }

  /** Lists possible faults in the cells, in the order of the columns. */
  function doubts(cells: (string | null)[]): string[] {
    return importer.columns.flatMap(({ heading }, at) => {
      const doubt = doubtOf(textOf(cells[at] ?? "").slice(0, 200), isGuessed);
      return doubt === undefined ? [] : [`${heading}: ${doubt}`];
    });
  }

  /** In the order of the columns. */
  function describeErrors(errors: CellErrors<Row>): string[] {
    return importer.columns.flatMap(({ member, heading }) => {
      const error = errors[member as keyof Row];
      return error === undefined ? [] : [`${heading}: ${error}`];
    });
  }

  function describeDouble(line: number): string {
    return importMessages.sameKey(importer.keyName, line);
  }
}
