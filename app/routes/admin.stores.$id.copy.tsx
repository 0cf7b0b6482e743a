import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { storeCopyConfirmations } from "~/features/stores/store-copy.server";
import { requireArea } from "~/lib/session/guard.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  storeCopyConfirmations.ask(args, await requireArea(args, "STORES"));
export const action = async (args: ActionFunctionArgs) =>
  storeCopyConfirmations.act(args, await requireArea(args, "STORES"));
