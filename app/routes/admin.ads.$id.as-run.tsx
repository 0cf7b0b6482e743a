import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AsRunLog } from "~/features/ads/as-run";
import { loadAsRun } from "~/features/ads/as-run.server";
import { DeliveryHead } from "~/features/ads/delivery";
import { asRunTexts } from "~/features/ads/delivery-words";
import { requireCampaign } from "~/features/ads/own-campaign.server";
import { asRunDownloadPath, campaignAsRunPath } from "~/features/ads/paths";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";

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
        actions={
          <ButtonLink
            to={withMembers(asRunDownloadPath(data.path), data.filters)}
            download
            icon="download"
          >
            Download CSV
          </ButtonLink>
        }
      />
      <AsRunLog {...data} />
    </>
  );
}
