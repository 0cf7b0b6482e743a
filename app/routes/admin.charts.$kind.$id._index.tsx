import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChartHead, ChartTiles, MakeUp, Uses } from "~/features/charts/chart-detail";
import { loadChart } from "~/features/charts/chart-detail.server";
import { ChartSongs } from "~/features/charts/chart-songs";
import { requireChart } from "~/features/charts/charts.server";
import { ChangesNotice } from "~/features/schedule/changed-days";
import { loadChangesNotice } from "~/features/schedule/changed-days.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.name ?? "Chart"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  const at = await requireChart(args);
  const [chart, changes] = await Promise.all([
    loadChart(args, at),
    loadChangesNotice(args, at.pageContext),
  ]);
  return { ...chart, changes };
}

export default function ChartPage() {
  const chart = useLoaderData<typeof loader>();
  return (
    <>
      <ChartHead {...chart} />
      <ChangesNotice changes={chart.changes} />
      <ChartTiles {...chart} />
      <ChartSongs {...chart} />
      <MakeUp {...chart} />
      <Uses {...chart} />
    </>
  );
}
