import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { spotConfirmations } from "~/features/ads/spot-confirmations.server";
import { requireSpots } from "~/features/ads/spots.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  spotConfirmations.ask(args, await requireSpots(args));
export const action = async (args: ActionFunctionArgs) =>
  spotConfirmations.act(args, await requireSpots(args));
