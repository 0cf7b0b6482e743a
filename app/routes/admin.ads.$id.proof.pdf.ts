import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireCampaign } from "~/features/ads/own-campaign.server";
import { passProofPdf } from "~/features/ads/proof.server";

export const loader = async (args: LoaderFunctionArgs) => passProofPdf(await requireCampaign(args));
