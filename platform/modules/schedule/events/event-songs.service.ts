import type { z } from "zod";
import type * as contract from "#contract/schedule/event-playlists";
import { libraryFor } from "../../../access/scope.ts";
import { invalid, notFound } from "../../../base/refusal.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit, findSongsBefore } from "../../audit/index.ts";
import { missingSongs, songMessages } from "../../library/index.ts";
import { lockOwnEvent, todayOf } from "./event-access.service.ts";
import { itemKind, itemOf } from "./event-audit.ts";
import { findEvent, saveEvent } from "./event-playlists.queries.ts";
import { findEventSongs, replaceEventSongs } from "./event-songs.queries.ts";

/** Throws 404 for an event that is not there. */
export async function listSongs(call: ScopedCall, eventId: number) {
  const { scope, db } = call;
  const today = await todayOf(call);
  const event = await findEvent(scope, db, eventId, today);
  if (!event) throw notFound();
  return { version: event.version, songs: await findEventSongs(scope, db, eventId, today) };
}

/**
 * Sets the songs of an event in their order, or takes the caller's own change of them back. Throws
 * 404 for the event, for a song as missingSongs says, 403, and 422 on `version` where somebody else
 * changed the event since the list was read.
 */
export async function changeSongs(
  call: ScopedCall,
  { eventId, version, songIds, undoOf }: z.output<typeof contract.changeEventSongs.body>,
): Promise<{ songs: number; version: number }> {
  const { scope, now } = call;
  const library = await libraryFor(call.db, scope);
  return call.database.transaction(async (tx) => {
    const { event } = await lockOwnEvent(scope, tx, eventId);
    if (version !== undefined && version !== event.version)
      throw invalid({
        version: "Someone else has changed this event. Check its songs, then try again.",
      });
    const newSongIds = undoOf
      ? await findSongsBefore(tx, call, { itemKind, itemId: eventId, action: songsChanged, undoOf })
      : (songIds ?? []);
    const currentSongIds = (
      await findEventSongs(scope, tx, eventId, await todayOf({ ...call, db: tx }))
    ).map((one) => one.songId);
    if (JSON.stringify(currentSongIds) === JSON.stringify(newSongIds))
      return { songs: newSongIds.length, version: event.version };
    const savedCount = await replaceEventSongs(scope, tx, {
      library,
      eventId,
      songIds: newSongIds,
    });
    if (savedCount < newSongIds.length)
      throw undoOf
        ? invalid({ undoOf: songMessages.noLongerUsable })
        : await missingSongs(library, tx, call.caller, newSongIds);
    const after = { songIds: newSongIds, version: event.version + 1 };
    await saveEvent(scope, tx, { id: eventId, values: { version: after.version }, now });
    const before = { songIds: currentSongIds, version: event.version };
    await audit(tx, call, [{ ...itemOf(scope, event), action: songsChanged, before, after }]);
    return { songs: newSongIds.length, version: after.version };
  });
}

const songsChanged = "event playlist songs changed";
