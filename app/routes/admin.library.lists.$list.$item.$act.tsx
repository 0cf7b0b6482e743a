import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { itemConfirmations } from "~/features/library/item-confirmations.server";
import { requireArea } from "~/lib/session/guard.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  itemConfirmations.ask(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
export const action = async (args: ActionFunctionArgs) =>
  itemConfirmations.act(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
