import type { LoaderFunctionArgs } from "@remix-run/node";
import { passQuotePdf } from "~/features/ads/booking.server";
import { requireCampaign } from "~/features/ads/own-campaign.server";

export const loader = async (args: LoaderFunctionArgs) => passQuotePdf(await requireCampaign(args));
