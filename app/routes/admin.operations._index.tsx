import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { shiftPath, wallMapPath, wallScreenPath, wallSignals } from "~/features/alerts/paths";
import { wallTexts } from "~/features/alerts/texts";
import { loadWall, requireWall } from "~/features/alerts/wall.server";
import { actOnWall } from "~/features/alerts/wall-act.server";
import { wallFinding } from "~/features/alerts/wall-finding";
import { WallTable, WallViews } from "~/features/alerts/wall-table";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { useFigures } from "~/ui/frame/figures";
import { PageHead } from "~/ui/frame/page-head";
import { useRefresh } from "~/ui/use-refresh";

export const meta: MetaFunction = () => [{ title: "Operations · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadWall(args, await requireWall(args), { days: true });
}

export async function action(args: ActionFunctionArgs) {
  return actOnWall(args, await requireWall(args));
}

/** Changes arrive at once by signals; this interval (s) only updates durations. */
const seconds = 30;

export default function OperationsWall() {
  const wall = useLoaderData<typeof loader>();
  const { onlyCompanyId, place } = wall.filters;
  const figures = useFigures();
  useRefresh(seconds, wallSignals);
  return (
    <>
      <PageHead
        title="Operations"
        finding={wallFinding(wall, figures)}
        lead={
          wall.repairs > 0 && !place // repairs are those of all cities
            ? `${wallTexts.lead} ${wallTexts.repaired(figures.counted(wall.repairs, "alert"), wall.repairTime)}`
            : wallTexts.lead
        }
        actions={
          <>
            <ButtonLink to={shiftPath}>Shift hand-over</ButtonLink>
            <ButtonLink to={withMembers(wallMapPath, { onlyCompanyId })}>Map</ButtonLink>
            <ButtonLink to={withMembers(wallScreenPath, { onlyCompanyId, place })} icon="external">
              {wallTexts.fullScreen}
            </ButtonLink>
          </>
        }
      />
      <WallViews {...wall} />
      <WallTable {...wall} />
    </>
  );
}
