import { stringify } from "csv-stringify/sync";
import type { Scope } from "../access/scope.ts";
import { slotHolderOf } from "../access/slot-holder.ts";
import { type CsvRows, selectsOf } from "../db/copy-csv.ts";
import type { SignedInCall } from "./context.ts";

/** Rows that the embedded engine copies at once: few enough that other calls hardly wait. */
export const embeddedSliceRows = 500;

type CsvFile = CsvRows & {
  /** Without date and ending: these are added. */
  fileName: string;
  /** The date that the file is about; of others the name has today's. */
  day?: string;
};

/**
 * A CSV download (docs/domain.md section 5): the header goes out before the first row is read, rows
 * follow as the database gives them, in the same memory whatever their number; a failing query cuts
 * the connection. Throws 429 when too many run.
 */
export function csvResponse(call: SignedInCall & { scope?: Scope }, file: CsvFile): Response {
  const { database, now, signal } = call;
  const selects = selectsOf(file, database.engine === "embedded" ? embeddedSliceRows : undefined);
  const rows = database.copyCsv(selects, signal, { reader: slotHolderOf(call) });
  return new Response(withHeader(rows, file), {
    headers: downloadHeaders(
      "text/csv; charset=utf-8",
      `${file.fileName}-${file.day ?? now.toISOString().slice(0, 10)}.csv`,
    ),
  });
}

/** The rows after the line of their headings, which goes out at once. */
export function withHeader(
  rows: ReadableStream<Uint8Array>,
  { columns }: Pick<CsvRows, "columns">,
): ReadableStream<Uint8Array> {
  const header = new TextEncoder().encode(stringify([columns.map(([heading]) => heading)]));
  return rows.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>(
      { start: (controller) => controller.enqueue(header) },
      undefined,
      { highWaterMark: 1 },
    ),
  );
}

/** Of a file that is made as it is read. */
export const downloadHeaders = (mediaType: string, fileName: string) => ({
  "Content-Type": mediaType,
  "Content-Disposition": `attachment; filename="${fileName}"`,
  "Cache-Control": "no-store",
  "X-Accel-Buffering": "no",
});
