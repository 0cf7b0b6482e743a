import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireCampaign } from "~/features/ads/own-campaign.server";
import { proofLinkConfirmations } from "~/features/ads/proof-links.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  proofLinkConfirmations.ask(args, await requireCampaign(args));
export const action = async (args: ActionFunctionArgs) =>
  proofLinkConfirmations.act(args, await requireCampaign(args));
