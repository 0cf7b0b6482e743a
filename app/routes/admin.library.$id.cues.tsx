import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EditCues } from "~/features/library/edit-cues";
import { libraryPath } from "~/features/library/paths";
import { loadSongCues, saveSongCues } from "~/features/library/song-edit.server";
import { requireArea } from "~/lib/session/guard.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Start and end of ${data?.title ?? "a song"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadSongCues(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export async function action(args: ActionFunctionArgs) {
  return saveSongCues(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export default function EditSongCues() {
  const { path, title, ...editorProps } = useLoaderData<typeof loader>();
  const crumbs = [
    { label: "Music library", to: libraryPath },
    { label: title, to: path },
  ] as const;
  return <EditCues crumbs={crumbs} {...editorProps} result={useActionData<typeof action>()} />;
}
