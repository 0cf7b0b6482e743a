import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { mapTexts } from "~/features/alerts/map-texts";
import { wallPath } from "~/features/alerts/paths";
import { requireWall } from "~/features/alerts/wall.server";
import { CityTable, WallMap } from "~/features/alerts/wall-map";
import { loadWallMap } from "~/features/alerts/wall-map.server";
import { withMembers } from "~/ui/frame/address";
import { EmptyState } from "~/ui/frame/empty-state";
import { useFigures } from "~/ui/frame/figures";
import { PageHead } from "~/ui/frame/page-head";
import { useRefresh } from "~/ui/use-refresh";

export const meta: MetaFunction = () => [{ title: "Map · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadWallMap(args, await requireWall(args));
}

/** Shows the stores by city, those in trouble first. */
export default function OperationsMap() {
  const data = useLoaderData<typeof loader>();
  const { counted } = useFigures();
  useRefresh();
  const { totals, companyName, onlyCompanyId } = data;
  return (
    <>
      <PageHead
        crumbs={[{ label: "Operations", to: withMembers(wallPath, { onlyCompanyId }) }]}
        title={companyName ? `Map of ${companyName}` : "Map"}
        finding={mapTexts.finding(totals, counted)}
        lead={mapTexts.lead(data.countedAt)}
      />
      {data.cities.length > 0 ? (
        <div className="grid items-start gap-x-6 lg:grid-cols-[3fr_2fr]">
          <WallMap {...data} />
          <CityTable {...data} />
        </div>
      ) : (
        <EmptyState icon="store" title="No stores yet">
          {mapTexts.none}
        </EmptyState>
      )}
    </>
  );
}
