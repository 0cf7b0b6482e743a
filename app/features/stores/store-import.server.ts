import type { LoaderFunctionArgs } from "@remix-run/node";
import { storeImport } from "#contract/imports/endpoints";
import { requireArea } from "~/lib/guard.server";
import { storeImportWords } from "./store-import-words";

/** The pages of the stores' CSV. */
export const storeImportPages = {
  ...storeImport,
  words: storeImportWords,
  guard: (args: LoaderFunctionArgs) => requireArea(args, "STORES"),
};
