import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { demoConfirmations } from "~/features/demo-playlists/demo-confirmations.server";
import { requireDemo } from "~/features/demo-playlists/demo-playlists.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  demoConfirmations.ask(args, await requireDemo(args));
export const action = async (args: ActionFunctionArgs) =>
  demoConfirmations.act(args, await requireDemo(args));
