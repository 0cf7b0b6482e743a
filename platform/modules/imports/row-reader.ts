import { type CsvColumn, clearWord, csvLimits } from "#contract/base/csv-columns";
import { messages } from "#contract/base/messages";
import type { Scope } from "../../access/scope.ts";
import type { Db } from "../../db/types.ts";
import type { ScopedCall } from "../../http/context.ts";
import { addressOf, lostValue, textOf } from "./cell-text.ts";
import { type FileRow, isTooLong } from "./csv-rows.ts";
import { misfitOf, type Table } from "./file-table.ts";
import type { CellErrors, Importer, ReadRow } from "./importer.ts";
import type { StagedRow } from "./imports.queries.ts";
import { doubtOf } from "./lost-letters.ts";
import { importMessages } from "./messages.ts";

/**
 * Reads one file's rows by its heading, batch by batch; remembers each row's key and nothing else
 * of it.
 */
export class RowReader<Row> {
  readonly #judge: ReturnType<Importer<Row>["judging"]>;
  /** The place in the file of each of the importer's columns; -1 for none. */
  readonly #places: number[];
  readonly #readPlaces: number[];
  readonly #lineByKey = new Map<string, number>();
  /** The line that repeats a row, by the line of that row. */
  readonly #doubles = new Map<number, number>();

  constructor(
    private readonly importer: Importer<Row>,
    private readonly table: Pick<Table, "heading" | "isGuessed">,
    private readonly call: Pick<ScopedCall, "caller" | "figures" | "now">,
  ) {
    this.#judge = importer.judging(call);
    this.#places = importer.columns.map((column) => table.heading.indexOf(column));
    this.#readPlaces = this.#places.filter((at) => at !== -1);
  }

  /** Gives the outcome of each row of a batch, in order. A refused row has all its errors. */
  async judge(scope: Scope, db: Db, batch: FileRow[]): Promise<StagedRow[]> {
    const read = batch.map((row) => ({
      line: row.line,
      cells: this.#inOrder(row.cells),
      ...this.#understand(row),
    }));
    const understood = read.flatMap(({ row }) => (row === undefined ? [] : [row]));
    const verdicts =
      understood.length > 0
        ? (await this.#judge(scope, db, understood))[Symbol.iterator]()
        : undefined;
    return read.map(({ line, cells, row, note }) => {
      const own = row && verdicts?.next().value;
      const staged = { line, cells, value: null, warnings: [] };
      if (own && own.outcome !== "refused" && note === undefined)
        return {
          ...staged,
          ...own,
          warnings: own.outcome === "same" ? [] : this.#findDoubts(cells),
        };
      const notes = own?.outcome === "refused" ? this.#describeErrors(own.errors) : [];
      return {
        ...staged,
        outcome: "refused",
        notes: note === undefined ? notes : [...notes, note],
      };
    });
  }

  /**
   * Lists rows of earlier batches that a later one repeats: refused too, because nobody can know
   * which of them is meant.
   */
  listRepeated(): { line: number; note: string }[] {
    return [...this.#doubles].map(([line, later]) => ({ line, note: this.#describeDouble(later) }));
  }

  /** Gives the row with its correct cells, and the error of the row as a whole. */
  #understand(fileRow: FileRow): { row?: ReadRow<Row>; note?: string } {
    const { line, cells } = fileRow;
    const note = this.#describeShape(fileRow);
    if (note !== undefined) return { note };
    const row = this.#readCells(cells, line);
    const key = this.importer.keyOf(row.values);
    if (key === undefined) return { row };
    const before = this.#lineByKey.get(key);
    if (before === undefined) {
      this.#lineByKey.set(key, line);
      return { row };
    }
    this.#doubles.set(before, this.#doubles.get(before) ?? line);
    return { row, note: this.#describeDouble(before) };
  }

  /** Finds errors in a row's shape: spreadsheets leave out cells at its end. */
  #describeShape(row: FileRow): string | undefined {
    const { line, cells, spans = [] } = row;
    const { heading } = this.table;
    const misfit = misfitOf(row, heading);
    if (misfit !== undefined) return misfit;
    const repeated = this.importer.columns.filter(({ heading, also = [] }: CsvColumn, at) =>
      [heading, ...also].some(
        (one) => one.toLowerCase() === cells[this.#places[at] ?? -1]?.trim().toLowerCase(),
      ),
    );
    if (repeated.length > 1 && repeated.length === this.#readPlaces.length)
      return importMessages.headingAgain;
    for (const { from, to } of spans) {
      const merged = this.#readPlaces.filter((at) => at >= from && at <= to).sort((a, b) => a - b);
      if (merged.length < 2) continue;
      const headings = merged.map((at) => heading[at]?.heading).join(", ");
      return importMessages.mergedCells(
        headings,
        `${addressOf(from, line)}:${addressOf(to, line)}`,
      );
    }
    return undefined;
  }

  #readCells(cells: string[], line: number): ReadRow<Row> {
    const members: Record<string, string | null> = {};
    const errors: Record<string, string> = {};
    for (const [i, column] of this.table.heading.entries()) {
      if (!column) continue;
      const cell = cells[i] ?? "";
      const text = textOf(cell);
      const lost = lostValue(text, i, line);
      if (isTooLong(cell))
        errors[column.member] = importMessages.longCell(
          this.call.figures.figure(csvLimits.cellCharacters),
        );
      else if (lost !== undefined) errors[column.member] = lost;
      else if (text.toLowerCase() !== clearWord) {
        if (text !== "") members[column.member] = text;
      } else if (column.clearable) members[column.member] = null;
      else errors[column.member] = "This cannot be cleared.";
    }
    const whole = this.importer.row.safeParse(members);
    for (const { path, code, message } of whole.error?.issues ?? []) {
      const member = String(path[0] ?? "");
      errors[member] ??=
        code === "invalid_type" && members[member] == null ? messages.required : message;
    }
    if (whole.data && Object.keys(errors).length === 0) return { values: whole.data, errors: {} };
    for (const member in errors) delete members[member];
    const values = this.importer.partOfRow.parse(members);
    return { values, errors: errors as CellErrors<Row> };
  }

  /** Gives the cells in the order of the importer's columns; null if the file lacks the column. */
  #inOrder(cells: string[]): (string | null)[] {
    return this.#places.map((at) => (at === -1 ? null : (cells[at] ?? "")));
  }

  /** Lists possible faults in the cells, in the order of the columns. */
  #findDoubts(cells: (string | null)[]): string[] {
    return this.importer.columns.flatMap(({ heading, mayAsk = false }, at) => {
      const text = textOf(cells[at] ?? "").slice(0, 200);
      const doubt = doubtOf(text, this.table.isGuessed, mayAsk);
      return doubt === undefined ? [] : [`${heading}: ${doubt}`];
    });
  }

  /** Lists errors in the order of the columns. */
  #describeErrors(errors: CellErrors<Row>): string[] {
    return this.importer.columns.flatMap(({ member, heading }) => {
      const error = errors[member as keyof Row];
      return error === undefined ? [] : [`${heading}: ${error}`];
    });
  }

  #describeDouble(line: number): string {
    return importMessages.sameKey(this.importer.keyName, line);
  }
}
