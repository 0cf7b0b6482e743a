import { songImport } from "#contract/imports/endpoints";
import { songImportWords } from "./song-import-words";

/** The pages of the songs' CSV. */
export const songImportPages = {
  ...songImport,
  words: songImportWords,
};
