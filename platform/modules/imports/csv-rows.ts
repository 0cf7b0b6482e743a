import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, parse } from "csv-parse";
import { csvLimits } from "#contract/base/csv-columns";
import { figure } from "#contract/base/figure";
import { messages } from "#contract/base/messages";
import type { TextEncoding } from "../../files/text-encoding.ts";
import { invalid } from "../../http/refusal.ts";

/** `line` counts as a spreadsheet does: a cell of several lines is within one, an empty line is one. */
export type CsvRow = { line: number; cells: string[] };

/** A heading and a row are far below; what is above is a quote that was never closed. */
const longestRow = 1_000_000;
/** So much is looked at for the delimiter. */
const headingLength = 64 * 1024;
/** Characters that the parser gets at a time: it makes rows of all of them at once, which wait in memory to be taken. */
const pieceLength = 8 * 1024;

export type CsvText = { bytes: AsyncIterable<Uint8Array>; encoding: TextEncoding };

/**
 * The rows of a CSV file, read as it comes and in little memory: comma, semicolon or tab between cells, told by the first line; any
 * line ends. Empty rows are left out. Throws 422 on `file` for what is no such file, or has more rows than may be.
 */
export async function* readCsvRows({ bytes, encoding }: CsvText): AsyncGenerator<CsvRow, void, undefined> {
  const texts = decoded(bytes, encoding)[Symbol.asyncIterator]();
  const head = await beginning(texts);
  const parser = parse({
    delimiter: delimiterOf(head),
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    max_record_size: longestRow,
  });
  const all = (async function* () {
    yield* pieces(head);
    for (let next = await texts.next(); !next.done; next = await texts.next()) yield* pieces(next.value);
  })();
  const fed = pipeline(Readable.from(all), parser);
  fed.catch(() => {}); // what fails there fails the reading below
  let [line, count] = [0, 0];
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      line++;
      if (cells.every((cell) => cell.trim() === "")) continue;
      if (count++ > csvLimits.rows) throw invalid({ file: `The file has more than ${figure(csvLimits.rows)} rows. Send it in parts.` });
      yield { line, cells };
    }
  } catch (error) {
    throw error instanceof CsvError ? invalid({ file: wordsFor(error) }) : error;
  } finally {
    parser.destroy();
  }
}

/** As text, without its byte order mark. Throws 422 on `file` for bytes that are none. */
async function* decoded(bytes: AsyncIterable<Uint8Array>, encoding: TextEncoding): AsyncGenerator<string, void, undefined> {
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
    return `A quote that is opened in row ${row} is never closed.`;
  return `A quote stands where none may in row ${row}: put cells with quotes in quotes, and write each quote inside twice.`;
}

/** Whether a cell is longer than may be. */
export const isTooLong = (cell: string) => cell.length > csvLimits.cellCharacters;
