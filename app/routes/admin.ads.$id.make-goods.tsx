import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DeliveryHead } from "~/features/ads/delivery-head";
import { makeGoodTexts } from "~/features/ads/delivery-words";
import { AfterFlight, MakeGoodList } from "~/features/ads/make-goods";
import { bookMakeGoods, loadMakeGoods } from "~/features/ads/make-goods.server";
import { requireCampaign } from "~/features/ads/own-campaign.server";
import { campaignMakeGoodsPath } from "~/features/ads/paths";
import type { FormResult } from "~/lib/forms/forms.server";
import { Refused } from "~/ui/refused";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Make-goods of ${data?.name ?? "campaign"} · Fever In-Store` },
];

export const loader = async (args: LoaderFunctionArgs) =>
  loadMakeGoods(args, await requireCampaign(args));
export const action = async (args: ActionFunctionArgs) =>
  bookMakeGoods(args, await requireCampaign(args));

export default function MakeGoods() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <DeliveryHead
        {...data}
        title={`Make-goods of ${data.name}`}
        lead={makeGoodTexts.lead}
        current={campaignMakeGoodsPath(data.path)}
      />
      <Refused result={useActionData<FormResult>()} />
      <AfterFlight {...data} />
      <MakeGoodList {...data} />
    </>
  );
}
