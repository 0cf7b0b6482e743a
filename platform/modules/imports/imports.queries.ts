import { and, desc, eq, lt, sql } from "drizzle-orm";
import { reasonHeading } from "#contract/base/csv-columns";
import type { RowOutcome } from "#contract/imports/endpoints";
import type { Caller } from "../../access/caller.ts";
import type { Scope } from "../../access/scope.ts";
import { type ExportColumn, type ExportRows, textCell } from "../../db/export-cells.ts";
import { idKey, keyset, type PageRequest } from "../../db/keyset.ts";
import { importRow, importRun } from "../../db/schema/index.ts";
import type { Db } from "../../db/types.ts";
import type { Importer } from "./importer.ts";

type Kind = Importer<unknown>["kind"];
type Maker = Pick<Caller, "companyId" | "id">;
export type Run = typeof importRun.$inferSelect;
export type StagedRow = {
  line: number;
  outcome: RowOutcome;
  cells: (string | null)[];
  value: object | null;
  notes: string[];
  warnings: string[];
};

/**
 * Matches the caller's own run with this id in the scope's company. Nobody else sees it, because a
 * file's rows are for the person who uploaded it.
 */
const runOf = (scope: Scope, maker: Maker, kind: Kind, id: string) =>
  and(
    eq(importRun.companyId, scope.companyId),
    eq(importRun.id, id),
    eq(importRun.kind, kind),
    eq(importRun.madeByCompanyId, maker.companyId),
    eq(importRun.madeById, maker.id),
  );

const hasWarnings = sql`cardinality(${importRow.warnings}) > 0`;
const rowsOf = (scope: Scope, id: string, outcome?: RowOutcome) =>
  and(
    eq(importRow.companyId, scope.companyId),
    eq(importRow.importId, id),
    outcome && eq(importRow.outcome, outcome),
  );

export const insertRun = (
  scope: Scope,
  db: Db,
  {
    maker,
    run,
    now,
  }: {
    maker: Maker;
    run: { id: string; kind: Kind; fileName: string; remarks: string[] };
    now: Date;
  },
) =>
  db.insert(importRun).values({
    companyId: scope.companyId,
    ...run,
    madeByCompanyId: maker.companyId,
    madeById: maker.id,
    createdAt: now,
  });

/**
 * Inserts rows as one array per column, which PostgreSQL reads in a fifth of the time
 * that JSON of the same rows takes. Rows that add something get their id from `table` here.
 */
export function insertRows(
  scope: Scope,
  db: Db,
  { id, table, rows }: { id: string; table: Importer<unknown>["table"]; rows: StagedRow[] },
) {
  const texts = (of: (row: StagedRow) => string) => sql`${sql.param(rows.map(of))}::text[]`;
  const lines = sql`${sql.param(rows.map(({ line }) => line))}::int[]`;
  // JSON.stringify writes no line breaks, so values joined by them need no further quoting
  const values = sql`string_to_array(${rows.map(({ value }) => JSON.stringify(value)).join("\n")}, e'\\n')`;
  return db.execute(sql`insert into ${importRow} (company_id, import_id, line, outcome, cells, value, notes, warnings)
    select ${scope.companyId}::bigint, ${id}::uuid, line, outcome, cells::text[], case outcome
      when 'add' then value::jsonb || jsonb_build_object('id', nextval(pg_get_serial_sequence(${table}::text, 'id'))) when 'change' then value::jsonb end,
      notes::text[], warnings::text[]
    from unnest(${lines}, ${texts(({ outcome }) => outcome)}, ${texts(({ cells }) => arrayOf(cells))}, ${values},
      ${texts(({ notes }) => arrayOf(notes))}, ${texts(({ warnings }) => arrayOf(warnings))}) as r (line, outcome, cells, value, notes, warnings)`);
}

/** Writes an array of text as a PostgreSQL literal. */
const arrayOf = (texts: (string | null)[]) =>
  `{${texts.map((text) => (text === null ? "NULL" : `"${text.replace(/["\\]/g, "\\$&")}"`)).join(",")}}`;

/**
 * Refuses rows that a later one turned out to repeat; those refused already get this reason too.
 */
export const refuseRows = (
  scope: Scope,
  db: Db,
  id: string,
  refused: { line: number; note: string }[],
) =>
  db.execute(sql`update ${importRow} set outcome = 'refused', value = null, notes = notes || array[r.note]
    from json_to_recordset(${JSON.stringify(refused)}::json) as r (line int, note text)
    where ${rowsOf(scope, id)} and ${importRow.line} = r.line`);

/** Saves how many rows have each outcome. */
export async function countRun(scope: Scope, db: Db, id: string) {
  const count = (outcome: RowOutcome) =>
    sql`(select count(*)::int from ${importRow} where ${rowsOf(scope, id)} and outcome = ${outcome})`;
  const [run] = await db
    .update(importRun)
    .set({
      toAdd: count("add"),
      toChange: count("change"),
      same: count("same"),
      refused: count("refused"),
      warned: sql`(select count(*)::int from ${importRow} where ${rowsOf(scope, id)} and ${hasWarnings})`,
    })
    .where(and(eq(importRun.companyId, scope.companyId), eq(importRun.id, id)))
    .returning();
  return run;
}

