import type { LoaderFunctionArgs } from "@remix-run/node";
import { songImport } from "#contract/imports/endpoints";
import { requireArea } from "~/lib/guard.server";
import { songImportWords } from "./song-import-words";

/** The pages of the songs' CSV. */
export const songImportPages = {
  ...songImport,
  words: songImportWords,
  guard: (args: LoaderFunctionArgs) => requireArea(args, "MUSIC_LIBRARY", { company: false }),
};
