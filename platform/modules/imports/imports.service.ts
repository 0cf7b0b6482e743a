import { randomUUID } from "node:crypto";
import type { FieldError } from "#contract/base/errors";
import { messages } from "#contract/base/messages";
import type { ImportRun, RowOutcome } from "#contract/imports/endpoints";
import type { Scope } from "../../access/scope.ts";
import type { Database, Db } from "../../db/client.ts";
import { constraintOf } from "../../db/constraint-error.ts";
import { pageOf, readCursor } from "../../db/keyset.ts";
import type { SignedInCall } from "../../http/context.ts";
import { invalid, notFound, Refusal } from "../../http/refusal.ts";
import { readHeading } from "./csv-heading.ts";
import { type CsvText, readCsvRows } from "./csv-rows.ts";
import type { Importer } from "./importer.ts";
import {
  countRun,
  deleteRun,
  findLastLine,
  findRefused,
  findRows,
  findRun,
  insertRows,
  insertRun,
  lockRun,
  markApplied,
  type Run,
  refuseRows,
  type StagedRow,
  waitForOthers,
} from "./imports.queries.ts";
import { rowReader } from "./row-reader.ts";

/** Rows that are looked up and staged at once: many enough for the database, few enough for little memory and other requests in between. */
const batchRows = 100;
/** Lines whose rows one statement writes: within the time limit of a statement. */
const linesAtOnce = 5_000;
/** Rows that a refusal names. */
const mostNamed = 100;

export type CsvFile = CsvText & { name: string };

/**
 * Reads a CSV row by row, in the same memory whatever its length, and stages what each row comes to for its reader to apply. Throws 422
 * on `file` for what is no CSV, a wrong heading, no rows or too many; then nothing is staged.
 */
export async function checkFile<Row>(
  scope: Scope,
  { db }: Database,
  importer: Importer<Row>,
  file: CsvFile,
  call: SignedInCall,
  now: Date,
): Promise<ImportRun> {
  const rows = readCsvRows(file);
  try {
    const first = await rows.next();
    if (first.done) throw invalid({ file: "The file is empty." });
    const reader = rowReader(importer, readHeading(first.value.cells, importer.columns, importer.ignored));
    const id = randomUUID();
    await insertRun(scope, db, call.caller, { id, kind: importer.kind, fileName: file.name.slice(0, 200) }, now);
    try {
      const stage = (judged: StagedRow[]) => insertRows(scope, db, id, importer.thing, judged);
      let count = 0;
      let judged: StagedRow[] = [];
      for await (const batch of batches(rows)) {
        call.signal.throwIfAborted();
        count += batch.length;
        // a batch is staged while the next one is judged
        [judged] = await Promise.all([reader.judge(scope, db, batch), judged.length > 0 && stage(judged)]);
      }
      if (judged.length > 0) await stage(judged);
      if (count === 0) throw invalid({ file: "The file has a heading and no rows." });
      for (const part of chunks(reader.madeDouble())) await refuseRows(scope, db, id, part);
      return asRun(await countRun(scope, db, id));
    } catch (error) {
      await deleteRun(scope, db, id);
      throw error;
    }
  } finally {
    await rows.return();
  }
}

/**
 * Applies all of a checked file's additions and changes, or none: in one transaction, each looked at again. A file that was applied stays
 * so: applying it again changes nothing and answers the same. Throws 404 for a file that the caller did not check, 422 where the
 * database changed since, or where there is nothing to do.
 */
