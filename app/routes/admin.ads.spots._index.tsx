import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { mayOpen } from "#contract/base/roles";
import { AdsTabs } from "~/features/ads/ads-tabs";
import { spotAddPath, spotsPath } from "~/features/ads/paths";
import { SpotList } from "~/features/ads/spot-list";
import { loadSpots, requireSpots } from "~/features/ads/spots.server";
import { spotListTexts, spotTexts } from "~/features/ads/texts";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Ad spots · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const pageContext = await requireSpots(args);
  return {
    ...(await loadSpots(args, pageContext)),
    hasTabs: mayOpen(pageContext.person, "NON_MUSIC"),
  };
}

export default function Spots() {
  const { hasTabs, ...list } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Ad spots"
        lead={list.mayChange ? spotListTexts.lead : `${spotListTexts.lead} ${spotTexts.readOnly}`}
        actions={
          list.mayChange ? (
            <ButtonLink to={spotAddPath} variant="primary" icon="upload">
              Add spot
            </ButtonLink>
          ) : undefined
        }
      />
      {hasTabs ? <AdsTabs current={spotsPath} /> : null}
      <SpotList {...list} />
    </>
  );
}
