import { stringify } from "csv-stringify/sync";
import { reasonHeading } from "#contract/base/csv-columns";
import type { ImportEndpoints, ImportRun } from "#contract/imports/endpoints";
import type { Caller } from "../../access/caller.ts";
import type { Scope } from "../../access/scope.ts";
import type { Database, Db } from "../../db/client.ts";
import type { Bind } from "../../http/bind.ts";
import { csvResponse } from "../../http/csv.ts";
import type { Importer } from "./importer.ts";
import { findColumnsOfFile, findLastLine, refusedSlices } from "./imports.queries.ts";
import { applyImport, checkFile, importAtOnce, listRows, showImport } from "./imports.service.ts";

/** Rows that the embedded engine copies at once: few enough that others hardly wait. */
const embeddedSliceRows = 500;

type Needs<Row> = {
  database: Database;
  clock: () => number;
  endpoints: ImportEndpoints;
  importer: Importer<Row>;
  /** The importer that checks a file about which something is said; the same where a kind knows nothing of the sort. */
  checking?: (said: { createPeople?: "true" | "false" }) => Importer<Row>;
  /** Begins the names of what is downloaded. */
  fileName: string;
  /** Whose things the file is about. */
  scopeOf: (db: Db, caller: Caller, companyId: number | undefined) => Promise<Scope>;
};

/** Binds the calls of one kind of CSV to its importer. */
export function importRoutes<Row>(
  bind: Bind,
  { database, clock, endpoints, importer, checking = () => importer, fileName, scopeOf }: Needs<Row>,
) {
  const { db } = database;
  const now = () => new Date(clock());
  bind.json(endpoints.check, async (call, { query, files }) => {
    const scope = call.scope;
    const [sent] = files;
    if (!sent) throw new Error("an upload without a file");
    const file = { name: sent.name, bytes: sent.open(), encoding: sent.encoding ?? "utf-8" };
    const reader = checking(query);
    if (query.dryRun === "true") return { data: await checkFile(scope, database, reader, file, call, call.now) };
    const data = await importAtOnce(scope, database, reader, file, call, call.now);
    return { message: wordsOf(data), data };
  });
  // before the paths with an id, which it would be taken for
  bind.file(endpoints.template, async () => {
    const headings = importer.columns.map(({ heading }) => heading);
    return new Response(stringify([headings]), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${fileName}-template.csv"`,
        "Cache-Control": "no-store",
      },
    });
  });
  bind.json(endpoints.apply, async (call, { params, query }) => {
    const data = await applyImport(call.scope, database, importer, params.importId, call, call.now);
    return { message: wordsOf(data), data };
  });
  bind.json(endpoints.show, async (call, { params, query }) => ({
    data: await showImport(call.scope, db, importer, params.importId, call),
  }));
  bind.json(endpoints.rows, async (call, { params, query }) => listRows(call.scope, db, importer, params.importId, query, call));
  bind.file(endpoints.refused, async (call, { params: { importId }, query }) => {
    const scope = call.scope;
    await showImport(scope, db, importer, importId, call);
    const columns = await findColumnsOfFile(scope, db, importId, importer.columns.length);
    const lastLine = await findLastLine(scope, db, importId);
    const slices = refusedSlices(scope, importId, columns, lastLine, database.engine === "embedded" ? embeddedSliceRows : undefined);
    const headings = [...columns.map((column) => importer.columns[column]?.heading ?? ""), reasonHeading];
    return csvResponse(database, { fileName: `${fileName}-refused`, headings, slices, fresh: true, at: call.now, signal: call.signal });
  });
}

const wordsOf = ({ toAdd, toChange }: ImportRun) => `${toAdd} added, ${toChange} changed`;
