import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { chartsPath } from "~/features/charts/paths";
import { ReportList, ReportTabs } from "~/features/song-reports/report-list";
import { loadSongReports } from "~/features/song-reports/song-reports.server";
import { songReportsTexts } from "~/features/song-reports/texts";
import { requireArea } from "~/lib/session/guard.server";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction = () => [{ title: "Song reports · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadSongReports(args, await requireArea(args, "CHARTS"));
}

export default function SongReports() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        crumbs={[{ label: "Charts", to: chartsPath }]}
        title="Song reports"
        lead={songReportsTexts.lead}
      />
      <ReportTabs {...data} />
      <ReportList {...data} />
    </>
  );
}
