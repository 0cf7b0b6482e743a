import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportChartSongs } from "#contract/charts/songs";
import { requireChart } from "~/features/charts/charts.server";
import { passDownload } from "~/lib/api/download.server";

/** Streams the chart's songs in order as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const { pageContext, kind, id } = await requireChart(args);
  return passDownload(args, (options) =>
    pageContext.api.file(exportChartSongs, { query: { kind, chartId: id, ...options } }),
  );
}
