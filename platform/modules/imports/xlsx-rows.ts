import { type CsvColumn, csvLimits } from "#contract/base/csv-columns";
import type { Figures } from "#contract/base/figures";
import { invalid } from "../../base/refusal.ts";
import { notXlsx, tooLarge } from "../../files/xlsx/archive.ts";
import { xlsxLimits } from "../../files/xlsx/limits.ts";
import { columnOfLetters, type Merge, readMerges } from "../../files/xlsx/merged-cells.ts";
import { type NumberFormat, numberText, readFormats } from "../../files/xlsx/number-format.ts";
import {
  readSharedStrings,
  type SharedStrings,
  textCollector,
} from "../../files/xlsx/shared-strings.ts";
import { openWorkbook, type Sheet, type Workbook } from "../../files/xlsx/workbook.ts";
import { isTrue, xmlReader } from "../../files/xlsx/xml.ts";
import { errorOf, uncalculated } from "./cell-text.ts";
import {
  type FileReading,
  type FileRow,
  tooManyColumns,
  tooManyLines,
  tooManyRowCharacters,
  tooManyRows,
} from "./csv-rows.ts";
import { mergeFiller } from "./merge-filler.ts";
import { importMessages } from "./messages.ts";

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

type Context = {
  formats: NumberFormat[];
  sharedStrings: SharedStrings;
  isFrom1904: boolean;
  figures: Figures;
};

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
    const context = { formats, sharedStrings, isFrom1904, figures };
    const { part } = await findSheet(workbook, context, signal, search);
    const sheet = sheetReader(context, await readMerges(archive.read(part, signal)));
    let count = 0;
    for await (const piece of archive.read(part, signal)) {
      for (const row of sheet.read(piece)) {
        if (count++ > csvLimits.rows) throw tooManyRows(figures);
        yield row;
      }
      if (sheet.isOver()) return; // anything after the rows is not read
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
  context: Context,
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

async function firstRows(pieces: AsyncIterable<string>, context: Context): Promise<FileRow[]> {
  const sheet = sheetReader(context, []);
  const rows: FileRow[] = [];
  let characters = 0;
  for await (const piece of pieces) {
    rows.push(...sheet.read(piece));
    characters += piece.length;
    if (rows.length >= mostRows || characters > mostCharacters || sheet.isOver()) break;
  }
  return rows.slice(0, mostRows);
}

/** Makes rows of a sheet's XML (ECMA-376 part 1, 18.3). */
function sheetReader(context: Context, merges: Merge[]) {
  const fill = mergeFiller(merges);
  let rows: FileRow[] = [];
  let isData = false;
  let isOver = false;
  let isText = false;
  let isReading = false;
  let rowElements = 0;
  let cellElements = 0;
  let characters = 0;
  let [line, cells, rowLength]: [number, string[], number] = [0, [], 0];
  let place = -1;
  let type = "n";
  let style = 0;
  let hasFormula = false;
  let hasValue = false;
  const text = textCollector();

  const reader = xmlReader({
    open(name, attributes) {
      if (name === "sheetData") isData = true;
      if (!isData || isOver) return;
      if (name === "row") beginRow(attributes.r);
      else if (name === "c") beginCell(attributes.r, attributes.t, attributes.s);
      else if (name === "rPh") isReading = true;
      else if (name === "f") hasFormula = true;
      else if (name === "v") hasValue = true;
      isText = (name === "v" || name === "t") && !isReading;
    },
    close(name) {
      isText = false;
      if (name === "rPh") isReading = false;
      if (!isData || isOver) return;
      if (name === "c") endCell();
      else if (name === "row" && cells.length > 0) endRow();
      else if (name === "sheetData") isOver = true;
    },
    text: (piece) => isText && text.add(piece),
  });

  return {
    /** The rows that end in this piece. */
    read(piece: string): FileRow[] {
      rows = [];
      reader.write(piece);
      return rows;
    },
    isOver: () => isOver,
  };

  function beginRow(number: string | undefined): void {
    if (++rowElements > csvLimits.lines) throw tooManyLines(context.figures);
    const next = number === undefined ? line + 1 : Number(number);
    // a line names one row
    if (!Number.isInteger(next) || next <= line || next > xlsxLimits.lastLine) throw notXlsx();
    [line, cells, rowLength, place] = [next, [], 0, -1];
  }

  function beginCell(
    reference: string | undefined,
    cellType: string | undefined,
    styleNumber: string | undefined,
  ): void {
    if (++cellElements > xlsxLimits.cells) throw tooLarge();
    const next = reference === undefined ? place + 1 : columnOf(reference);
    if (next <= place) throw notXlsx();
    [place, type, style] = [next, cellType ?? "n", Number(styleNumber ?? 0)];
    [hasFormula, hasValue] = [false, false];
    text.clear();
  }

  function endRow(): void {
    const row = fill({ line, cells });
    if (!row) return;
    const length = row.cells.reduce((sum, cell) => sum + cell.length, 0); // and merges
    if (length + row.cells.length > csvLimits.rowCharacters)
      throw tooManyRowCharacters(line, context.figures);
    characters += length;
    if (characters > xlsxLimits.characters) throw tooLarge();
    rows.push(row);
  }

  function endCell(): void {
    const cell = cellText();
    if (cell === "") return;
    if (place >= csvLimits.columns) throw tooManyColumns(line, context.figures);
    while (cells.length < place) cells.push("");
    cells.push(cell);
    rowLength += cell.length + 1;
    if (place + rowLength > csvLimits.rowCharacters)
      throw tooManyRowCharacters(line, context.figures);
  }

  function cellText(): string {
    const value = text.take();
    if (type === "e") return errorOf(value);
    if (value === "") return hasFormula && !(hasValue && type === "str") ? uncalculated : "";
    if (type === "s") return context.sharedStrings(Number(value));
    if (type === "b") return isTrue(value) ? "TRUE" : "FALSE";
    if (type === "d") return value.replace(/T00:00(:00(\.0+)?)?Z?$/, "");
    return type === "n" ? numberText(value, context.formats[style], context.isFrom1904) : value;
  }
}

/** "C5" is 2. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}(?=\d{1,7}$)/.exec(reference)?.[0];
  if (letters === undefined) throw notXlsx();
  return columnOfLetters(letters);
}
