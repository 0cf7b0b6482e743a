import { xlsxMediaType } from "#contract/base/uploads";
import type { UploadedFile } from "../../files/uploaded-file.ts";
import { type FileRow, readCsvRows } from "./csv-rows.ts";
import { readXlsxRows } from "./xlsx-rows.ts";

/** The rows of an uploaded CSV or .xlsx file, whichever its content is; see readCsvRows and readXlsxRows. */
export function readFileRows(file: UploadedFile, signal: AbortSignal): AsyncGenerator<FileRow, void, undefined> {
  if (file.mediaType === xlsxMediaType) return readXlsxRows(file.path, signal);
  if (!file.encoding) throw new Error("a CSV was judged without its encoding");
  return readCsvRows({ bytes: file.open(), encoding: file.encoding }, signal);
}
