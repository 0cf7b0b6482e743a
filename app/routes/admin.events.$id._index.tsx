import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { showLength } from "#contract/base/dates";
import { chartAudioPath } from "~/features/charts/paths";
import { eventConfirmations } from "~/features/schedule/event-confirmations.server";
import { EventFacts, EventHead, EventSongs } from "~/features/schedule/event-detail";
import { EventEffects } from "~/features/schedule/event-form";
import { findSongs } from "~/features/schedule/event-songs.server";
import {
  effectWords,
  findEvent,
  requireEvent,
  shownEvent,
} from "~/features/schedule/events.server";
import { artOf } from "~/lib/songs/cover.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.event.name ?? "Event"} · Fever In-Store` },
];

export async function loader(args: LoaderFunctionArgs) {
  const at = await requireEvent(args);
  const { ids } = at.pageContext;
  const event = await findEvent(at);
  const { songs } = await findSongs(at);
  const item = { id: at.id, path: at.path, name: event.name, publishedDays: event.publishedDays };
  return {
    event: shownEvent(event, at.pageContext, args.context),
    removal: eventConfirmations.linkTo("remove", item, at),
    publish:
      event.mayChange && event.publishedDays > 0
        ? eventConfirmations.linkTo("publish", item, at)
        : null,
    effects: event.state === "past" ? null : effectWords(event, at.pageContext),
    songs: songs.map(({ songId, durationSeconds, hasAudio, cover, ...song }) => ({
      ref: ids.encrypt("song", songId),
      position: song.position,
      title: song.title,
      artist: song.artist,
      state: song.state,
      art: artOf(at.pageContext, cover),
      length: showLength(durationSeconds),
      audio: hasAudio ? chartAudioPath(ids.encrypt("song", songId)) : null,
    })),
  };
}

export default function EventPage() {
  const { event, removal, publish, effects, songs } = useLoaderData<typeof loader>();
  return (
    <>
      <EventHead {...event} removal={removal} />
      <EventFacts {...event} />
      {effects ? <EventEffects effects={effects} publish={publish} /> : null}
      <EventSongs event={event} songs={songs} />
    </>
  );
}
