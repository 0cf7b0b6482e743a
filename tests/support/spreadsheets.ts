import { readCsv } from "./csv.ts";
import { xlsxOf } from "./xlsx.ts";

/** Gives one of our CSV files as a spreadsheet would save it after opening. */
type SpreadsheetSaver = (csv: string) => Promise<Uint8Array<ArrayBuffer>>;

const shortDate = /^(\d\d)\/(\d\d)\/(\d\d)$/;
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

// as a stream, because Node 20 decodes it as Latin-1 if all of it comes at once
const windowsLetters = new TextDecoder("windows-1252").decode(
  Uint8Array.from({ length: 256 }, (_, byte) => byte),
  { stream: true },
);
/** Encodes text in Windows-1252, with a question mark for each letter that it lacks. */
const windowsBytesOf = (text: string) =>
  Uint8Array.from(text, (letter) => {
    const byte = windowsLetters.indexOf(letter);
    return byte < 0 ? 63 : byte;
  });
const rowsOf = (csv: string) => readCsv(csv.replace(/^\ufeff/, ""));

/** Shows a number as a spreadsheet does: no leading zeros, exponents beyond eleven digits. */
function general(cell: string): string {
  if (!/^\d+$/.test(cell)) return cell;
  const digits = cell.replace(/^0+(?=\d)/, "");
  return digits.length < 12 ? digits : Number(digits).toExponential(5).replace("e", "E");
}

function csvOf(
  rows: string[][],
  { delimiter = ",", end = "\r\n" }: { delimiter?: string; end?: string } = {},
): string {
  const quoted = (cell: string) =>
    /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return rows.map((cells) => cells.map(quoted).join(delimiter) + end).join("");
}

/** Drops the empty cells at the end of a row, as Excel does below the sixteenth row. */
const shortened = (cells: string[]) =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);

const excelRows = (csv: string) =>
  rowsOf(csv).map((cells) =>
    shortened(cells.map((cell) => general(cell.replace(shortDate, "$1-$2-20$3")))),
  );

export const savedBy: Record<string, SpreadsheetSaver> = {
  "Excel in India, CSV UTF-8": async (csv) => bytesOf(`\ufeff${csvOf(excelRows(csv))}`),
  "Excel in India, CSV": async (csv) => windowsBytesOf(csvOf(excelRows(csv))),
  "Excel with dates as 20-Nov-26": async (csv) => {
    const name = (month: string) =>
      new Date(2026, Number(month) - 1).toLocaleString("en-GB", { month: "short" }).slice(0, 3);
    const rows = rowsOf(csv).map((cells) =>
      cells.map((cell) => cell.replace(shortDate, (_, d, m, y) => `${Number(d)}-${name(m)}-${y}`)),
    );
    return bytesOf(`sep=;\r\n${csvOf(rows, { delimiter: ";" })}`);
  },
  "LibreOffice, CSV": async (csv) =>
    bytesOf(
      csvOf(
        rowsOf(csv).map((cells) => cells.map((cell) => cell.replace(shortDate, "$1.$2.20$3"))),
        { end: "\n" },
      ),
    ),
  "Excel, .xlsx": (csv) =>
    xlsxOf(
      rowsOf(csv).map((cells) =>
        cells.map((cell) => {
          const [, day, month, year] = shortDate.exec(cell) ?? [];
          if (cell === "") return null;
          if (day !== undefined)
            return {
              value: new Date(Date.UTC(2000 + Number(year), Number(month) - 1, Number(day))),
              type: Date,
              format: "dd-mm-yyyy",
            };
          return /^[1-9]\d{0,10}$/.test(cell)
            ? { value: Number(cell), type: Number }
            : { value: cell, type: String };
        }),
      ) as never,
    ),
};
