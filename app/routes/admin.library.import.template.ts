import type { LoaderFunctionArgs } from "@remix-run/node";
import { songCsvTemplate } from "#contract/imports/endpoints";
import { passDownload } from "~/lib/download.server";
import { requireArea } from "~/lib/guard.server";

/** The headings of the songs' CSV. */
export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireArea(args, "MUSIC_LIBRARY", { company: false });
  return passDownload(args, (query) => api.file(songCsvTemplate, { query }));
}
