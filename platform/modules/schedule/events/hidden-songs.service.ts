import { scopeOf } from "../../../access/scope.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { audit } from "../../audit/index.ts";
import { removeChartSongs } from "../../charts/index.ts";
import { findHiddenPlaces, refuseUnknownSong } from "../../library/index.ts";
import { lockEvent, saveEvent } from "./event-playlists.queries.ts";
import { removeEventSong } from "./event-songs.queries.ts";

/**
 * Removes a song from the charts and events in which it is hidden because it is reserved for
 * another company, each in a transaction of its own; a second call does the rest. Gives the number.
 * Throws 404 for an unknown song.
 */
export async function takeSongOut(call: ScopedCall, songId: number) {
  await refuseUnknownSong(call, songId);
  const removed = { charts: 0, events: 0 };
  for (const hidden of await findHiddenPlaces(call.scope, call.db, songId)) {
    const scope = await scopeOf(call.db, call.caller, hidden.companyId);
    const inCompany = { ...call, scope };
    for (const chartId of hidden.chartIds)
      removed.charts += (await removeChartSongs(inCompany, { chartId, songIds: [songId] })).removed;
    for (const eventId of hidden.eventIds)
      removed.events += await takeOutOfEvent(inCompany, eventId, songId);
  }
  return removed;
}

const takeOutOfEvent = (call: ScopedCall, eventId: number, songId: number): Promise<number> =>
  call.database.transaction(async (tx) => {
    const { scope, now } = call;
    const event = await lockEvent(scope, tx, eventId);
    if (!event || !(await removeEventSong(scope, tx, eventId, songId))) return 0;
    await saveEvent(scope, tx, { id: eventId, values: { version: event.version + 1 }, now });
    await audit(tx, call, [
      {
        companyId: scope.companyId,
        action: "reserved song removed from event playlist",
        itemKind: "event playlist",
        itemId: eventId,
        itemName: event.name,
        before: { songId },
      },
    ]);
    return 1;
  });
