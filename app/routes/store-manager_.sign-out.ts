import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { playerHome } from "~/features/player/paths";
import { endSession } from "~/features/session/sign-out.server";
import { requireGrant } from "~/lib/guard.server";

/** Nothing to read here. */
export async function loader(args: ActionFunctionArgs) {
  await requireGrant(args, "player");
  return redirect(playerHome);
}

/** As /logout, at an address where the player's service worker sees it. */
export async function action(args: ActionFunctionArgs) {
  await requireGrant(args, "player");
  return endSession(args);
}
