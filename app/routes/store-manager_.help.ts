import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { callFromShop } from "~/features/player/help-call.server";
import { playerHome } from "~/features/player/paths";
import { requirePlayer } from "~/lib/session/guard.server";

/** Receives a store's call for help. */
export async function action(args: ActionFunctionArgs) {
  return callFromShop(args, await requirePlayer(args));
}

/** Leads a visit to the player. */
export async function loader(args: ActionFunctionArgs) {
  await requirePlayer(args);
  return redirect(playerHome);
}
