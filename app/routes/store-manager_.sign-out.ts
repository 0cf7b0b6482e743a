import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { playerHome } from "~/features/player/paths";
import { signOutDevice } from "~/features/player/player.server";
import { endSession } from "~/features/session/sign-out.server";
import { requirePlayer } from "~/lib/guard.server";

/** Nothing to read here. */
export async function loader(args: ActionFunctionArgs) {
  await requirePlayer(args);
  return redirect(playerHome);
}

/**
 * As /logout, for the browser's device too, and at an address where the player's service worker
 * sees it.
 */
export async function action(args: ActionFunctionArgs) {
  await requirePlayer(args);
  return (await signOutDevice(args)) ?? endSession(args);
}
