import type { LoaderFunctionArgs } from "@remix-run/node";
import { downloadAsRun } from "~/features/ads/as-run.server";
import { requireCampaign } from "~/features/ads/own-campaign.server";

export const loader = async (args: LoaderFunctionArgs) =>
  downloadAsRun(args, await requireCampaign(args));
