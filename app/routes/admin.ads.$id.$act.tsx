import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { campaignConfirmations } from "~/features/ads/campaign-confirmations.server";
import { requireCampaign } from "~/features/ads/own-campaign.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  campaignConfirmations.ask(args, await requireCampaign(args));
export const action = async (args: ActionFunctionArgs) =>
  campaignConfirmations.act(args, await requireCampaign(args));
