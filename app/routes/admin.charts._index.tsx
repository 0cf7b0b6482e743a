import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChartList } from "~/features/charts/chart-list";
import { loadCharts, requireCharts } from "~/features/charts/charts.server";
import { chartsDownloadPath, chartsPath } from "~/features/charts/paths";
import { chartsTexts } from "~/features/charts/texts";
import { songReportsPath } from "~/features/song-reports/paths";
import { tutorialPath } from "~/features/tutorials/paths";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { Downloads } from "~/ui/frame/downloads";
import { PageHead } from "~/ui/frame/page-head";
import { Tabs } from "~/ui/frame/tabs";

export const meta: MetaFunction = () => [{ title: "Charts · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  const { pageContext, kind } = await requireCharts(args);
  return loadCharts(args, pageContext, kind);
}

export default function Charts() {
  const list = useLoaderData<typeof loader>();
  const { kind, mayAdd } = list;
  return (
    <>
      <PageHead
        title="Charts"
        lead={chartsTexts.lead}
        help={tutorialPath("music_chart")}
        actions={
          <>
            <Downloads
              to={withMembers(chartsDownloadPath, {
                kind: kind === "custom" ? kind : undefined,
                ...list.filters,
              })}
            />
            <ButtonLink to={songReportsPath}>Song reports</ButtonLink>
            {mayAdd ? (
              <ButtonLink to={withMembers(`${chartsPath}/add`, { kind })} variant="primary">
                Add {kind} chart
              </ButtonLink>
            ) : null}
          </>
        }
      />
      <Tabs
        label="Kinds of charts"
        tabs={[
          { label: "Popular", to: chartsPath, current: kind === "popular" },
          { label: "Custom", to: `${chartsPath}?kind=custom`, current: kind === "custom" },
        ]}
      />
      <ChartList {...list} />
    </>
  );
}
