import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { messages } from "#contract/base/messages";
import { isProvider } from "#contract/base/roles";
import { type ChartDetail, ChartForm, findChart } from "#contract/charts/endpoints";
import { constraintsOf, readForm } from "~/lib/forms/forms.server";
import { load } from "~/lib/session/guard.server";
import { callsOf, mayAdd, type requireCharts } from "./charts.server";
import { chartsPath, copyPath } from "./paths";
import { chartFormTexts } from "./texts";

type Charts = Awaited<ReturnType<typeof requireCharts>>;

const nameLength = 100;

/**
 * Loads the form of a new chart, empty or filled from the chart it copies. Throws 403 for those who
 * may not add one, 404 for a chart that does not exist.
 */
export async function loadChartAdd({ request }: LoaderFunctionArgs, { pageContext, kind }: Charts) {
  if (!mayAdd(pageContext, kind))
    throw Response.json({ message: messages.notAllowed }, { status: 403 });
  const source = sourceOf(request, pageContext);
  const chart =
    source &&
    (
      await load(() =>
        pageContext.api.call(findChart, { query: { kind: source.kind, id: source.id } }),
      )
    ).data;
  const other = kind === "popular" ? "custom" : "popular";
  return {
    kind,
    constraints: constraintsOf(ChartForm),
    values: chartValues(chart),
    copied: chart &&
      source && {
        name: chart.chartName,
        songs: chart.songs,
        path: `${chartsPath}/${source.kind}/${source.ref}`,
        // provider staff may copy a popular chart as either kind
        otherTo:
          source.kind === "popular" && isProvider(pageContext.person)
            ? { kind: other, to: copyPath(other, source) }
            : null,
      },
  };
}

/** Adds the chart; then leads to adding songs, or for a copy to its page. */
export async function addChart(
  { request, context }: ActionFunctionArgs,
  { pageContext, kind }: Charts,
) {
  const form = await readForm(request, ChartForm);
  const { value } = form;
  if (!value) return form.refused();
  const source = sourceOf(request, pageContext);
  const { reply, refused } = await form.submit(() =>
    pageContext.api.call(callsOf[kind].add, { body: { ...value, copyOfId: source?.id } }),
  );
  if (refused) return refused;
  const page = `${chartsPath}/${kind}/${pageContext.ids.encrypt("chart", reply.data.id)}`;
  const songs = pageContext.figures.counted(reply.data.songs, "song");
  context.session.flash(
    "success",
    source ? `${value.chartName} added with ${songs}` : chartFormTexts.added(value.chartName),
  );
  return redirect(source ? page : `${page}/add?status=active`);
}

/** Reads the chart to copy from the address. Throws 404 for an address that was tampered with. */
function sourceOf(request: Request, { ids }: Charts["pageContext"]) {
  const { searchParams } = new URL(request.url);
  const ref = searchParams.get("copy");
  if (!ref) return undefined;
  return {
    ref,
    id: ids.decrypt("chart", ref),
    kind: searchParams.get("of") === "custom" ? ("custom" as const) : ("popular" as const),
  };
}

const chartValues = (chart: ChartDetail | undefined): Record<string, string> =>
  chart
    ? {
        chartName: copyName(chart.chartName),
        description: chart.description ?? "",
        display: chart.display,
      }
    : { display: "bar" };

/** Marks a copy in its name, because rules tell charts apart by name. */
const copyName = (name: string) => `${name.slice(0, nameLength - " (copy)".length).trim()} (copy)`;
