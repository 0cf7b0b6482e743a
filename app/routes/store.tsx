import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { playerHome } from "~/features/player/paths";
import { requireGrant } from "~/lib/session/guard.server";

/** /store opens the player as /store-manager does (NAV-7): the page has one address. */
export async function loader(args: LoaderFunctionArgs) {
  await requireGrant(args, "player");
  return redirect(playerHome);
}
