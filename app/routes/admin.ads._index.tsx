import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdsTabs } from "~/features/ads/ads-tabs";
import { CampaignList } from "~/features/ads/campaign-list";
import { loadCampaigns } from "~/features/ads/campaigns.server";
import { adsPath, campaignAddPath, campaignsDownloadPath } from "~/features/ads/paths";
import { campaignsTexts } from "~/features/ads/texts";
import { tutorialPath } from "~/features/tutorials/paths";
import { requireArea } from "~/lib/session/guard.server";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { Downloads } from "~/ui/frame/downloads";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Ads · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadCampaigns(args, await requireArea(args, "NON_MUSIC"));
}

export default function Campaigns() {
  const list = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Ads"
        finding={list.finding}
        lead={campaignsTexts.lead}
        help={tutorialPath("ad_schedule")}
        more={<Downloads to={withMembers(campaignsDownloadPath, list.filters)} />}
        actions={
          <ButtonLink to={campaignAddPath} variant="primary">
            Add campaign
          </ButtonLink>
        }
      />
      <AdsTabs current={adsPath} />
      <CampaignList {...list} />
    </>
  );
}
