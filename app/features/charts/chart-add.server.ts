import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { messages } from "#contract/base/messages";
import { isProvider } from "#contract/base/roles";
import { type ChartDetail, ChartForm, findChart } from "#contract/charts/endpoints";
import { constraintsOf, readForm } from "~/lib/forms.server";
import { load } from "~/lib/guard.server";
import { callsOf, mayAdd, type requireCharts } from "./charts.server";
import { chartsPath, copyPath } from "./paths";
import { chartFormTexts } from "./texts";

type Charts = Awaited<ReturnType<typeof requireCharts>>;

const nameLength = 100;

/**
 * The form of a new chart, empty or filled from the one it copies. Throws 403 for those who may add
 * none, 404 for a chart that is not there.
 */
export async function loadChartAdd({ request }: LoaderFunctionArgs, { guarded, kind }: Charts) {
  if (!mayAdd(guarded, kind))
    throw Response.json({ message: messages.notAllowed }, { status: 403 });
  const source = sourceOf(request, guarded);
  const chart =
    source &&
    (await load(() => guarded.api.call(findChart, { query: { kind: source.kind, id: source.id } })))
      .data;
  const other = kind === "popular" ? "custom" : "popular";
  return {
    kind,
    constraints: constraintsOf(ChartForm),
    values: valuesOf(chart),
    copied: chart &&
      source && {
        name: chart.chartName,
        songs: chart.songs,
        path: `${chartsPath}/${source.kind}/${source.ref}`,
        // the provider's staff make either kind of a popular one
        otherTo:
          source.kind === "popular" && isProvider(guarded.person)
            ? { kind: other, to: copyPath(other, source) }
            : null,
      },
  };
}

/** Adds it; an empty one is filled next, a copy is looked at. */
export async function addChart(
  { request, context }: ActionFunctionArgs,
  { guarded, kind }: Charts,
) {
  const form = await readForm(request, ChartForm);
  const { value } = form;
  if (!value) return form.refused();
  const source = sourceOf(request, guarded);
  const { reply, refused } = await form.submit(() =>
    guarded.api.call(callsOf[kind].add, { body: { ...value, copyOfId: source?.id } }),
  );
  if (refused) return refused;
  const page = `${chartsPath}/${kind}/${guarded.ids.encrypt("chart", reply.data.id)}`;
  const songs = guarded.figures.counted(reply.data.songs, "song");
  context.session.flash(
    "success",
    source ? `${value.chartName} added with ${songs}` : chartFormTexts.added(value.chartName),
  );
  return redirect(source ? page : `${page}/add?status=active`);
}

/** The chart that the address says is copied. Throws 404 for an address that was tampered with. */
function sourceOf(request: Request, { ids }: Charts["guarded"]) {
  const { searchParams } = new URL(request.url);
  const ref = searchParams.get("copy");
  if (!ref) return undefined;
  return {
    ref,
    id: ids.decrypt("chart", ref),
    kind: searchParams.get("of") === "custom" ? ("custom" as const) : ("popular" as const),
  };
}

const valuesOf = (chart: ChartDetail | undefined): Record<string, string> =>
  chart
    ? {
        chartName: copyName(chart.chartName),
        description: chart.description ?? "",
        display: chart.display,
      }
    : { display: "bar" };

/** Two charts of one name could not be told apart in a rule. */
const copyName = (name: string) => `${name.slice(0, nameLength - " (copy)".length).trim()} (copy)`;
