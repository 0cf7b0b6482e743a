import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  DeliveryDays,
  DeliveryGraph,
  DeliverySpots,
  DeliveryStores,
  DeliveryTiles,
  Pacing,
} from "~/features/ads/delivery";
import { loadDelivery } from "~/features/ads/delivery.server";
import { DeliveryHead } from "~/features/ads/delivery-head";
import { requireCampaign } from "~/features/ads/own-campaign.server";
import { campaignDeliveryPath } from "~/features/ads/paths";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Delivery of ${data?.name ?? "campaign"} · Fever In-Store` },
];

export const loader = async (args: LoaderFunctionArgs) =>
  loadDelivery(args, await requireCampaign(args));

export default function Delivery() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <DeliveryHead
        {...data}
        title={`Delivery of ${data.name}`}
        finding={data.pacing?.finding}
        current={campaignDeliveryPath(data.path)}
      />
      <DeliveryTiles {...data} />
      <Pacing {...data} />
      <DeliveryGraph {...data} />
      <DeliveryStores {...data} />
      <DeliverySpots {...data} />
      <DeliveryDays {...data} />
    </>
  );
}
