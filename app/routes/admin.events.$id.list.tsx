import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { matchSongList } from "#contract/library/song-list";
import { eventLimits } from "#contract/schedule/words";
import { SongLists } from "~/features/charts/song-list-forms";
import { EventAddingHead } from "~/features/schedule/event-adding-head";
import { songsOfEvent } from "~/features/schedule/event-songs.server";
import { findOwnEvent, requireEvent } from "~/features/schedule/events.server";
import { constraintsOf } from "~/lib/forms/forms.server";
import { addListed } from "~/lib/songs/ordered-songs.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Add songs to ${data?.name ?? "an event"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  const at = await requireEvent(args);
  const { name } = await findOwnEvent(at);
  return { name, path: at.path, constraints: constraintsOf(matchSongList.body) };
}

export async function action(args: ActionFunctionArgs) {
  return addListed(args, songsOfEvent(await requireEvent(args)));
}

export default function AddEventList() {
  const { name, path, constraints } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <EventAddingHead name={name} path={path} way="list" />
      <SongLists
        constraints={constraints}
        result={result}
        most={eventLimits.songs}
        hasFile={false}
      />
    </>
  );
}
