import type { z } from "zod";
import type { CsvColumn } from "#contract/base/csv-columns";
import type { RowOutcome } from "#contract/imports/endpoints";
import type { Caller } from "../../access/caller.ts";
import type { Scope } from "../../access/scope.ts";
import type { Db, Tx } from "../../db/types.ts";
import type { ScopedCall, SignedInCall } from "../../http/context.ts";

/** What is wrong with a row, by the members of its cells. */
export type CellErrors<Row> = Partial<Record<keyof Row, string>>;
/** The values of the cells that are right, and the errors of the others. */
export type ReadRow<Row> = { values: Partial<Row>; errors: CellErrors<Row> };

/** What becomes of one row: `value` is what applying needs, `notes` what people are told. */
export type Judged<Row> =
  | { outcome: Exclude<RowOutcome, "refused">; value?: object; notes: string[] }
  | { outcome: "refused"; errors: CellErrors<Row> };

/**
 * The rows of a run that are applied: all of its additions and changes, a slice of lines at a time.
 */
export type Slice = { importId: string; fromLine: number; toLine: number };

/**
 * One kind of file: what a row is, what is there already, and how rows are written. All of it works
 * on many rows at once.
 */
export type Importer<Row> = {
  kind: "stores" | "songs" | "users";
  /**
   * The table whose ids new rows get as they are staged: so applying looks none up and writes no
   * staged row again.
   */
  table: "store" | "song" | "app_user";
  columns: readonly CsvColumn[];
  /** Headings of the export that tell what nobody can import. */
  ignored: readonly string[];
  /**
   * A row by its members: text, null for a cell that clears, absent for an empty cell and for a
   * column that the file does not have.
   */
  row: z.ZodType<Row>;
  /** The same where wrong cells were left out, so that the rest of the row is still checked. */
  partOfRow: z.ZodType<Partial<Row>>;
  /** Two rows of one key are about one thing. Undefined where the cells that tell it are wrong. */
  keyOf(values: Partial<Row>): string | undefined;
  /** What two rows of one key have in common: "Same store code as row 31". */
  keyName: string;
  /**
   * Begins a caller's file: gives what tells of a batch of its rows what each comes to beside what
   * is there, and looks up nothing twice.
   */
  judging(caller: Caller): (scope: Scope, db: Db, rows: ReadRow<Row>[]) => Promise<Judged<Row>[]>;
  /**
   * The values of a row that adds something, by members, as they were understood; those that are
   * left out stand as the file has them.
   */
  describe(value: object): Partial<Record<string, string>>;
  /**
   * Locks what the run's rows change, in key order, and gives the lines whose premise no longer
   * holds (a hundred at the most).
   */
  lockAndRecheck(scope: Scope, tx: Tx, importId: string): Promise<number[]>;
  /** Writes a slice of the rows, with an audit row each. */
  apply(scope: Scope, tx: Tx, call: SignedInCall, slice: Slice, now: Date): Promise<void>;
  /** What follows once all is written. */
  applied?(tx: Tx, call: SignedInCall, added: number): Promise<void>;
  /**
   * Runs once all is committed, before the answer: what the lists that it leads to should know
   * already, and emails; gives what became of these in words.
   */
  committed?(call: ScopedCall, importId: string): Promise<string | undefined>;
  /** The unique constraint that a race for a key breaks. */
  uniqueKey: string;
};
