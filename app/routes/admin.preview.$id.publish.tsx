import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { playlistConfirmations } from "~/features/schedule/publish.server";
import { requireArea } from "~/lib/session/guard.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  playlistConfirmations.ask(args, await requireArea(args, "MUSIC_SCHEDULE"));
export const action = async (args: ActionFunctionArgs) =>
  playlistConfirmations.act(args, await requireArea(args, "MUSIC_SCHEDULE"));
