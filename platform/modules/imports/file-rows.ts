import { xlsxMediaType } from "#contract/base/uploads";
import type { UploadedFile } from "../../files/uploaded-file.ts";
import { type FileReading, type FileRow, readCsvRows } from "./csv-rows.ts";
import { readXlsxRows } from "./xlsx-rows.ts";

/** The rows of an uploaded CSV or .xlsx file, whichever its content is; see readCsvRows and readXlsxRows. */
export function readFileRows(file: UploadedFile, reading: FileReading): AsyncGenerator<FileRow, void, undefined> {
  if (file.mediaType === xlsxMediaType) return readXlsxRows(file.path, reading);
  if (!file.encoding) throw new Error("a CSV was judged without its encoding");
  return readCsvRows({ bytes: file.open(), encoding: file.encoding }, reading);
}
