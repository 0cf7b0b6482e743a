import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { startOverConfirmations } from "~/features/stores/start-over.server";
import { requireArea } from "~/lib/session/guard.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  startOverConfirmations.ask(args, await requireArea(args, "STORES"));
export const action = async (args: ActionFunctionArgs) =>
  startOverConfirmations.act(args, await requireArea(args, "STORES"));
