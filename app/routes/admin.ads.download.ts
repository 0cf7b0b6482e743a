import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportCampaigns } from "#contract/ads/campaign-records";
import { readCampaignFilters } from "~/features/ads/campaigns.server";
import { passDownload } from "~/lib/api/download.server";
import { requireArea } from "~/lib/session/guard.server";

/** Streams the campaigns that match the address's filters as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireArea(args, "NON_MUSIC");
  const query = readCampaignFilters(args.request, pageContext);
  return passDownload(args, (options) =>
    pageContext.api.file(exportCampaigns, { query: { ...query, ...options } }),
  );
}
