import { csvLimits } from "#contract/base/csv-columns";
import { xlsxMediaType } from "#contract/base/uploads";
import type { UploadedFile } from "../../files/uploaded-file.ts";
import {
  type CsvText,
  type FileReading,
  type FileRow,
  readCsvRows,
  tooManyLines,
} from "./csv-rows.ts";
import { readXlsxRows, type SheetSearch } from "./xlsx-rows.ts";

/**
 * Reads the rows of an uploaded CSV or .xlsx file, by its content; see readCsvRows and
 * readXlsxRows. `search` recognises the heading, by which delimiter and sheet are found; without it
 * the first line and the first sheet decide.
 */
export async function* readFileRows(
  file: UploadedFile,
  reading: FileReading,
  search?: SheetSearch,
): AsyncGenerator<FileRow, void, undefined> {
  if (file.mediaType === xlsxMediaType) return yield* readXlsxRows(file.path, reading, search);
  const { encoding } = file;
  if (!encoding) throw new Error("a CSV was judged without its encoding");
  const text = (): CsvText => ({ bytes: file.open(), encoding });
  await refuseManyLines(text(), reading); // before any row costs work that would be thrown away
  yield* readCsvRows(text(), reading, search?.matches);
}

/**
 * Throws 422 on `file` if a file has too many lines, and the signal's reason once that is
 * aborted.
 */
export async function refuseManyLines(
  { bytes, encoding }: CsvText,
  { signal, figures }: FileReading,
): Promise<void> {
  const decoder = new TextDecoder(encoding);
  let lines = 0;
  let endsInReturn = false;
  for await (const chunk of bytes) {
    signal.throwIfAborted();
    const text = decoder.decode(chunk, { stream: true });
    for (const { index, 0: sign } of text.matchAll(/[\r\n]/g))
      if (sign === "\r" || !(index === 0 ? endsInReturn : text[index - 1] === "\r")) lines++;
    endsInReturn = text === "" ? endsInReturn : text.endsWith("\r");
    if (lines > csvLimits.lines) throw tooManyLines(figures);
  }
}
