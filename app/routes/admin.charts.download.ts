import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportCharts } from "#contract/charts/endpoints";
import { readChartFilters, requireCharts } from "~/features/charts/charts.server";
import { passDownload } from "~/lib/api/download.server";

/** Streams the charts of a kind that match the address's filters as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const { pageContext, kind } = await requireCharts(args);
  const query = { kind, ...readChartFilters(args.request) };
  return passDownload(args, (options) =>
    pageContext.api.file(exportCharts, { query: { ...query, ...options } }),
  );
}
