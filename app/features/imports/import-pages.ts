import type { CsvColumn } from "#contract/base/csv-columns";
import type { ImportEndpoints } from "#contract/imports/endpoints";
import type { ImportWords } from "./import-words";

/**
 * The pages of one kind of CSV: the endpoints they call, the columns a file may have, and their
 * words.
 */
export type ImportPages = {
  endpoints: ImportEndpoints;
  columns: readonly CsvColumn[];
  words: ImportWords;
};
