import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { playerHome } from "~/features/player/paths";
import { callFromShop } from "~/features/player/player.server";
import { requirePlayer } from "~/lib/guard.server";

/** The shop calls for help. */
export async function action(args: ActionFunctionArgs) {
  return callFromShop(args, await requirePlayer(args));
}

/** Nothing to read here. */
export async function loader(args: ActionFunctionArgs) {
  await requirePlayer(args);
  return redirect(playerHome);
}
