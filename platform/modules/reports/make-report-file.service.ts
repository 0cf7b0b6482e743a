import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FileFormat } from "#contract/base/table-files";
import { xlsxMediaType } from "#contract/base/uploads";
import type { ReportKey } from "#contract/reports/catalogue";
import type { Report } from "#contract/reports/report";
import type { Scope } from "../../access/scope.ts";
import type { Database } from "../../db/database.ts";
import type { FileStore } from "../../files/file-store.ts";
import { spoolPrefix } from "../../files/spool.ts";
import { copyTable, writeTable } from "../../http/table-file.ts";
import { exportReport } from "./report-export.queries.ts";
import type { resolveFilters } from "./reports.service.ts";
import { sources } from "./sources.ts";

type FileRequest = {
  scope: Scope;
  report: Report;
  resolvedFilters: Awaited<ReturnType<typeof resolveFilters>>;
  format: FileFormat;
  /** Its name in the file store. */
  key: string;
  mostBytes: number;
};

/**
 * Streams the rows to a file of this machine and that to the store, a chunk in memory at a time;
 * gives its bytes.
 */
export async function makeReportFile(
  { now, signal, ...call }: { database: Database; now: Date; signal: AbortSignal },
  files: FileStore,
  { scope, report, resolvedFilters: { criteria, units }, format, key, mostBytes }: FileRequest,
): Promise<number | "empty" | "too large"> {
  const { database } = await call.database.forReports();
  const rows = exportReport(scope, database.db, {
    source: sources[report.key as ReportKey],
    criteria,
    units,
  });
  const read = countBytes();
  const copied = copyTable(database, rows, { format, signal }).pipeThrough(read.stream);
  const table = { columns: rows.columns, fileName: report.fileName, sheetName: report.title };
  const body = writeTable(copied, table, { format, now, isMarked: true });
  const folder = await mkdtemp(join(tmpdir(), spoolPrefix));
  try {
    const path = join(folder, randomUUID());
    const written = limitBytes(mostBytes);
    const isWhole = await pipeline(
      Readable.fromWeb(body as never),
      written.stream,
      createWriteStream(path, { mode: 0o600 }),
    ).then(
      () => true,
      (error: unknown) => {
        if (error instanceof FileTooLargeError) return false;
        throw error;
      },
    );
    if (!isWhole) return "too large";
    if (read.bytes() === 0) return "empty";
    const bytes = written.bytes();
    await files.put(key, {
      path,
      bytes,
      mediaType: format === "xlsx" ? xlsxMediaType : "text/csv",
    });
    return bytes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

class FileTooLargeError extends Error {}

function countBytes() {
  let bytes = 0;
  const stream = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      controller.enqueue(chunk);
    },
  });
  return { stream, bytes: () => bytes };
}

function limitBytes(most: number) {
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.byteLength;
      done(bytes > most ? new FileTooLargeError("the report is too large") : null, chunk);
    },
  });
  return { stream, bytes: () => bytes };
}
