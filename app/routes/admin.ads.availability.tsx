import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdsTabs } from "~/features/ads/ads-tabs";
import {
  AvailabilityMap,
  AvailabilityStores,
  AvailabilityTiles,
} from "~/features/ads/availability";
import { loadAvailability } from "~/features/ads/availability.server";
import { AvailabilityFilters } from "~/features/ads/availability-filters";
import { availabilityPath } from "~/features/ads/paths";
import { availabilityTexts } from "~/features/ads/texts";
import { tutorialPath } from "~/features/tutorials/paths";
import { requireArea } from "~/lib/session/guard.server";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Availability · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadAvailability(args, await requireArea(args, "NON_MUSIC"));
}

export default function Availability() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Availability"
        finding={data.finding}
        lead={availabilityTexts.lead}
        help={tutorialPath("ad_book_slot")}
      />
      <AdsTabs current={availabilityPath} />
      <AvailabilityFilters {...data} />
      <AvailabilityTiles {...data} />
      <AvailabilityMap {...data} />
      <AvailabilityStores {...data} />
    </>
  );
}
