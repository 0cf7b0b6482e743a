import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { csvLimits } from "#contract/base/csv-columns";
import type { Figures } from "#contract/base/figures";
import { messages } from "#contract/base/messages";
import { invalid } from "../../base/refusal.ts";
import type { TextEncoding } from "../../files/text-encoding.ts";
import { importMessages } from "./messages.ts";

/** A reading ends with its signal, and its refusals have figures as its person writes them. */
export type FileReading = { signal: AbortSignal; figures: Figures };

/**
 * `line` counts as a spreadsheet does: a cell of several lines is within one, an empty line is one.
 */
export type FileRow = { line: number; cells: string[] };

/** So much is looked at for the delimiter. */
const headingLength = 64 * 1024;
/**
 * Characters that the parser gets at a time: it makes rows of all of them at once, which wait in
 * memory to be taken. A row of another length than the heading costs it 60 microseconds, so that
 * even 500 of them hold up nobody.
 */
const pieceLength = 1024;

export type CsvText = { bytes: AsyncIterable<Uint8Array>; encoding: TextEncoding };
type CsvRecord = { record: string[]; info: { records: number; empty_lines: number } };

/**
 * The rows of a CSV file, read as it comes and in little memory: comma, semicolon or tab between
 * cells, told by the first line; any line ends. Empty rows are left out. Other work has its turn
 * between pieces of it. Throws 422 on `file` for what is no such file, or has more rows, lines,
 * columns or characters in a row than may be (csvLimits), and the signal's reason once that is
 * aborted.
 */
export async function* readCsvRows(
  { bytes, encoding }: CsvText,
  { signal, figures }: FileReading,
): AsyncGenerator<FileRow, void, undefined> {
  const texts = decoded(bytes, encoding)[Symbol.asyncIterator]();
  const head = await beginning(texts);
  const parser = parse({
    delimiter: delimiterOf(head),
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: true,
    ltrim: true, // lines of spaces are empty too
    info: true,
    max_record_size: csvLimits.rowCharacters,
  });
  const bounds = lineBounds(figures);
  const feed = async function* (text: string) {
    for (const piece of pieces(text)) {
      await nextTurn();
      signal.throwIfAborted();
      bounds.check(piece);
      yield piece;
    }
  };
  const all = (async function* () {
    yield* feed(head);
    for (let next = await texts.next(); !next.done; next = await texts.next())
      yield* feed(next.value);
  })();
  const fed = pipeline(Readable.from(all), parser);
  fed.catch(() => {}); // what fails there fails the reading below
  let count = 0;
  try {
    for await (const { record: cells, info } of parser as AsyncIterable<CsvRecord>) {
      if (cells.every((cell) => cell.trim() === "")) continue;
      const line = info.records + info.empty_lines;
      if (cells.length > csvLimits.columns) throw tooManyColumns(line, figures);
      if (count++ > csvLimits.rows) throw tooManyRows(figures);
      yield { line, cells };
    }
  } catch (error) {
    throw error instanceof CsvError ? invalid({ file: wordsFor(error) }) : error;
  } finally {
    parser.destroy();
  }
}

export const tooManyRows = ({ figure }: Figures) =>
  invalid({ file: importMessages.tooManyRows(figure(csvLimits.rows)) });
export const tooManyLines = ({ figure }: Figures) =>
  invalid({ file: importMessages.tooManyLines(figure(csvLimits.lines)) });
export const tooManyColumns = (line: number, { figure }: Figures) =>
  invalid({ file: importMessages.tooManyColumns(line, figure(csvLimits.columns)) });
export const tooManyRowCharacters = (line: number, { figure }: Figures) =>
  invalid({ file: importMessages.longRow(line, figure(csvLimits.rowCharacters)) });

/**
 * What the parser does not bound: empty lines, and a row of nothing but delimiters. Both checks
 * throw 422 on `file`.
 */
function lineBounds(figures: Figures) {
  let lines = 0;
  let rowLength = 0;
  return {
    check(piece: string): void {
      const rows = piece.split(/\r\n?|\n/);
      lines += rows.length - 1;
      rowLength = (rows.length > 1 ? 0 : rowLength) + (rows.at(-1)?.length ?? 0);
      if (lines > csvLimits.lines) throw tooManyLines(figures);
      if (rowLength > csvLimits.rowCharacters) throw tooManyRowCharacters(lines + 1, figures);
    },
  };
}

/** As text, without its byte order mark. Throws 422 on `file` for bytes that are none. */
async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  encoding: TextEncoding,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const read = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw invalid({ file: messages.fileType });
    }
  };
  for await (const chunk of bytes) yield read(chunk);
  yield read();
}

/** None ends within a character of two code units: its halves alone would become other signs. */
function* pieces(text: string): Generator<string, void, undefined> {
  for (let at = 0, end: number; at < text.length; at = end) {
    end = at + pieceLength;
    if (/[\ud800-\udbff]/.test(text[end - 1] ?? "")) end++;
    yield text.slice(at, end);
  }
}

/** At least the heading, as far as it is not longer than any. */
async function beginning(texts: AsyncIterator<string>): Promise<string> {
  let head = "";
  while (head.length < headingLength && !/[\r\n]/.test(head)) {
    const next = await texts.next();
    if (next.done) break;
    head += next.value;
  }
  return head;
}

/** The sign that stands most often outside quotes in the first line. */
function delimiterOf(head: string): string {
  const heading = (/^[^\r\n]*/.exec(head)?.[0] ?? "").replace(/"[^"]*"/g, "");
  const count = (sign: string) => heading.split(sign).length;
  return [";", "\t"].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ",");
}

function wordsFor(error: CsvError): string {
  const row = Number(error.records) + 1;
  if (error.code === "CSV_QUOTE_NOT_CLOSED" || error.code === "CSV_MAX_RECORD_SIZE")
    return importMessages.openQuote(row);
  return importMessages.misplacedQuote(row);
}

/** Whether a cell is longer than may be. */
export const isTooLong = (cell: string) => cell.length > csvLimits.cellCharacters;
