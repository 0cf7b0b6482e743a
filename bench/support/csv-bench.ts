import type { SQLWrapper } from "drizzle-orm";
import { type ExportRows, selectsOf } from "../../platform/db/export-cells.ts";
import { inlineLiterals } from "../../platform/db/inline-literals.ts";
import { type Download, download, psqlCopy } from "./export.ts";
import { compared, type Figure, limited, median } from "./figures.ts";
import type { ServerProcess } from "./processes.ts";

const warmUps = 1;
const runs = 3;

type CsvBench = {
  server: ServerProcess;
  path: string;
  headers: Record<string, string>;
  databaseUrl: string;
  query: string;
  rows: number;
  atMost?: number;
};

/** A download and psql's COPY of the same query, in turn; rows is what rows a second counts. */
export async function compareWithCopy({
  server,
  path,
  headers,
  databaseUrl,
  query,
  rows,
  atMost = 2,
}: CsvBench) {
  const downloads: Download[] = [];
  const copies: number[] = [];
  for (let run = -warmUps; run < runs; run++) {
    const csvDownload = await download(server.url + path, headers, server.pid);
    const copy = await psqlCopy(databaseUrl, query);
    if (run < 0) continue;
    downloads.push(csvDownload);
    copies.push(copy);
  }
  const perSecond = (ms: number) => (rows / ms) * 1000;
  const figures: Figure[] = [
    compared({
      measure: "milliseconds of the download",
      peer: "psql \\copy",
      values: downloads.map(({ milliseconds }) => milliseconds),
      peers: copies,
      ratios: downloads.map(({ milliseconds }, i) => milliseconds / (copies[i] ?? Number.NaN)),
      atMost,
    }),
    limited("first byte", median(downloads.map(({ firstByteMs }) => firstByteMs)), 100, "ms"),
    limited(
      "peak memory growth",
      Math.max(...downloads.map(({ memoryGrowth }) => memoryGrowth)) / 2 ** 20,
      64,
      "MB",
    ),
  ];
  const details = {
    rowsPerSecond: Math.round(perSecond(median(downloads.map(({ milliseconds }) => milliseconds)))),
    copyRowsPerSecond: Math.round(perSecond(median(copies))),
    bytes: downloads[0]?.bytes,
    lines: downloads[0]?.lines,
  };
  return { figures, details };
}

/** The SQL of a file that PostgreSQL writes from one select. Throws if there are several. */
export async function onlySelect(file: ExportRows): Promise<string> {
  const selects: SQLWrapper[] = [];
  for await (const select of selectsOf(file, "csv", undefined)) selects.push(select);
  const [only] = selects;
  if (!only || selects.length > 1)
    throw new Error(`the file is made from ${selects.length} selects`);
  return inlineLiterals(only);
}
