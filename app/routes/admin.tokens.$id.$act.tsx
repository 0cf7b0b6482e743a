import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireTokens, tokenConfirmations } from "~/features/tokens/tokens.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  tokenConfirmations.ask(args, await requireTokens(args));
export const action = async (args: ActionFunctionArgs) =>
  tokenConfirmations.act(args, await requireTokens(args));
