import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type CampaignDetail, findCampaign } from "#contract/ads/campaigns";
import { messages } from "#contract/base/messages";
import { load, type PageContext, requireArea } from "~/lib/session/guard.server";
import { campaignPath } from "./paths";

export type CampaignContext = { pageContext: PageContext; id: number; path: string };

/** The guard of the pages of one campaign. Throws 404 for an id that was tampered with. */
export async function requireCampaign(
  args: Pick<LoaderFunctionArgs, "request" | "context" | "params">,
): Promise<CampaignContext> {
  const pageContext = await requireArea(args, "NON_MUSIC");
  return {
    pageContext,
    id: pageContext.ids.decrypt("campaign", args.params.id),
    path: campaignPath(String(args.params.id)),
  };
}

/** The campaign of a page that changes it. Throws 404, and 403 for those who only read it. */
export async function findOwnCampaign({
  pageContext: { api },
  id,
}: CampaignContext): Promise<CampaignDetail> {
  const { data: campaign } = await load(() => api.call(findCampaign, { query: { id } }));
  if (!campaign.mayChange) throw data({ message: messages.notAllowed }, { status: 403 });
  return campaign;
}
