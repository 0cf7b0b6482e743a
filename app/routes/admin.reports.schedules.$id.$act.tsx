import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { scheduleConfirmations } from "~/features/reports/schedule-confirmations.server";
import { requireReports } from "~/features/reports/schedules.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  scheduleConfirmations.ask(args, await requireReports(args));
export const action = async (args: ActionFunctionArgs) =>
  scheduleConfirmations.act(args, await requireReports(args));
