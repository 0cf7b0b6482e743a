import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { spotEditPath, spotsPath } from "~/features/ads/paths";
import { SpotFacts, SpotHistory, SpotSound, SpotUses } from "~/features/ads/spot-detail";
import { loadSpotDetail } from "~/features/ads/spot-detail.server";
import { requireSpots } from "~/features/ads/spots.server";
import { useHistory } from "~/lib/audit/history";
import { ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.name ?? "Spot"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadSpotDetail(args, await requireSpots(args));
}

export default function SpotPage() {
  const spot = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        crumbs={[{ label: "Ad spots", to: spotsPath }]}
        title={spot.name}
        lead={spot.lead}
        history={useHistory("spot", useParams().id)}
        actions={
          spot.mayChange ? (
            <>
              <ConfirmLink {...spot.turn} variant="plain" />
              {spot.isFree ? (
                <ConfirmLink {...spot.removal} icon="trash" />
              ) : (
                <ButtonLink to={spot.removal.to} icon="trash">
                  Delete…
                </ButtonLink>
              )}
              <ButtonLink to={spotEditPath(spot.path)} variant="primary" icon="edit">
                Edit
              </ButtonLink>
            </>
          ) : undefined
        }
      />
      <div className="grid items-start gap-x-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div className="min-w-0">
          <SpotSound {...spot} />
          <SpotUses {...spot} />
          <SpotHistory {...spot} />
        </div>
        <div className="min-w-0">
          <SpotFacts {...spot} />
        </div>
      </div>
    </>
  );
}
