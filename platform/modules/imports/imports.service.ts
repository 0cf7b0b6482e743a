import { randomUUID } from "node:crypto";
import type { FieldError } from "#contract/base/errors";
import { messages } from "#contract/base/messages";
import type { ImportRun } from "#contract/imports/endpoints";
import { invalid, notFound, Refusal } from "../../base/refusal.ts";
import type { UploadedFile } from "../../files/uploaded-file.ts";
import { withWords } from "../../http/constraints.ts";
import type { ScopedCall } from "../../http/context.ts";
import { openTable } from "./file-table.ts";
import type { Importer } from "./importer.ts";
import {
  countRun,
  deleteRun,
  findColumnsOfFile,
  findLastLine,
  findRowPage,
  findRun,
  findWrong,
  type ImportRowQuery,
  insertRows,
  insertRun,
  lockRun,
  markApplied,
  type Run,
  refusedRows,
  refuseRows,
  type StagedRow,
  waitForOthers,
} from "./imports.queries.ts";
import { importMessages } from "./messages.ts";
import { RowReader } from "./row-reader.ts";

/**
 * Rows that are looked up and staged at once: many enough for the database, few enough for little
 * memory and other requests in between.
 */
const batchRows = 100;
/** Lines whose rows one statement writes: within the time limit of a statement. */
const linesAtOnce = 5_000;
/** Rows that a refusal names. */
const mostNamed = 100;

type ImportUpload<Row> = { importer: Importer<Row>; file: UploadedFile };
/** A run; if it was just applied, `emails` says in words whether its emails were sent. */
export type AppliedRun = ImportRun & { emails?: string };
/** A file that was checked, by the id of its run. */
type CheckedFile<Row> = { importer: Importer<Row>; id: string };

/**
 * Reads a file row by row, in constant memory, and stages each row's outcome to be applied.
 * Throws 422 on `file` for a file of another kind, a wrong heading, no
 * rows or too many; then nothing is staged.
 */
export async function checkFile<Row>(
  call: ScopedCall,
  { importer, file }: ImportUpload<Row>,
): Promise<ImportRun> {
  const { scope, db, now } = call;
  const table = await openTable(file, call, importer);
  try {
    const reader = new RowReader(importer, table, call);
    const id = randomUUID();
    await insertRun(scope, db, {
      maker: call.caller,
      run: {
        id,
        kind: importer.kind,
        fileName: file.name.slice(0, 200),
        remarks: table.remarks,
      },
      now,
    });
    try {
      const stage = (stagedRows: StagedRow[]) =>
        insertRows(scope, db, { id, table: importer.table, rows: stagedRows });
      let count = 0;
      let stagedRows: StagedRow[] = [];
      for await (const batch of batches(table.rows)) {
        count += batch.length;
        // a batch is staged while the next one is judged
        [stagedRows] = await Promise.all([
          reader.judge(scope, db, batch),
          stagedRows.length > 0 && stage(stagedRows),
        ]);
      }
      if (stagedRows.length > 0) await stage(stagedRows);
      if (count === 0) throw invalid({ file: importMessages.noRows });
      for (const part of chunks(reader.listRepeated())) await refuseRows(scope, db, id, part);
      return toRun(await countRun(scope, db, id));
    } catch (error) {
      await deleteRun(scope, db, id);
      throw error;
    }
  } finally {
    await table.close();
  }
}

/**
 * Applies all of a checked file's additions and changes, or none: in one transaction, each looked
 * at again. A file that was applied stays so: applying it again changes nothing and answers the
 * same. Throws 404 for a file that the caller did not check, 422 where the database changed since,
 * or where there is nothing to do.
 */
export async function applyImport<Row>(
  call: ScopedCall,
  { importer, id }: CheckedFile<Row>,
): Promise<AppliedRun> {
  const { scope, now } = call;
  return withWords({ [importer.uniqueKey]: changedWords([]) }, async () => {
    let isNew = false;
    const applied = await call.database.transaction(async (tx) => {
      const run = await lockRun(scope, tx, { maker: call.caller, kind: importer.kind, id });
      if (!run) throw notFound();
      if (run.state === "applied") return toRun(run);
      if (run.toAdd + run.toChange === 0) throw invalid({ file: importMessages.nothingToApply });
      await waitForOthers(scope, tx, importer.kind);
      const stale = await importer.lockAndRecheck(scope, tx, id);
      if (stale.length > 0) throw changedSince(stale);
      const last = await findLastLine(scope, tx, id);
      for (let from = 1; from <= last; from += linesAtOnce)
        await importer.apply(
          scope,
          tx,
          call,
          { importId: id, fromLine: from, toLine: from + linesAtOnce - 1 },
          now,
        );
      await importer.applied?.(tx, call, run.toAdd);
      isNew = true;
      return toRun(await markApplied(scope, tx, id, now));
    });
    const emails = isNew ? await importer.committed?.(call, id) : undefined;
    return emails === undefined ? applied : { ...applied, emails };
  });
}

