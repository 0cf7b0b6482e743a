import { notFound } from "../../base/refusal.ts";
import type { ScopedCall } from "../../http/context.ts";
import { type AuditPage, listAudit } from "../audit/index.ts";
import { findCharts, findHiddenPlaces, findPlaylists, isSong } from "./song-uses.queries.ts";

/** The charts that have a song. Throws 404 for a song that is not there. */
export async function listSongCharts(call: ScopedCall, id: number) {
  await refuseUnknownSong(call, id);
  const hidden = await findHiddenPlaces(call.scope, call.db, id);
  const hiddenIn = hidden.map(({ companyName, chartIds, eventIds }) => ({
    companyName,
    charts: chartIds.length,
    events: eventIds.length,
  }));
  return { ...(await findCharts(call.scope, call.db, id)), hiddenIn };
}

/** The playlists that play a song. Throws 404 for a song that is not there. */
export async function listSongPlaylists(call: ScopedCall, id: number) {
  await refuseUnknownSong(call, id);
  return findPlaylists(call.scope, call.db, id);
}

/**
 * Lists a page of a song's history. Throws 404 for an unknown song, 422 for a cursor that
 * is not ours.
 */
export async function listSongHistory(
  call: ScopedCall,
  { id, ...page }: Pick<AuditPage, "limit" | "cursor"> & { id: number },
) {
  await refuseUnknownSong(call, id);
  return listAudit(call, { ...page, itemKind: "song", itemId: id });
}

/** Throws 404 for a song that is not there. */
export async function refuseUnknownSong({ scope, db }: ScopedCall, id: number): Promise<void> {
  if (!(await isSong(scope, db, id))) throw notFound();
}
