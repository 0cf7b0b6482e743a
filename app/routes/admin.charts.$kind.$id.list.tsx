import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addSongsToChart } from "#contract/charts/songs";
import { AddingHead } from "~/features/charts/adding-head";
import { loadOwnChart, requireChart } from "~/features/charts/charts.server";
import { addListed } from "~/features/charts/song-adding.server";
import { ListForms, UnmatchedLines } from "~/features/charts/song-list-forms";
import { constraintsOf } from "~/lib/forms.server";
import { Failure } from "~/ui/frame/failure";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Add songs to ${data?.name ?? "a chart"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  const at = await requireChart(args);
  const { list } = constraintsOf(addSongsToChart.body);
  return {
    kind: at.kind,
    name: (await loadOwnChart(at)).chartName,
    path: at.path,
    constraints: { list: { ...list, required: true } },
  };
}

export async function action(args: ActionFunctionArgs) {
  return addListed(args, await requireChart(args));
}

export default function AddList() {
  const { kind, name, path, constraints } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const added = result && "added" in result ? result.added : undefined;
  return (
    <>
      <AddingHead kind={kind} name={name} path={path} way="list" />
      <Failure failure={result?.failure} />
      {added ? <UnmatchedLines added={added} isFile={result?.form === "csv"} /> : null}
      <ListForms key={added?.drawn} constraints={constraints} result={result} />
    </>
  );
}