/** Deletes a run with all its rows. */
export const deleteRun = (scope: Scope, db: Db, id: string) =>
  db.delete(importRun).where(and(eq(importRun.companyId, scope.companyId), eq(importRun.id, id)));

export async function findRun(
  scope: Scope,
  db: Db,
  { maker, kind, id }: { maker: Maker; kind: Kind; id: string },
) {
  const [run] = await db
    .select()
    .from(importRun)
    .where(runOf(scope, maker, kind, id));
  return run;
}

export async function lockRun(
  scope: Scope,
  db: Db,
  { maker, kind, id }: { maker: Maker; kind: Kind; id: string },
) {
  const [run] = await db
    .select()
    .from(importRun)
    .where(runOf(scope, maker, kind, id))
    .for("update");
  return run;
}

/**
 * Waits until no other file of this kind and company is being applied: two files may add the same
 * items in different orders, and would block each other.
 */
export const waitForOthers = ({ companyId }: Scope, db: Db, kind: Kind) =>
  db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`import ${kind} ${companyId}`}, 0))`,
  );

export async function markApplied(scope: Scope, db: Db, id: string, now: Date) {
  const [run] = await db
    .update(importRun)
    .set({ state: "applied", appliedAt: now })
    .where(and(eq(importRun.companyId, scope.companyId), eq(importRun.id, id)))
    .returning();
  return run;
}

export type ImportRowQuery = PageRequest & {
  outcome?: RowOutcome | undefined;
  warned?: "true" | undefined;
};

/**
 * Finds a page of a file's rows, with the cells of the columns that name a row; new ones with all
 * their cells and parsed values. Throws 422 for a cursor that is not ours.
 */
export async function findRowPage(
  scope: Scope,
  db: Db,
  id: string,
  { outcome, warned, limit, cursor }: ImportRowQuery,
) {
  const order = keyset([idKey(importRow.line)], { descending: false, cursor });
  const rows = await db
    .select({
      line: importRow.line,
      outcome: importRow.outcome,
      names: sql<
        string[]
      >`array[left(coalesce(cells[1], ''), 100), left(coalesce(cells[2], ''), 100)]`,
      notes: importRow.notes,
      warnings: importRow.warnings,
      cells: sql<
        (string | null)[] | null
      >`case when ${importRow.outcome} = 'add' then ${importRow.cells} end`,
      value: sql<object | null>`case when ${importRow.outcome} = 'add' then ${importRow.value} end`,
      rowKey: order.select,
    })
    .from(importRow)
    .where(and(rowsOf(scope, id, outcome), warned && hasWarnings, order.where))
    .orderBy(order.orderBy)
    .limit(limit + 1);
  return order.page(rows, limit);
}

/** Finds the errors of the first refused rows, or the doubts about the first doubtful ones. */
export const findWrong = (
  scope: Scope,
  db: Db,
  id: string,
  { outcome, limit }: { outcome?: "refused"; limit: number },
) =>
  db
    .select({
      line: importRow.line,
      notes: outcome === "refused" ? importRow.notes : importRow.warnings,
    })
    .from(importRow)
    .where(and(rowsOf(scope, id, outcome), outcome ? undefined : hasWarnings))
    .orderBy(importRow.line)
    .limit(limit);

/**
 * Finds which of the importer's columns the file had, by their place. In the other columns, every
 * row has null.
 */
export async function findColumnsOfFile(
  scope: Scope,
  db: Db,
  id: string,
  columns: number,
): Promise<number[]> {
  const [row] = await db
    .select({ cells: sql<(string | null)[]>`${importRow.cells}` })
    .from(importRow)
    .where(rowsOf(scope, id))
    .limit(1);
  return Array.from({ length: columns }, (_, i) => i).filter(
    (i) => row === undefined || row.cells[i] !== null,
  );
}

/**
 * Selects the refused rows for a file: the columns by heading and place, then the reasons; in
 * slices of this many lines for the embedded engine.
 */
export const refusedRows = (
  scope: Scope,
  id: string,
  fileColumns: { heading: string; place: number }[],
  lastLine: number,
): ExportRows => ({
  columns: [
    ...fileColumns.map(
      ({ heading, place }): ExportColumn => [
        heading,
        textCell(sql`cells[${sql.raw(String(place + 1))}]`),
      ],
    ),
    [reasonHeading, textCell(sql`array_to_string(notes, ' ')`)],
  ],
  *slices(cells, sliceLines = lastLine) {
    for (let from = 1; from <= lastLine; from += sliceLines)
      yield sql`select ${cells} from ${importRow}
        where ${rowsOf(scope, id, "refused")} and ${importRow.line} >= ${from} and ${importRow.line} < ${from + sliceLines}
        order by ${importRow.line}`;
  },
});

/** The highest line of a run. */
export async function findLastLine(scope: Scope, db: Db, id: string): Promise<number> {
  const [last] = await db
    .select({ line: importRow.line })
    .from(importRow)
    .where(rowsOf(scope, id))
    .orderBy(desc(importRow.line))
    .limit(1);
  return last?.line ?? 0;
}

/** For the daily job, over all companies: files that were checked a week ago, with their rows. */
export const forgetOldImports = (db: Db, now: Date) =>
  db.delete(importRun).where(lt(importRun.createdAt, new Date(now.getTime() - 7 * 86_400_000)));
