import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SongPicker } from "~/features/charts/song-picker";
import {
  findDemo,
  requireDemo,
  songsOfDemo,
} from "~/features/demo-playlists/demo-playlists.server";
import { demosPath } from "~/features/demo-playlists/paths";
import { demoTexts } from "~/features/demo-playlists/texts";
import { loadLibrary, membersOf, readSortedFilters } from "~/features/library/library.server";
import { songAudioPath, songPath } from "~/features/library/paths";
import { tutorialPath } from "~/features/tutorials/paths";
import { addTicked, withThere } from "~/lib/songs/ordered-songs.server";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Add songs to ${data?.name ?? "a demo playlist"} · Fever In-Store` },
];

/** Loads the library with the address's filters, and marks the songs that the playlist has. */
export async function loader(args: LoaderFunctionArgs) {
  const at = await requireDemo(args);
  const here = `${at.path}/add`;
  const { name } = await findDemo(at);
  const library = await loadLibrary(args, at.pageContext, {
    path: here,
    audio: (ref) => songAudioPath(songPath(ref)),
  });
  return {
    ...library,
    rows: await withThere(library.rows, songsOfDemo(at)),
    here,
    path: at.path,
    name,
  };
}

export async function action(args: ActionFunctionArgs) {
  const at = await requireDemo(args);
  const backTo = withMembers(
    `${at.path}/add`,
    membersOf(readSortedFilters(args.request, at.pageContext), at.pageContext),
  );
  return addTicked(args, songsOfDemo(at), backTo);
}

export default function AddDemoSongs() {
  const picker = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Demo playlists", to: demosPath },
          { label: picker.name, to: picker.path },
        ]}
        title={`Add songs to ${picker.name}`}
        lead={demoTexts.pickerLead}
        help={tutorialPath("music_chart_song_search")}
        actions={<ButtonLink to={picker.path}>Show the demo playlist</ButtonLink>}
      />
      <SongPicker {...picker} into="demo" />
    </>
  );
}
