import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { songReportsPath } from "~/features/song-reports/paths";
import { ReportFacts, SettleForm } from "~/features/song-reports/report-page";
import { loadSongReport, settleReport } from "~/features/song-reports/song-reports.server";
import { requireArea } from "~/lib/session/guard.server";
import { Failure } from "~/ui/frame/failure";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.report.song.title ?? "Song report"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadSongReport(args, await requireArea(args, "CHARTS"));
}

export async function action(args: ActionFunctionArgs) {
  return settleReport(args, await requireArea(args, "CHARTS"));
}

export default function SongReportPage() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { song, settled } = data.report;
  return (
    <>
      <PageHead
        crumbs={[{ label: "Song reports", to: songReportsPath }]}
        title={song.title}
        lead={song.artist}
      />
      <Failure failure={result?.failure} />
      <ReportFacts {...data} />
      {settled ? null : <SettleForm {...data} result={result?.fields} />}
    </>
  );
}
