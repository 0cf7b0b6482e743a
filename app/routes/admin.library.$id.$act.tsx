import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { songConfirmations } from "~/features/library/song-confirmations.server";
import { requireArea } from "~/lib/session/guard.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  songConfirmations.ask(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
export const action = async (args: ActionFunctionArgs) =>
  songConfirmations.act(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
