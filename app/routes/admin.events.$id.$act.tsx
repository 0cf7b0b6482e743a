import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { eventConfirmations } from "~/features/schedule/event-confirmations.server";
import { requireEvent } from "~/features/schedule/events.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  eventConfirmations.ask(args, await requireEvent(args));
export const action = async (args: ActionFunctionArgs) =>
  eventConfirmations.act(args, await requireEvent(args));
