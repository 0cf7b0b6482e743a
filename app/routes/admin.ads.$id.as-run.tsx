import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AsRunLog } from "~/features/ads/as-run";
import { loadAsRun } from "~/features/ads/as-run.server";
import { DeliveryHead } from "~/features/ads/delivery-head";
import { asRunTexts } from "~/features/ads/delivery-words";
import { requireCampaign } from "~/features/ads/own-campaign.server";
import { asRunDownloadPath, campaignAsRunPath } from "~/features/ads/paths";
import { withMembers } from "~/ui/frame/address";
import { Downloads } from "~/ui/frame/downloads";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `As-run log of ${data?.name ?? "campaign"} · Fever In-Store` },
];

export const loader = async (args: LoaderFunctionArgs) =>
  loadAsRun(args, await requireCampaign(args));

export default function AsRun() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <DeliveryHead
        {...data}
        title={`As-run log of ${data.name}`}
        lead={asRunTexts.lead}
        current={campaignAsRunPath(data.path)}
        actions={<Downloads to={withMembers(asRunDownloadPath(data.path), data.filters)} />}
      />
      <AsRunLog {...data} />
    </>
  );
}
