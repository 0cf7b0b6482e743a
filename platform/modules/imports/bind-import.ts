import { sql } from "drizzle-orm";
import type { ImportEndpoints } from "#contract/imports/endpoints";
import { wordCell } from "../../db/export-cells.ts";
import { onlyFile } from "../../files/uploaded-file.ts";
import type { Bind } from "../../http/bind.ts";
import { answerTable } from "../../http/table-file.ts";
import type { Importer } from "./importer.ts";
import {
  type AppliedRun,
  applyImport,
  checkFile,
  exportRefusedRows,
  importFile,
  listImportRows,
  showImport,
} from "./imports.service.ts";

type Kind<Row> = {
  endpoints: ImportEndpoints;
  importer: Importer<Row>;
  /**
   * The importer that checks a file with options; the same importer if a kind has
   * none.
   */
  checking?: (options: { createPeople?: "true" | "false" }) => Importer<Row>;
  /** The beginning of the names of downloads. */
  fileName: string;
};

/**
 * Binds the calls of one kind of CSV to its importer, for the routes of the module that the kind
 * belongs to.
 */
export function bindImport<Row>(
  bind: Bind,
  { endpoints, importer, checking = () => importer, fileName }: Kind<Row>,
) {
  bind.json(endpoints.check, async (call, { query, files }) => {
    const upload = { importer: checking(query), file: onlyFile(files) };
    if (query.dryRun === "true") return { data: await checkFile(call, upload) };
    const data = await importFile(call, upload);
    return { message: importMessage(data), data };
  });
  bind.file(endpoints.template, (call, { query }) =>
    answerTable(call, query, {
      fileName: `${fileName}-template`,
      columns: importer.columns.map(({ heading }) => [heading, wordCell(sql`null`)]),
      slices: () => [],
    }),
  );
  bind.json(endpoints.apply, async (call, { params }) => {
    const data = await applyImport(call, { importer, id: params.importId });
    return { message: importMessage(data), data };
  });
  bind.json(endpoints.show, async (call, { params }) => ({
    data: await showImport(call, { importer, id: params.importId }),
  }));
  bind.json(endpoints.rows, (call, { params, query }) =>
    listImportRows(call, { ...query, importer, id: params.importId }),
  );
  bind.file(endpoints.refused, async (call, { params, query }) =>
    answerTable(call, query, {
      fileName: `${fileName}-refused`,
      ...(await exportRefusedRows(call, { importer, id: params.importId })),
    }),
  );
}

const importMessage = ({ toAdd, toChange, emails }: AppliedRun) =>
  [`${toAdd} added, ${toChange} changed`, emails].filter(Boolean).join(". ");
