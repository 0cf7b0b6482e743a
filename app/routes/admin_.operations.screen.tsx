import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { wallSignals } from "~/features/alerts/paths";
import { wallTexts } from "~/features/alerts/texts";
import { loadWall, requireWall } from "~/features/alerts/wall.server";
import { wallFinding } from "~/features/alerts/wall-finding";
import { WallScreen } from "~/features/alerts/wall-screen";
import type { ScriptHandle } from "~/root";
import { useFigures } from "~/ui/frame/figures";
import { useRefresh } from "~/ui/use-refresh";

export const handle: ScriptHandle = { script: "always" };
export const meta: MetaFunction = () => [{ title: "Operations · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadWall(args, await requireWall(args));
}

/** The wall on a screen in a control room, readable from three metres. */
export default function WallScreenPage() {
  const wall = useLoaderData<typeof loader>();
  useRefresh(15, wallSignals);
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content="10" />
      </noscript>
      <WallScreen
        {...wall}
        finding={wallFinding(wall, useFigures())}
        lead={wallTexts.refreshed(wall.refreshed)}
      />
    </>
  );
}
