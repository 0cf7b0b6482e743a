import { storeImport } from "#contract/imports/endpoints";
import { storeImportWords } from "./store-import-words";

/** The pages of the stores' CSV. */
export const storeImportPages = {
  ...storeImport,
  words: storeImportWords,
};
