import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { wallSignals } from "~/features/alerts/paths";
import { wallTexts } from "~/features/alerts/texts";
import { loadWall, requireWall } from "~/features/alerts/wall.server";
import { wallFinding } from "~/features/alerts/wall-finding";
import { WallScreen } from "~/features/alerts/wall-screen";
import { useFigures } from "~/ui/frame/figures";
import { useRefresh } from "~/ui/use-refresh";

export const meta: MetaFunction = () => [{ title: "Operations · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadWall(args, await requireWall(args), { days: false });
}

/** The wall on a screen in a control room, readable from three metres. */
export default function WallScreenPage() {
  const wall = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<{ lite: boolean }>("root");
  useRefresh(15, wallSignals);
  const refresh = <meta httpEquiv="refresh" content="10" />;
  return (
    <>
      {root?.lite ? refresh : <noscript>{refresh}</noscript>}
      <WallScreen
        {...wall}
        finding={wallFinding(wall, useFigures())}
        lead={wallTexts.refreshed(wall.refreshed)}
      />
    </>
  );
}
