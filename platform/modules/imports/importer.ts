import type { z } from "zod";
import type { CsvColumn } from "#contract/base/csv-columns";
import type { RowOutcome } from "#contract/imports/endpoints";
import type { Scope } from "../../access/scope.ts";
import type { Db, Tx } from "../../db/types.ts";
import type { ScopedCall, SignedInCall } from "../../http/context.ts";

/** A row's errors, keyed by the member of the cell. */
export type CellErrors<Row> = Partial<Record<keyof Row, string>>;
/** The values of the cells that are right, and the errors of the others. */
export type ReadRow<Row> = { values: Partial<Row>; errors: CellErrors<Row> };

/** The outcome of one row: `value` is needed to apply it, `notes` are shown to people. */
export type JudgedRow<Row> =
  | { outcome: Exclude<RowOutcome, "refused">; value?: object; notes: string[] }
  | { outcome: "refused"; errors: CellErrors<Row> };

/**
 * The rows of a run that are applied: all of its additions and changes, a slice of lines at a time.
 */
export type Slice = { importId: string; fromLine: number; toLine: number };

/**
 * One kind of file: the form of a row, comparing with stored data, and writing rows. It all works
 * on many rows at once.
 */
export type Importer<Row> = {
  kind: "stores" | "songs" | "users" | "footfall";
  /**
   * The table that gives new rows their ids when they are staged. So applying neither looks ids
   * up nor writes staged rows again. Null if its rows have no ids.
   */
  table: "store" | "song" | "app_user" | null;
  columns: readonly CsvColumn[];
  /** Headings of export columns that cannot be imported. */
  ignored: readonly string[];
  /**
   * A row by its members: text, null for a cell that clears, absent for an empty cell and for a
   * column that the file does not have.
   */
  row: z.ZodType<Row>;
  /** The row without its wrong cells, so that the others are still checked. */
  partOfRow: z.ZodType<Partial<Row>>;
  /** Rows with the same key are about the same thing. Undefined if the key's cells are wrong. */
  keyOf(values: Partial<Row>): string | undefined;
  /** Names the key in messages, such as "Same store code as row 31". */
  keyName: string;
  /**
   * Starts a caller's file. Gives a function that compares a batch of rows with the stored data and
   * decides each row's outcome; it looks nothing up twice.
   */
  judging(
    call: Pick<SignedInCall, "caller" | "now">,
  ): (scope: Scope, db: Db, rows: ReadRow<Row>[]) => Promise<JudgedRow<Row>[]>;
  /**
   * The values of a row that adds something, by members, as they were understood; those that are
   * left out stand as the file has them.
   */
  describe(value: object): Partial<Record<string, string>>;
  /**
   * Locks what the run's rows change, in key order. Gives the lines whose stored data has changed
   * since the check, at most a hundred.
   */
  lockAndRecheck(scope: Scope, tx: Tx, importId: string): Promise<number[]>;
  /** Writes a slice of the rows, with an audit row each. */
  apply(scope: Scope, tx: Tx, call: SignedInCall, slice: Slice, now: Date): Promise<void>;
  /** Runs in the transaction, after all rows are written. */
  applied?(tx: Tx, call: SignedInCall, added: number): Promise<void>;
  /**
   * Runs after the commit and before the answer: updates what the next page lists and sends the
   * emails. Gives the emails' outcome in words.
   */
  committed?(call: ScopedCall, importId: string): Promise<string | undefined>;
  /** The unique constraint that a race for a key breaks. */
  uniqueKey: string;
};
