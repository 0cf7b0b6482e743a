import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadSongName, removePicture } from "~/features/library/song-edit.server";
import { pictureQuestion } from "~/features/library/song-questions";
import { requireArea } from "~/lib/guard.server";
import { ConfirmPage } from "~/ui/confirm-page";

export const meta: MetaFunction = () => [{ title: "Remove a picture · Fever In-Store" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadSongName(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export async function action(args: ActionFunctionArgs) {
  return removePicture(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export default function RemovePicture() {
  const { path, title } = useLoaderData<typeof loader>();
  return <ConfirmPage {...pictureQuestion(title)} cancelTo={`${path}/edit`} />;
}
