import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireCampaign } from "~/features/ads/own-campaign.server";
import { downloadProof } from "~/features/ads/proof.server";

export const loader = async (args: LoaderFunctionArgs) =>
  downloadProof(args, await requireCampaign(args));
