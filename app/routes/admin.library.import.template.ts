import type { LoaderFunctionArgs } from "@remix-run/node";
import { songCsvTemplate } from "#contract/imports/endpoints";
import { passFile } from "~/lib/download.server";
import { load, requireArea } from "~/lib/guard.server";

/** The headings of the songs' CSV. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireArea(args, "MUSIC_LIBRARY", { company: false });
  return passFile(await load(() => api.file(songCsvTemplate, {})));
}
