import type { LoaderFunctionArgs } from "@remix-run/node";
import type { CsvColumn } from "#contract/base/csv-columns";
import type { ImportEndpoints } from "#contract/imports/endpoints";
import type { Guarded } from "~/lib/guard.server";
import type { ImportWords } from "./import-words";

/**
 * The pages of one kind of CSV: who may open them, what they call, what a file may hold, and what
 * things are called.
 */
export type ImportPages = {
  guard: (args: LoaderFunctionArgs) => Promise<Guarded>;
  endpoints: ImportEndpoints;
  columns: readonly CsvColumn[];
  words: ImportWords;
};
