import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { messages } from "#contract/base/messages";
import { isProvider } from "#contract/base/roles";
import { ChartQuery, custom, findChart, popular } from "#contract/charts/endpoints";
import { ChartSongQuery, customSongs, popularSongs } from "#contract/charts/songs";
import { type ChartKindName, chartKinds } from "#contract/charts/words";
import { readFilters, readQuery } from "~/lib/forms/forms.server";
import { imageUrl } from "~/lib/images/image-url.server";
import { listAddress } from "~/lib/lists/list-address.server";
import { load, type PageContext, requireArea } from "~/lib/session/guard.server";
import { artOfName } from "~/lib/songs/cover.server";
import { duration } from "~/lib/stores/store-state";
import { chartsPath } from "./paths";

/** The calls of each kind of chart. */
export const callsOf = {
  popular: { ...popular, songs: popularSongs },
  custom: { ...custom, songs: customSongs },
};

const kindOf = (text: string | null | undefined) => chartKinds.find((kind) => kind === text);

/** The guard of a list of charts, by `?kind=`: provider staff need a company for custom ones. */
export async function requireCharts(args: {
  request: Request;
  context: AppLoadContext;
}): Promise<{ pageContext: PageContext; kind: ChartKindName }> {
  const kind = kindOf(new URL(args.request.url).searchParams.get("kind")) ?? "popular";
  return { pageContext: await requireArea(args, "CHARTS", { company: kind === "custom" }), kind };
}

export type ChartContext = {
  pageContext: PageContext;
  kind: ChartKindName;
  id: number;
  path: string;
};

/**
 * Guards the pages of one chart, by the kind and id in the address. Throws 404 for an unknown kind
 * and for an id that was tampered with.
 */
export async function requireChart(
  args: Pick<LoaderFunctionArgs, "request" | "context" | "params">,
): Promise<ChartContext> {
  const kind = kindOf(args.params.kind);
  const pageContext = await requireArea(args, "CHARTS", { company: kind === "custom" });
  if (!kind) throw Response.json({ message: messages.notFound }, { status: 404 });
  return {
    pageContext,
    kind,
    id: pageContext.ids.decrypt("chart", args.params.id),
    path: `${chartsPath}/${kind}/${args.params.id}`,
  };
}

/** Finds the chart of a page that changes it. Throws 404, and 403 if the person may only read. */
export async function loadOwnChart({ pageContext, kind, id }: ChartContext) {
  const { data: chart } = await load(() =>
    pageContext.api.call(findChart, { query: { kind, id } }),
  );
  if (!chart.mayChange) throw Response.json({ message: messages.notAllowed }, { status: 403 });
  return chart;
}

/**
 * True if the person may add such a chart: provider staff any, clients a custom one if they act for
 * the whole company. The platform checks the same.
 */
export const mayAdd = ({ person, user }: PageContext, kind: ChartKindName) =>
  isProvider(person) ||
  (kind === "custom" && (user.userLevel === null || user.userLevel === "national"));

const Matching = z.object(ChartSongQuery.pick({ search: true }).shape);
/** Reads the search of a chart's songs, for changes of all that match. */
export const readMatchingSongs = (request: Request) => readFilters(request, Matching);

const Filters = z.object(ChartQuery.pick({ search: true, status: true }).shape);
export const readChartFilters = (request: Request) => readFilters(request, Filters);

const Address = listAddress({
  ...ChartQuery.pick({ search: true, status: true, cursor: true, sort: true }).shape,
});

export async function loadCharts(
  { request, context }: LoaderFunctionArgs,
  pageContext: PageContext,
  kind: ChartKindName,
) {
  const { api, ids } = pageContext;
  const { row, ...query } = readQuery(request, Address);
  const charts = await load(() => api.call(callsOf[kind].list, { query }));
  return {
    kind,
    filters: { search: query.search, status: query.status },
    sort: query.sort,
    row,
    page: charts.page,
    mayAdd: mayAdd(pageContext, kind),
    rows: charts.data.map(
      ({ id, chartName, description, status, songs, playable, seconds, logoFileId, rules }) => ({
        ref: ids.encrypt("chart", id),
        chartName,
        description,
        status,
        songs,
        playable,
        rules,
        length: duration(seconds * 1000),
        logo: imageUrl(context, logoFileId),
        art: artOfName(chartName),
      }),
    ),
  };
}
