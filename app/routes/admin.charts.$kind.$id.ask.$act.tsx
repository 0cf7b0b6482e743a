import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { messages } from "#contract/base/messages";
import { deleteChartLogo, setChartStatus } from "#contract/charts/endpoints";
import { listOf } from "~/features/charts/chart-paths";
import { type ChartAct, chartActs, chartQuestion } from "~/features/charts/chart-questions";
import { type ChartGuarded, callsOf, loadOwnChart, requireChart } from "~/features/charts/charts.server";
import { load } from "~/lib/guard.server";
import { ApiRefusal } from "~/lib/platform.server";
import { ConfirmPage } from "~/ui/confirm-page";

export const meta: MetaFunction = () => [{ title: "Change a chart · Fever In-Store" }];

function actOf({ params }: LoaderFunctionArgs): ChartAct {
  const act = chartActs.find((one) => one === params.act);
  if (!act) throw data({ message: messages.notFound }, { status: 404 });
  return act;
}

export async function loader(args: LoaderFunctionArgs) {
  const at = await requireChart(args);
  const act = actOf(args);
  const { chartName, rules } = await loadOwnChart(at);
  return { act, name: chartName, rules, path: at.path };
}

export async function action(args: ActionFunctionArgs) {
  const at = await requireChart(args);
  const act = actOf(args);
  try {
    const { message } = await doIt(at, act);
    args.context.session.flash("success", message);
  } catch (error) {
    if (!(error instanceof ApiRefusal && error.status === 422)) return load(() => Promise.reject(error));
    args.context.session.flash("error", error.problem.message); // a rule mixes it
    return redirect(at.path);
  }
  if (act === "remove-logo") return redirect(`${at.path}/edit`);
  return redirect(act === "delete" ? listOf(at.kind) : at.path);
}

function doIt({ guarded: { api }, kind, id }: ChartGuarded, act: ChartAct): Promise<{ message: string }> {
  if (act === "delete") return api.call(callsOf[kind].remove, { query: { id } });
  if (act === "remove-logo") return api.call(deleteChartLogo, { query: { kind, id } });
  return api.call(setChartStatus, { body: { kind, ids: [id], status: act === "activate" ? "active" : "inactive" } });
}

export default function AskChart() {
  const { act, name, rules, path } = useLoaderData<typeof loader>();
  return <ConfirmPage {...chartQuestion(act, name, rules)} cancelTo={act === "remove-logo" ? `${path}/edit` : path} />;
}
