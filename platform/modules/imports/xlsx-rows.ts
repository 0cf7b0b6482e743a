import { type CsvColumn, csvLimits } from "#contract/base/csv-columns";
import { invalid } from "../../base/refusal.ts";
import { notXlsx } from "../../files/xlsx/archive.ts";
import { readMerges } from "../../files/xlsx/merged-cells.ts";
import { readFormats } from "../../files/xlsx/number-format.ts";
import { readSharedStrings } from "../../files/xlsx/shared-strings.ts";
import { openWorkbook, type Sheet, type Workbook } from "../../files/xlsx/workbook.ts";
import { type FileReading, type FileRow, tooManyRows } from "./csv-rows.ts";
import { importMessages } from "./messages.ts";
import { type SheetContext, SheetReader } from "./sheet-reader.ts";

/** Finds the sheet whose heading has most of the columns. */
export type SheetSearch = {
  /** Counts the columns that a row has; 0 if it is not a heading. */
  matches(cells: string[]): number;
  columns: readonly Pick<CsvColumn, "heading" | "required">[];
  /** Says which sheet is read, of several. */
  remark(text: string): void;
};
/** Sheets that are searched, and the limits for each. */
const mostSheets = 20;
const mostRows = 20;
const mostCharacters = 512 * 1024;

/**
 * Reads the rows of an .xlsx file's sheet as people see them, merged cells filled, while they are
 * unpacked; empty rows are left out. Lets other work run between pieces. Throws 422 on `file`
 * for a file of another kind or beyond a limit (csvLimits, xlsxLimits), and if none of its
 * sheets has the columns; the signal's reason once that is aborted.
 */
export async function* readXlsxRows(
  path: string,
  { signal, figures }: FileReading,
  search?: SheetSearch,
): AsyncGenerator<FileRow, void, undefined> {
  const workbook = await openWorkbook(path, signal);
  const { archive, isFrom1904 } = workbook;
  try {
    const formats = await readFormats(archive, workbook.styles, signal);
    const sharedStrings = await readSharedStrings(archive, workbook.sharedStrings, signal);
    const context: SheetContext = { formats, sharedStrings, isFrom1904, figures };
    const { part } = await findSheet(workbook, context, signal, search);
    const sheet = new SheetReader(context, await readMerges(archive.read(part, signal)));
    let count = 0;
    for await (const piece of archive.read(part, signal)) {
      for (const row of sheet.read(piece)) {
        if (count++ > csvLimits.rows) throw tooManyRows(figures);
        yield row;
      }
      if (sheet.isOver) return; // anything after the rows is not read
    }
    throw notXlsx(); // the sheet breaks off
  } finally {
    archive.close();
  }
}

/**
 * Finds the sheet of which one of the first rows has most of the columns. If none has any, takes
 * the only one that is not empty, so that its heading is reported. Throws 422 for several.
 */
async function findSheet(
  { archive, sheets }: Workbook,
  context: SheetContext,
  signal: AbortSignal,
  search: SheetSearch | undefined,
): Promise<Sheet> {
  const [first = { name: "", part: "" }, ...others] = sheets;
  if (!search || others.length === 0) return first;
  const looks: { sheet: Sheet; isEmpty: boolean; matches: number }[] = [];
  for (const sheet of sheets.slice(0, mostSheets)) {
    const rows = await firstRows(archive.read(sheet.part, signal), context);
    const matches = Math.max(0, ...rows.map(({ cells }) => search.matches(cells)));
    looks.push({ sheet, isEmpty: rows.length === 0, matches });
  }
  const best = looks.reduce((most, look) => (look.matches > most.matches ? look : most));
  if (best.matches > 0) {
    search.remark(importMessages.sheet(best.sheet.name.slice(0, 100), sheets.length));
    return best.sheet;
  }
  const [only = looks[0], ...more] = looks.filter(({ isEmpty }) => !isEmpty);
  if (more.length === 0) return only?.sheet ?? first;
  const required = search.columns.filter((column) => column.required);
  const needed = required.length > 0 ? required : search.columns;
  throw invalid({ file: importMessages.noSheet(needed.map(({ heading }) => heading)) });
}

async function firstRows(pieces: AsyncIterable<string>, context: SheetContext): Promise<FileRow[]> {
  const sheet = new SheetReader(context, []);
  const rows: FileRow[] = [];
  let characters = 0;
  for await (const piece of pieces) {
    rows.push(...sheet.read(piece));
    characters += piece.length;
    if (rows.length >= mostRows || characters > mostCharacters || sheet.isOver) break;
  }
  return rows.slice(0, mostRows);
}
