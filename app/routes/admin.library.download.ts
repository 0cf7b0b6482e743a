import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportSongs } from "#contract/library/endpoints";
import { readSortedFilters } from "~/features/library/library.server";
import { passDownload } from "~/lib/api/download.server";
import { requireArea } from "~/lib/session/guard.server";

/** Streams the songs that match the address's filters, in its order, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "MUSIC_LIBRARY", { company: false });
  const query = readSortedFilters(args.request, pageContext);
  return passDownload(args, (options) =>
    pageContext.api.file(exportSongs, { query: { ...query, ...options } }),
  );
}
