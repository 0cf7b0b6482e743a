import { csvLimits } from "#contract/base/csv-columns";
import type { Figures } from "#contract/base/figures";
import { notXlsx, tooLarge } from "../../files/xlsx/archive.ts";
import { xlsxLimits } from "../../files/xlsx/limits.ts";
import { columnOfLetters, type Merge } from "../../files/xlsx/merged-cells.ts";
import { type NumberFormat, numberText } from "../../files/xlsx/number-format.ts";
import { type SharedStrings, textCollector } from "../../files/xlsx/shared-strings.ts";
import { type Attributes, isTrue, xmlReader } from "../../files/xlsx/xml.ts";
import { errorOf, uncalculated } from "./cell-text.ts";
import { type FileRow, tooManyColumns, tooManyLines, tooManyRowCharacters } from "./csv-rows.ts";
import { mergeFiller } from "./merge-filler.ts";

/** The parts of a workbook that its sheets share. */
export type SheetContext = {
  formats: NumberFormat[];
  sharedStrings: SharedStrings;
  isFrom1904: boolean;
  figures: Figures;
};

/** Makes rows of a sheet's XML (ECMA-376 part 1, 18.3). */
export class SheetReader {
  /** True once the rows have ended. */
  isOver = false;
  readonly #fill: ReturnType<typeof mergeFiller>;
  readonly #xml: ReturnType<typeof xmlReader>;
  readonly #text = textCollector();
  /** The rows that ended in this piece. */
  #rows: FileRow[] = [];
  /** The row that is being read, and its length in characters. */
  #row: { line: number; cells: string[]; length: number } = { line: 0, cells: [], length: 0 };
  /** The cell that is being read, and its column. */
  #cell = { place: -1, type: "n", style: 0, hasFormula: false, hasValue: false };
  #isData = false;
  #isText = false;
  /** True inside of the reading of a Japanese text. */
  #isReading = false;
  #rowElements = 0;
  #cellElements = 0;
  #characters = 0;

  constructor(
    private readonly context: SheetContext,
    merges: Merge[],
  ) {
    this.#fill = mergeFiller(merges);
    this.#xml = xmlReader({
      open: (name, attributes) => this.#open(name, attributes),
      close: (name) => this.#close(name),
      text: (piece) => this.#isText && this.#text.add(piece),
    });
  }

  /** Gives the rows that end in this piece. Throws 422 on `file` beyond a limit. */
  read(piece: string): FileRow[] {
    this.#rows = [];
    this.#xml.write(piece);
    return this.#rows;
  }

  #open(name: string, attributes: Attributes): void {
    if (name === "sheetData") this.#isData = true;
    if (!this.#isData || this.isOver) return;
    if (name === "row") this.#beginRow(attributes.r);
    else if (name === "c") this.#beginCell(attributes.r, attributes.t, attributes.s);
    else if (name === "rPh") this.#isReading = true;
    else if (name === "f") this.#cell.hasFormula = true;
    else if (name === "v") this.#cell.hasValue = true;
    this.#isText = (name === "v" || name === "t") && !this.#isReading;
  }

  #close(name: string): void {
    this.#isText = false;
    if (name === "rPh") this.#isReading = false;
    if (!this.#isData || this.isOver) return;
    if (name === "c") this.#endCell();
    else if (name === "row" && this.#row.cells.length > 0) this.#endRow();
    else if (name === "sheetData") this.isOver = true;
  }

  #beginRow(number: string | undefined): void {
    if (++this.#rowElements > csvLimits.lines) throw tooManyLines(this.context.figures);
    const { line } = this.#row;
    const next = number === undefined ? line + 1 : Number(number);
    // a line names one row
    if (!Number.isInteger(next) || next <= line || next > xlsxLimits.lastLine) throw notXlsx();
    this.#row = { line: next, cells: [], length: 0 };
    this.#cell.place = -1;
  }

  #beginCell(
    reference: string | undefined,
    type: string | undefined,
    style: string | undefined,
  ): void {
    if (++this.#cellElements > xlsxLimits.cells) throw tooLarge();
    const { place } = this.#cell;
    const next = reference === undefined ? place + 1 : columnOf(reference);
    if (next <= place) throw notXlsx();
    this.#cell = {
      place: next,
      type: type ?? "n",
      style: Number(style ?? 0),
      hasFormula: false,
      hasValue: false,
    };
    this.#text.clear();
  }

  #endRow(): void {
    const { line, cells } = this.#row;
    const row = this.#fill({ line, cells });
    if (!row) return;
    const length = row.cells.reduce((sum, cell) => sum + cell.length, 0); // and merges
    if (length + row.cells.length > csvLimits.rowCharacters)
      throw tooManyRowCharacters(line, this.context.figures);
    this.#characters += length;
    if (this.#characters > xlsxLimits.characters) throw tooLarge();
    this.#rows.push(row);
  }

  #endCell(): void {
    const text = this.#readCell();
    if (text === "") return;
    const { place } = this.#cell;
    const { line, cells } = this.#row;
    if (place >= csvLimits.columns) throw tooManyColumns(line, this.context.figures);
    while (cells.length < place) cells.push("");
    cells.push(text);
    this.#row.length += text.length + 1;
    if (place + this.#row.length > csvLimits.rowCharacters)
      throw tooManyRowCharacters(line, this.context.figures);
  }

  /** Gives the cell's text as people see it. */
  #readCell(): string {
    const { type, style, hasFormula, hasValue } = this.#cell;
    const { sharedStrings, formats, isFrom1904 } = this.context;
    const value = this.#text.take();
    if (type === "e") return errorOf(value);
    if (value === "") return hasFormula && !(hasValue && type === "str") ? uncalculated : "";
    if (type === "s") return sharedStrings(Number(value));
    if (type === "b") return isTrue(value) ? "TRUE" : "FALSE";
    if (type === "d") return value.replace(/T00:00(:00(\.0+)?)?Z?$/, "");
    return type === "n" ? numberText(value, formats[style], isFrom1904) : value;
  }
}

/** "C5" is 2. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}(?=\d{1,7}$)/.exec(reference)?.[0];
  if (letters === undefined) throw notXlsx();
  return columnOfLetters(letters);
}
