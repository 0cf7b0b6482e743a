import { stringify } from "csv-stringify/sync";
import type { FileFormat, FileOptions } from "#contract/base/table-files";
import { xlsxMediaType } from "#contract/base/uploads";
import type { Caller } from "../access/caller.ts";
import { findCompanyCode, type Scope } from "../access/scope.ts";
import { slotHolderOf } from "../access/slot-holder.ts";
import type { SlotHolder } from "../base/work-slots.ts";
import type { Database } from "../db/database.ts";
import { type ExportRows, selectsOf } from "../db/export-cells.ts";
import { attachment } from "../files/serve-file.ts";
import type { Call } from "./context.ts";
import { streamWorkbook } from "./workbook.ts";

/** Rows that the embedded engine copies at once: few enough that other calls hardly wait. */
const embeddedSliceRows = 500;

/** U+FEFF in UTF-8: without it Excel reads a CSV in the code page of its country. */
const byteOrderMark = "\ufeff";

type FileSubject = {
  /** Without subject, company, date and ending: these are added. */
  fileName: string;
  /** Names the store, campaign or the like that the file is about. */
  subject?: string | undefined;
  /** The date that the file is about; of others the name has today's. */
  day?: string;
};

type TableFile = ExportRows &
  FileSubject & {
    /** Names a workbook's sheet; the file's name unless it is given. */
    sheetName?: string;
  };

type TableCall = Pick<Call, "database" | "db" | "now" | "signal"> & {
  scope?: Scope;
  caller?: Caller;
  /** Holds the work slot in calls without a sign-in. */
  reader?: SlotHolder;
};

/**
 * Answers a list as a CSV or workbook (docs/domain.md section 5), named by the company whose rows
 * are in it. The beginning is sent before the first row is read, and rows as the database gives
 * them, in constant memory; a failing query cuts the connection. Throws 429 when
 * too many run.
 */
export async function answerTable(
  call: TableCall,
  { format, bom }: FileOptions,
  file: TableFile,
): Promise<Response> {
  const { caller, database, now, scope, signal } = call;
  const name = await nameFile(call, file);
  const reader = caller ? slotHolderOf({ caller, scope }) : call.reader;
  const rows = copyTable(database, file, { format, signal, reader });
  const body = writeTable(rows, file, { format, now, isMarked: bom === "1" && !caller?.token });
  const mediaType = format === "xlsx" ? xlsxMediaType : "text/csv; charset=utf-8";
  return new Response(body, { headers: downloadHeaders(mediaType, `${name}.${format}`) });
}

/** Names a file, without its ending, by what it has, whom it is about, the company and the date. */
export async function nameFile(
  { scope, db, now }: Pick<TableCall, "scope" | "db" | "now">,
  { fileName, subject, day = now.toISOString().slice(0, 10) }: FileSubject,
): Promise<string> {
  const code = scope && (await findCompanyCode(scope, db));
  const words = subject
    ?.split(/[^\p{L}\p{M}\p{N}\u200c\u200d]+/u)
    .filter(Boolean)
    .join("-");
  const parts = [fileName, words && [...words].slice(0, mostOfSubject).join("")];
  return [...parts, code?.replace(/[^\w().,-]/g, "_"), day].filter(Boolean).join("-");
}
const mostOfSubject = 60;

/** Makes the headers of a file that is sent while it is made. */
export const downloadHeaders = (mediaType: string, fileName: string) => ({
  "Content-Type": mediaType,
  "Content-Disposition": attachment(fileName),
  "Cache-Control": "no-store",
  "X-Accel-Buffering": "no",
});

type CopyOptions = { format: FileFormat; signal: AbortSignal; reader?: SlotHolder | undefined };

/** The rows alone, as the database writes them for `writeTable`. Throws 429 when too many run. */
export const copyTable = (
  database: Pick<Database, "copyCsv" | "engine">,
  rows: ExportRows,
  { format, signal, reader }: CopyOptions,
): ReadableStream<Uint8Array> =>
  database.copyCsv(
    selectsOf(rows, format, database.engine === "embedded" ? embeddedSliceRows : undefined),
    signal,
    { reader },
  );

/** The whole file: its beginning goes out at once. `isMarked` begins a CSV with a mark of UTF-8. */
export function writeTable(
  rows: ReadableStream<Uint8Array>,
  { columns, fileName, sheetName = fileName }: Omit<TableFile, "slices">,
  { format, now, isMarked }: { format: FileFormat; now: Date; isMarked: boolean },
): ReadableStream<Uint8Array> {
  const headings = columns.map(([heading]) => heading);
  if (format === "xlsx") return streamWorkbook(rows, { sheetName, headings, now });
  const head = new TextEncoder().encode((isMarked ? byteOrderMark : "") + stringify([headings]));
  return rows.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>(
      { start: (controller) => controller.enqueue(head) },
      undefined,
      { highWaterMark: 1 },
    ),
  );
}
