import { stringify } from "csv-stringify/sync";
import type { SQLWrapper } from "drizzle-orm";
import type { Database } from "../db/client.ts";

type CsvFile = {
  /** Without date and ending: these are added. */
  fileName: string;
  headings: string[];
  /** Selects whose columns are the headings', each cell ready to be written. */
  slices: Iterable<SQLWrapper> | AsyncIterable<SQLWrapper>;
  /** What was written just now must be in it: it is not read from a replica. */
  fresh?: boolean;
  at: Date;
  signal: AbortSignal;
};

/**
 * A CSV download (docs/domain.md section 5): the header goes out before the first row is read, rows follow as the database gives them, in the
 * same memory whatever their number; a failing query cuts the connection. Throws ExportsBusy when too many run.
 */
export function csvResponse(database: Database, { fileName, headings, slices, fresh, at, signal }: CsvFile): Response {
  const rows = database.copyCsv(slices, signal, { fresh });
  const header = new TextEncoder().encode(stringify([headings]));
  const withHeader = new TransformStream<Uint8Array, Uint8Array>({ start: (controller) => controller.enqueue(header) }, undefined, {
    highWaterMark: 1,
  });
  return new Response(rows.pipeThrough(withHeader), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}-${at.toISOString().slice(0, 10)}.csv"`,
      "Cache-Control": "no-store",
      "X-Accel-Buffering": "no",
    },
  });
}
