import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdsTabs } from "~/features/ads/ads-tabs";
import { loadCalendar } from "~/features/ads/calendar.server";
import { CampaignCalendar } from "~/features/ads/campaign-calendar";
import { campaignCalendarPath } from "~/features/ads/paths";
import { calendarTexts } from "~/features/ads/texts";
import { tutorialPath } from "~/features/tutorials/paths";
import { requireArea } from "~/lib/session/guard.server";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Ad calendar · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadCalendar(args, await requireArea(args, "NON_MUSIC"));
}

export default function Calendar() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Ad calendar"
        finding={data.freeTime.finding}
        lead={calendarTexts.lead}
        help={tutorialPath("ad_schedule")}
      />
      <AdsTabs current={campaignCalendarPath} />
      <CampaignCalendar {...data} />
    </>
  );
}
