import type { CsvColumn } from "#contract/base/csv-columns";
import type { ImportEndpoints } from "#contract/imports/endpoints";
import type { ImportWords } from "./import-words";

/**
 * The pages of one kind of CSV: what they call, what a file may hold, and what
 * things are called.
 */
export type ImportPages = {
  endpoints: ImportEndpoints;
  columns: readonly CsvColumn[];
  words: ImportWords;
};
