import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { matchSongList } from "#contract/library/song-list";
import { ChartAddingHead } from "~/features/charts/adding-head";
import { loadOwnChart, requireChart } from "~/features/charts/charts.server";
import { addListed } from "~/features/charts/song-adding.server";
import { SongLists } from "~/features/charts/song-list-forms";
import { constraintsOf } from "~/lib/forms/forms.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Add songs to ${data?.name ?? "a chart"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  const at = await requireChart(args);
  return {
    kind: at.kind,
    name: (await loadOwnChart(at)).chartName,
    path: at.path,
    constraints: constraintsOf(matchSongList.body),
  };
}

export async function action(args: ActionFunctionArgs) {
  return addListed(args, await requireChart(args));
}

export default function AddList() {
  const { kind, name, path, constraints } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <ChartAddingHead kind={kind} name={name} path={path} way="list" />
      <SongLists constraints={constraints} result={result} />
    </>
  );
}
