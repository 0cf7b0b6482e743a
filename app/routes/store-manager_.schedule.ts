import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadPlayer } from "~/features/player/player.server";
import { requireGrant } from "~/lib/guard.server";

/** The log anew, for the player in the page. */
export async function loader(args: LoaderFunctionArgs) {
  const { schedule } = await loadPlayer(await requireGrant(args, "player"));
  return Response.json(schedule);
}
