import { csvLimits } from "#contract/base/csv-columns";
import type { Figures } from "#contract/base/figures";
import { notXlsx, tooLarge } from "../../files/xlsx/archive.ts";
import { xlsxLimits } from "../../files/xlsx/limits.ts";
import { type NumberFormat, numberText, readFormats } from "../../files/xlsx/number-format.ts";
import {
  readSharedStrings,
  type SharedStrings,
  textCollector,
} from "../../files/xlsx/shared-strings.ts";
import { openWorkbook } from "../../files/xlsx/workbook.ts";
import { isTrue, xmlReader } from "../../files/xlsx/xml.ts";
import {
  type FileReading,
  type FileRow,
  tooManyColumns,
  tooManyLines,
  tooManyRowCharacters,
  tooManyRows,
} from "./csv-rows.ts";

type Context = {
  formats: NumberFormat[];
  sharedStrings: SharedStrings;
  isFrom1904: boolean;
  figures: Figures;
};

/**
 * The rows of an .xlsx file's first sheet as people see them, read as they are unpacked; empty rows
 * are left out, and each row has a cell for every heading. Other work has its turn between pieces.
 * Throws 422 on `file` for what is no such file or has more than may be (csvLimits, xlsxLimits),
 * and the signal's reason once that is aborted.
 */
export async function* readXlsxRows(
  path: string,
  { signal, figures }: FileReading,
): AsyncGenerator<FileRow, void, undefined> {
  const workbook = await openWorkbook(path, signal);
  const { archive, isFrom1904 } = workbook;
  try {
    const formats = await readFormats(archive, workbook.styles, signal);
    const sharedStrings = await readSharedStrings(archive, workbook.sharedStrings, signal);
    const sheet = sheetReader({ formats, sharedStrings, isFrom1904, figures });
    let count = 0;
    let width = 0;
    for await (const piece of archive.read(workbook.sheet, signal)) {
      for (const row of sheet.read(piece)) {
        if (count++ > csvLimits.rows) throw tooManyRows(figures);
        width ||= row.cells.length;
        while (row.cells.length < width) row.cells.push("");
        yield row;
      }
      if (sheet.isOver()) return; // what follows the rows is not read
    }
    throw notXlsx(); // the sheet breaks off
  } finally {
    archive.close();
  }
}

/** Makes rows of a sheet's XML (ECMA-376 part 1, 18.3). */
function sheetReader(context: Context) {
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
  const text = textCollector();

  const reader = xmlReader({
    open(name, attributes) {
      if (name === "sheetData") isData = true;
      if (!isData || isOver) return;
      if (name === "row") beginRow(attributes.r);
      else if (name === "c") beginCell(attributes.r, attributes.t, attributes.s);
      else if (name === "rPh") isReading = true;
      isText = (name === "v" || name === "t") && !isReading;
    },
    close(name) {
      isText = false;
      if (name === "rPh") isReading = false;
      if (!isData || isOver) return;
      if (name === "c") endCell();
      else if (name === "row" && cells.length > 0) rows.push({ line, cells });
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
    text.clear();
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
    characters += cell.length;
    if (characters > xlsxLimits.characters) throw tooLarge();
  }

  function cellText(): string {
    const value = text.take();
    if (value === "") return "";
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
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
