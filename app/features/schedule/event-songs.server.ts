import { changeEventSongs, listEventSongs } from "#contract/schedule/event-playlists";
import { eventLimits } from "#contract/schedule/words";
import { load } from "~/lib/session/guard.server";
import type { OrderedSongs } from "~/lib/songs/ordered-songs.server";
import type { EventContext } from "./events.server";

export const findSongs = async ({ pageContext: { api }, id }: EventContext) =>
  (await load(() => api.call(listEventSongs, { query: { eventId: id } }))).data;

export const songsOfEvent = (at: EventContext): OrderedSongs => ({
  pageContext: at.pageContext,
  path: at.path,
  of: "event",
  most: eventLimits.songs,
  async find() {
    const { songs, version } = await findSongs(at);
    return { version, songIds: songs.map(({ songId }) => songId) };
  },
  save: (change) =>
    at.pageContext.api.call(changeEventSongs, { body: { eventId: at.id, ...change } }),
  undo: {
    act: "put-event-songs-back",
    fields: { eventId: at.pageContext.ids.encrypt("event", at.id) },
  },
});