/**
 * Checks and applies at once. Throws 422 that names the first refused rows, or the first with
 * warnings, which nobody has seen; then nothing stays of the file.
 */
export async function importFile<Row>(
  call: ScopedCall,
  { importer, file }: ImportUpload<Row>,
): Promise<AppliedRun> {
  const { scope, db } = call;
  const run = await checkFile(call, { importer, file });
  if (run.refused === 0 && run.toAdd + run.toChange === 0) return run;
  try {
    if (run.refused > 0 || run.warned > 0) throw await refuseRun(call, run);
    return await applyImport(call, { importer, id: run.id });
  } catch (error) {
    await deleteRun(scope, db, run.id);
    throw error;
  }
}

/** Throws 404 for a file that the caller did not check. */
export async function showImport<Row>(
  { scope, db, caller }: ScopedCall,
  { importer, id }: CheckedFile<Row>,
): Promise<ImportRun> {
  const run = await findRun(scope, db, { maker: caller, kind: importer.kind, id });
  if (!run) throw notFound();
  return toRun(run);
}

/**
 * A page of a checked file's rows. Throws as showImport does, and 422 for a cursor that is not
 * ours.
 */
export async function listImportRows<Row>(
  call: ScopedCall,
  { importer, id, ...query }: CheckedFile<Row> & ImportRowQuery,
) {
  const run = await showImport(call, { importer, id });
  const { rows, page } = await findRowPage(call.scope, call.db, id, query);
  const totals = { add: run.toAdd, change: run.toChange, same: run.same, refused: run.refused };
  const all = run.toAdd + run.toChange + run.same + run.refused;
  const total = query.outcome ? totals[query.outcome] : query.warned ? run.warned : all;
  const data = rows.map(({ cells, value, ...row }) =>
    Object.assign(row, { values: cells ? rowValues(importer, cells, value ?? {}) : [] }),
  );
  return { data, page: { ...page, total: query.outcome && query.warned ? undefined : total } };
}

/** Lists a row's new values in the order of the columns: the parsed value, else the cell's text. */
function rowValues<Row>(importer: Importer<Row>, cells: (string | null)[], value: object) {
  const understood = importer.describe(value);
  return importer.columns.flatMap(({ member, heading }, at) => {
    const cell = cells[at]?.trim();
    return cell ? [{ heading, value: (understood[member] ?? cell).slice(0, 200) }] : [];
  });
}

/**
 * The CSV of a checked file's refused rows: the columns that the file has, then the reasons. Throws
 * as showImport does.
 */
export async function exportRefusedRows<Row>(call: ScopedCall, { importer, id }: CheckedFile<Row>) {
  await showImport(call, { importer, id });
  const { scope, db } = call;
  const columns = await findColumnsOfFile(scope, db, id, importer.columns.length);
  const lastLine = await findLastLine(scope, db, id);
  const fileColumns = columns.map((place) => ({
    heading: importer.columns[place]?.heading ?? "",
    place,
  }));
  return refusedRows(scope, id, fileColumns, lastLine);
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

const changedSince = (lines: number[]) => invalid(changedWords(lines));
function changedWords(lines: number[]) {
  const where =
    lines.length === 0
      ? ""
      : ` (row ${lines.slice(0, 10).join(", ")}${lines.length > 10 ? " and others" : ""})`;
  return { file: importMessages.changedSince(where) };
}

async function refuseRun({ scope, db, figures }: ScopedCall, run: ImportRun): Promise<Refusal> {
  const rows = await findWrong(scope, db, run.id, {
    ...(run.refused > 0 && { outcome: "refused" }),
    limit: mostNamed,
  });
  const errors: FieldError[] = rows.map(({ line, notes }) => ({
    field: `rows.${line}`,
    message: notes.join(" "),
  }));
  const message =
    run.refused > 0
      ? importMessages.refused(figures.figure(run.refused))
      : importMessages.doubtful(figures.figure(run.warned));
  return new Refusal(422, message, errors);
}

function toRun(run: Run | undefined): ImportRun {
  if (!run) throw new Refusal(404, messages.notFound); // deleted in the meantime
  const { id, fileName, state, toAdd, toChange, same, refused, warned, remarks } = run;
  const createdAt = run.createdAt.toISOString();
  const appliedAt = run.appliedAt?.toISOString() ?? null;
  const counts = { toAdd, toChange, same, refused, warned };
  return { id, fileName, state, ...counts, remarks, createdAt, appliedAt };
}
