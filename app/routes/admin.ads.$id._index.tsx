import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  CampaignFacts,
  CampaignHead,
  CampaignHistory,
  CampaignNotes,
  CampaignPlays,
  CampaignRefused,
  CampaignShortfall,
} from "~/features/ads/campaign-detail";
import { loadCampaign } from "~/features/ads/campaign-detail.server";
import { CampaignTabs } from "~/features/ads/campaign-tabs";
import { Pacing } from "~/features/ads/delivery";
import { requireCampaign } from "~/features/ads/own-campaign.server";
import { useRefresh } from "~/ui/use-refresh";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.name ?? "Campaign"} · Fever In-Store` },
];

export const loader = async (args: LoaderFunctionArgs) =>
  loadCampaign(args, await requireCampaign(args));

/** A change usually reaches the logs within a second or two. */
const secondsToRefresh = 3;

export default function Campaign() {
  const data = useLoaderData<typeof loader>();
  useRefresh(data.isGoingIntoLogs ? secondsToRefresh : undefined);
  return (
    <>
      <CampaignHead {...data} />
      {data.hasDelivery ? <CampaignTabs path={data.path} current={data.path} /> : null}
      <CampaignNotes {...data} />
      <Pacing {...data} />
      <CampaignFacts {...data} />
      <CampaignShortfall {...data} />
      <CampaignRefused {...data} />
      <CampaignPlays {...data} />
      <CampaignHistory {...data} />
    </>
  );
}
