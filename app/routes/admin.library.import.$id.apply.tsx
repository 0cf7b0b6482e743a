import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ApplyQuestion } from "~/features/imports/apply-question";
import { applyCsv, loadQuestion } from "~/features/imports/imports.server";
import { songImportPages } from "~/features/library/song-import.server";
import { requireArea } from "~/lib/guard.server";

export const meta: MetaFunction = () => [{ title: "Import songs · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadQuestion(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }), songImportPages);
}

export async function action(args: ActionFunctionArgs) {
  return applyCsv(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }), songImportPages);
}

export default function ApplySongs() {
  const data = useLoaderData<typeof loader>();
  return <ApplyQuestion {...data} result={useActionData<typeof action>()} />;
}
