import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { chartAudioPath } from "~/features/charts/paths";
import { SongPicker } from "~/features/charts/song-picker";
import { loadLibrary, membersOf, readSortedFilters } from "~/features/library/library.server";
import { EventAddingHead } from "~/features/schedule/event-adding-head";
import { songsOfEvent } from "~/features/schedule/event-songs.server";
import { findOwnEvent, requireEvent } from "~/features/schedule/events.server";
import { addTicked, withThere } from "~/lib/songs/ordered-songs.server";
import { withMembers } from "~/ui/frame/address";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Add songs to ${data?.name ?? "an event"} · Fever In-Store` },
];

/** Loads the library with the address's filters, and marks the songs that the event already has. */
export async function loader(args: LoaderFunctionArgs) {
  const at = await requireEvent(args);
  const here = `${at.path}/add`;
  const { name } = await findOwnEvent(at);
  const library = await loadLibrary(args, at.pageContext, {
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
    membersOf(readSortedFilters(args.request, at.pageContext), at.pageContext),
  );
  return addTicked(args, songsOfEvent(at), backTo);
}

export default function AddEventSongs() {
  const picker = useLoaderData<typeof loader>();
  return (
    <>
      <EventAddingHead name={picker.name} path={picker.path} way="search" />
      <SongPicker {...picker} into="event" />
    </>
  );
}
