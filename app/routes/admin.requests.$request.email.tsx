import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requestConfirmations } from "~/features/onboarding/request-confirmations.server";
import { requireArea } from "~/lib/session/guard.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  requestConfirmations.ask(args, await requireArea(args, "COMPANIES", { company: false }));
export const action = async (args: ActionFunctionArgs) =>
  requestConfirmations.act(args, await requireArea(args, "COMPANIES", { company: false }));
