import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ChartAddingHead } from "~/features/charts/adding-head";
import { loadOwnChart, requireChart } from "~/features/charts/charts.server";
import { chartsPath } from "~/features/charts/paths";
import { addPicked, withThere } from "~/features/charts/song-adding.server";
import { AddAllQuestion, SongPicker } from "~/features/charts/song-picker";
import {
  loadLibrary,
  membersOf,
  readSongFilters,
  readSortedFilters,
} from "~/features/library/library.server";
import { withMembers } from "~/ui/frame/address";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Add songs to ${data?.name ?? "a chart"} · Fever In-Store` },
];

/** Loads the library with the address's filters, and marks the songs that the chart already has. */
export async function loader(args: LoaderFunctionArgs) {
  const at = await requireChart(args);
  const here = `${at.path}/add`;
  const { chartName } = await loadOwnChart(at);
  const library = await loadLibrary(args, at.pageContext, {
    path: here,
    audio: (ref) => `${chartsPath}/audio/${ref}`,
    ofCompany: at.kind === "custom",
  });
  return {
    ...library,
    rows: await withThere(library.rows, at),
    here,
    kind: at.kind,
    path: at.path,
    name: chartName,
  };
}

export async function action(args: ActionFunctionArgs) {
  const at = await requireChart(args);
  const backTo = withMembers(
    `${at.path}/add`,
    membersOf(readSortedFilters(args.request, at.pageContext), at.pageContext),
  );
  return addPicked(args, at, { matching: readSongFilters(args.request, at.pageContext), backTo });
}

export default function AddSongs() {
  const picker = useLoaderData<typeof loader>();
  const question = useActionData<typeof action>();
  if (question) return <AddAllQuestion {...question.confirmation} name={picker.name} />;
  return (
    <>
      <ChartAddingHead kind={picker.kind} name={picker.name} path={picker.path} way="search" />
      <SongPicker {...picker} />
    </>
  );
}
