import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loadSongRemoval, removeSong } from "~/features/library/song-edit.server";
import { removeQuestion } from "~/features/library/song-questions";
import { SongTies } from "~/features/library/song-ties";
import { requireArea } from "~/lib/guard.server";
import { ConfirmPage } from "~/ui/confirm-page";

export const meta: MetaFunction = () => [{ title: "Delete a song · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadSongRemoval(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export async function action(args: ActionFunctionArgs) {
  return removeSong(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export default function RemoveSong() {
  const song = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (song.charts.length > 0 || song.scheduledFrom) return <SongTies {...song} />;
  return <ConfirmPage {...removeQuestion(song.title)} cancelTo={song.path} result={result} />;
}
