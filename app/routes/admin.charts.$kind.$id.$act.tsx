import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireChart } from "~/features/charts/charts.server";
import { chartConfirmations } from "~/features/charts/confirmations.server";

export { default, meta } from "~/ui/confirm-route";

export const loader = async (args: LoaderFunctionArgs) =>
  chartConfirmations.ask(args, await requireChart(args));
export const action = async (args: ActionFunctionArgs) =>
  chartConfirmations.act(args, await requireChart(args));
