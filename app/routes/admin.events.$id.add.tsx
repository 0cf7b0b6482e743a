import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { chartAudioPath } from "~/features/charts/paths";
import { SongPicker } from "~/features/charts/song-picker";
import { loadLibrary, membersOf, readSortedFilters } from "~/features/library/library.server";
import { songsOfEvent } from "~/features/schedule/event-songs.server";
import { findOwnEvent, requireEvent } from "~/features/schedule/events.server";
import { eventsPath } from "~/features/schedule/paths";
import { eventTexts } from "~/features/schedule/texts";
import { tutorialPath } from "~/features/tutorials/paths";
import { addTicked, withThere } from "~/lib/ordered-songs.server";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { PageHead } from "~/ui/frame/page-head";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Add songs to ${data?.name ?? "an event"} · Fever In-Store` },
];

/** Loads the library with the address's filters, and marks the songs that the event already has. */
export async function loader(args: LoaderFunctionArgs) {
  const at = await requireEvent(args);
  const here = `${at.path}/add`;
  const { name } = await findOwnEvent(at);
  const library = await loadLibrary(args, at.guarded, {
    path: here,
    audio: chartAudioPath,
    ofCompany: true,
  });
  return {
    ...library,
    rows: await withThere(library.rows, songsOfEvent(at)),
    here,
    path: at.path,
    name,
  };
}

export async function action(args: ActionFunctionArgs) {
  const at = await requireEvent(args);
  const backTo = withMembers(
    `${at.path}/add`,
    membersOf(readSortedFilters(args.request, at.guarded), at.guarded),
  );
  return addTicked(args, songsOfEvent(at), backTo);
}

export default function AddEventSongs() {
  const picker = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        crumbs={[
          { label: "Event playlists", to: eventsPath },
          { label: picker.name, to: picker.path },
        ]}
        title={`Add songs to ${picker.name}`}
        lead={eventTexts.pickerLead}
        help={tutorialPath("music_chart_song_search")}
        actions={<ButtonLink to={picker.path}>Show the event</ButtonLink>}
      />
      <SongPicker {...picker} into="event" />
    </>
  );
}
