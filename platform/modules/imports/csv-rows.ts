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
export type FileRow = {
  line: number;
  cells: string[];
  /** Columns over which a cell of the row is merged, counted from 0. */
  spans?: Span[];
  /** Set where the file has no line end after the row, its last. */
  isUnended?: true;
};
export type Span = { from: number; to: number };

/** The characters and lines in which the delimiter is looked for. */
const headingLength = 64 * 1024;
const headingLines = 20;
/**
 * Characters that the parser gets at a time: it makes rows of all of them at once, which wait in
 * memory to be taken. A row of another length than the heading costs it 60 microseconds, so that
 * even 500 of them hold up nobody.
 */
const pieceLength = 1024;

export type CsvText = { bytes: AsyncIterable<Uint8Array>; encoding: TextEncoding };
type CsvRecord = { record: string[]; info: { records: number; empty_lines: number } };

/**
 * Reads the rows of a CSV file as it comes, in little memory: comma, semicolon or tab between
 * cells, chosen by a first line `sep=;`, else by the heading line that `matches` finds; any
 * line ends. Empty rows are left out. Lets other work run between pieces. Throws 422 on `file` for
 * another kind of file, or one beyond a limit (csvLimits), and the signal's reason once that is
 * aborted.
 */
export async function* readCsvRows(
  { bytes, encoding }: CsvText,
  { signal, figures }: FileReading,
  matches: (cells: string[]) => number = () => 0,
): AsyncGenerator<FileRow, void, undefined> {
  const texts = decoded(bytes, encoding)[Symbol.asyncIterator]();
  const head = await beginning(texts);
  const sepLine = /^"?sep=([,;\t|])"?(?=[\r\n]|$)/i.exec(head);
  const parser = parse({
    delimiter: sepLine?.[1] ?? delimiterOf(head, matches),
    from: sepLine ? 2 : 1,
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
  fed.catch(() => {}); // an error there makes the reading below fail
  let count = 0;
  let last: FileRow | undefined;
  const records: AsyncIterable<CsvRecord> = parser;
  try {
    for await (const { record: cells, info } of records) {
      if (cells.every((cell) => cell.trim() === "")) continue;
      if (last) yield last;
      const line = info.records + info.empty_lines;
      if (cells.length > csvLimits.columns) throw tooManyColumns(line, figures);
      if (count++ > csvLimits.rows) throw tooManyRows(figures);
      last = { line, cells };
    }
    if (last) yield bounds.isEnded() ? last : Object.assign(last, { isUnended: true as const });
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
 * Limits what the parser does not: empty lines, and a row of nothing but delimiters. Both checks
 * throw 422 on `file`.
 */
function lineBounds(figures: Figures) {
  let lines = 0;
  let rowLength = 0;
  let isEnded = false;
  return {
    check(piece: string): void {
      const rows = piece.split(/\r\n?|\n/);
      isEnded = /[\r\n]$/.test(piece);
      lines += rows.length - 1;
      rowLength = (rows.length > 1 ? 0 : rowLength) + (rows.at(-1)?.length ?? 0);
      if (lines > csvLimits.lines) throw tooManyLines(figures);
      if (rowLength > csvLimits.rowCharacters) throw tooManyRowCharacters(lines + 1, figures);
    },
    /** True if the last piece ended a line. */
    isEnded: () => isEnded,
  };
}

/** Decodes bytes, without a byte order mark. Throws 422 on `file` for bytes that are not text. */
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

/** Reads until one of the two limits is reached, to contain the heading and the lines above it. */
async function beginning(texts: AsyncIterator<string>): Promise<string> {
  let head = "";
  while (
    head.length < headingLength &&
    head.split(/\r\n?|\n/, headingLines).length < headingLines
  ) {
    const next = await texts.next();
    if (next.done) break;
    head += next.value;
  }
  return head;
}

/**
 * Finds the delimiter by which one of the first lines has most headings; if none has any, the one
 * most frequent outside quotes in the first line that has one.
 */
function delimiterOf(head: string, matches: (cells: string[]) => number): string {
  const lines = head.slice(0, headingLength).split(/\r\n?|\n/, headingLines);
  let best = { sign: ",", headings: 0 };
  for (const line of lines)
    for (const sign of signs) {
      const cells = line.slice(0, 10_000).split(sign);
      const headings = matches(cells.map((cell) => cell.trim().replace(/^"(.*)"$/, "$1")));
      if (headings > best.headings) best = { sign, headings };
    }
  if (best.headings > 0) return best.sign;
  const count = (line: string, sign: string) => line.split(sign).length;
  const line = lines.map(withoutQuotes).find((one) => signs.some((sign) => one.includes(sign)));
  return signs.reduce((most, sign) =>
    count(line ?? "", sign) > count(line ?? "", most) ? sign : most,
  );
}

const signs = [",", ";", "\t"];
const withoutQuotes = (line: string) => line.replace(/"[^"]*"/g, "");

function wordsFor(error: CsvError): string {
  const row = Number(error.records) + 1;
  if (error.code === "CSV_QUOTE_NOT_CLOSED" || error.code === "CSV_MAX_RECORD_SIZE")
    return importMessages.openQuote(row);
  return importMessages.misplacedQuote(row);
}

/** True if a cell is longer than allowed. */
export const isTooLong = (cell: string) => cell.length > csvLimits.cellCharacters;
