import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { libraryPath } from "~/features/library/paths";
import { ReplaceAudio } from "~/features/library/replace-audio";
import { loadSongReplace, replaceAudio } from "~/features/library/song-edit.server";
import { songTexts } from "~/features/library/texts";
import { requireArea } from "~/lib/session/guard.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Replace the audio of ${data?.title ?? "a song"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  return loadSongReplace(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export async function action(args: ActionFunctionArgs) {
  return replaceAudio(args, await requireArea(args, "MUSIC_LIBRARY", { company: false }));
}

export default function ReplaceSongAudio() {
  const { path, title, now } = useLoaderData<typeof loader>();
  return (
    <ReplaceAudio
      crumbs={[
        { label: "Music library", to: libraryPath },
        { label: title, to: path },
      ]}
      title={songTexts.replaceTitle(title)}
      lead={songTexts.replaceLead(now)}
      fileHint="5 seconds to 60 minutes long."
      result={useActionData<typeof action>()}
    />
  );
}