export async function applyImport<Row>(
  scope: Scope,
  database: Database,
  importer: Importer<Row>,
  id: string,
  call: SignedInCall,
  now: Date,
): Promise<ImportRun> {
  try {
    const applied = await database.transaction(async (tx) => {
      const run = await lockRun(scope, tx, call.caller, importer.kind, id);
      if (!run) throw notFound();
      if (run.state === "applied") return asRun(run);
      if (run.toAdd + run.toChange === 0) throw invalid({ file: "There is nothing to apply: no row adds or changes anything." });
      await waitForOthers(scope, tx, importer.kind);
      const stale = await importer.lockAndRecheck(scope, tx, id);
      if (stale.length > 0) throw changedSince(stale);
      const last = await findLastLine(scope, tx, id);
      for (let from = 1; from <= last; from += linesAtOnce)
        await importer.apply(scope, tx, call, { importId: id, fromLine: from, toLine: from + linesAtOnce - 1 }, now);
      await importer.applied?.(tx, call, run.toAdd);
      return asRun(await markApplied(scope, tx, id, now));
    });
    await importer.committed?.(scope);
    return applied;
  } catch (error) {
    if (constraintOf(error)?.constraint === importer.uniqueKey) throw changedSince([]);
    throw error;
  }
}

/** Checks and applies at once. Throws 422 that names the first refused rows; then nothing stays of the file. */
export async function importAtOnce<Row>(
  scope: Scope,
  database: Database,
  importer: Importer<Row>,
  file: CsvFile,
  call: SignedInCall,
  now: Date,
): Promise<ImportRun> {
  const run = await checkFile(scope, database, importer, file, call, now);
  if (run.refused === 0 && run.toAdd + run.toChange === 0) return run;
  try {
    if (run.refused > 0) throw await refusedRows(scope, database.db, run);
    return await applyImport(scope, database, importer, run.id, call, now);
  } catch (error) {
    await deleteRun(scope, database.db, run.id);
    throw error;
  }
}

/** Throws 404 for a file that the caller did not check. */
export async function showImport<Row>(scope: Scope, db: Db, importer: Importer<Row>, id: string, { caller }: SignedInCall) {
  const run = await findRun(scope, db, caller, importer.kind, id);
  if (!run) throw notFound();
  return asRun(run);
}

type RowsQuery = { outcome?: RowOutcome | undefined; cursor?: string | undefined; limit: number };

/** A page of a checked file's rows. Throws as showImport does, and 422 for a cursor that is not ours. */
export async function listRows<Row>(scope: Scope, db: Db, importer: Importer<Row>, id: string, query: RowsQuery, call: SignedInCall) {
  const cursor = readCursor(query.cursor);
  const run = await showImport(scope, db, importer, id, call);
  const found = await findRows(scope, db, id, query.outcome, cursor, query.limit);
  const { rows, page } = pageOf(found, query.limit, cursor, ({ line }) => ({ value: "", id: line }));
  const totals = { add: run.toAdd, change: run.toChange, same: run.same, refused: run.refused };
  const total = query.outcome ? totals[query.outcome] : run.toAdd + run.toChange + run.same + run.refused;
  return { data: rows, page: { ...page, total } };
}

async function* batches<T>(rows: AsyncIterable<T>): AsyncGenerator<T[], void, undefined> {
  let batch: T[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function* chunks<T>(all: T[]): Generator<T[], void, undefined> {
  for (let at = 0; at < all.length; at += linesAtOnce) yield all.slice(at, at + linesAtOnce);
}

function changedSince(lines: number[]) {
  const where = lines.length === 0 ? "" : ` (row ${lines.slice(0, 10).join(", ")}${lines.length > 10 ? " and others" : ""})`;
  return invalid({ file: `What this file is about was changed after it was checked${where}. Send the file again to check it anew.` });
}

async function refusedRows(scope: Scope, db: Db, run: ImportRun): Promise<Refusal> {
  const rows = await findRefused(scope, db, run.id, mostNamed);
  const errors: FieldError[] = rows.map(({ line, notes }) => ({ field: `rows.${line}`, message: notes.join(" ") }));
  return new Refusal(422, `${run.refused} of the file's rows are refused; nothing was changed.`, errors);
}

function asRun(run: Run | undefined): ImportRun {
  if (!run) throw new Refusal(404, messages.notFound); // cleared meanwhile
  const { id, fileName, state, toAdd, toChange, same, refused } = run;
  const [createdAt, appliedAt] = [run.createdAt.toISOString(), run.appliedAt?.toISOString() ?? null];
  return { id, fileName, state, toAdd, toChange, same, refused, createdAt, appliedAt };
}
