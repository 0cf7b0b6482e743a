import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportStores } from "#contract/stores/endpoints";
import { readStoreFilters } from "~/features/stores/store-filters.server";
import { passDownload } from "~/lib/api/download.server";
import { requireArea } from "~/lib/session/guard.server";

/** The stores that match the address's filters, as a file that streams. */
export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "STORES");
  const query = readStoreFilters(args.request, pageContext);
  return passDownload(args, (options) =>
    pageContext.api.file(exportStores, { query: { ...query, ...options } }),
  );
}
