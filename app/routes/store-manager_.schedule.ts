import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadPlayer } from "~/features/player/player.server";
import type { PlayerSchedule } from "~/features/player/player-item.client-safe";
import { requireGrant } from "~/lib/guard.server";

/** The log anew, for the player in the page. */
export async function loader(args: LoaderFunctionArgs) {
  const { at, items } = await loadPlayer(await requireGrant(args, "player"));
  return Response.json({ at, items } satisfies PlayerSchedule);
}
