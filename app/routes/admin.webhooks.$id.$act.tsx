import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireWebhooks, webhookConfirmations } from "~/features/webhooks/webhooks.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  webhookConfirmations.ask(args, await requireWebhooks(args));
export const action = async (args: ActionFunctionArgs) =>
  webhookConfirmations.act(args, await requireWebhooks(args));
