import { xlsxMediaType } from "#contract/base/uploads";
import type { Scope } from "../access/scope.ts";
import { slotHolderOf } from "../access/slot-holder.ts";
import type { CsvRows } from "../db/copy-csv.ts";
import { xlsxSelectsOf } from "../db/xlsx-cells.ts";
import type { SignedInCall } from "./context.ts";
import { downloadHeaders, embeddedSliceRows } from "./csv.ts";
import { streamWorkbook } from "./workbook.ts";

/** Cells are those of db/xlsx-cells.ts. */
type XlsxFile = CsvRows & {
  /** Without date and ending: these are added. */
  fileName: string;
  sheetName: string;
};

/** The same download as csvResponse's, as a workbook. Throws 429 when too many run. */
export function xlsxResponse(call: SignedInCall & { scope?: Scope }, file: XlsxFile): Response {
  const { database, now, signal } = call;
  const selects = xlsxSelectsOf(
    file,
    database.engine === "embedded" ? embeddedSliceRows : undefined,
  );
  const rows = database.copyCsv(selects, signal, { reader: slotHolderOf(call) });
  const headings = file.columns.map(([heading]) => heading);
  const body = streamWorkbook(rows, { sheetName: file.sheetName, headings, now });
  return new Response(body, {
    headers: downloadHeaders(
      xlsxMediaType,
      `${file.fileName}-${now.toISOString().slice(0, 10)}.xlsx`,
    ),
  });
}
