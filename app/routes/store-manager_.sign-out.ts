import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { playerHome } from "~/features/player/paths";
import { signOutDevice } from "~/features/player/player.server";
import { endSession } from "~/features/session/sign-out.server";
import { requirePlayer } from "~/lib/session/guard.server";

/** Leads a visit to the player. */
export async function loader(args: ActionFunctionArgs) {
  await requirePlayer(args);
  return redirect(playerHome);
}

/**
 * Signs out like /logout, and also the browser's device. Lies at an address that the player's
 * service worker sees.
 */
export async function action(args: ActionFunctionArgs) {
  await requirePlayer(args);
  return (await signOutDevice(args)) ?? endSession(args);
}
