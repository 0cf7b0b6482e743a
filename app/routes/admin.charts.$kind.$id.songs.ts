import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { changeSongs } from "~/features/charts/chart-detail.server";
import { requireChart } from "~/features/charts/charts.server";

/** Only forms are posted here; a visit leads to the chart. */
export async function loader(args: LoaderFunctionArgs) {
  return redirect((await requireChart(args)).path);
}

export async function action(args: ActionFunctionArgs) {
  return changeSongs(args, await requireChart(args));
}
