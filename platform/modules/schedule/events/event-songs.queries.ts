import { and, eq, sql } from "drizzle-orm";
import type { EventSong } from "#contract/schedule/event-playlists";
import type { Scope } from "../../../access/scope.ts";
import { songsWithin } from "../../../access/scope-conditions.ts";
import { eventPlaylistSong, song } from "../../../db/schema/index.ts";
import { songCover } from "../../../db/song-cover.ts";
import type { Db, Tx } from "../../../db/types.ts";
import { songState } from "../../charts/index.ts";

/** An event's songs in order, each with whether it plays on the date. */
export const findEventSongs = (
  scope: Scope,
  db: Db,
  eventId: number,
  today: string,
): Promise<EventSong[]> =>
  db
    .select({
      songId: eventPlaylistSong.songId,
      position: eventPlaylistSong.position,
      title: song.title,
      artist: song.artist,
      durationSeconds: song.durationSeconds,
      state: songState(today),
      hasAudio: sql<boolean>`${song.audioFile} is not null`,
      cover: songCover,
    })
    .from(eventPlaylistSong)
    .innerJoin(song, eq(song.id, eventPlaylistSong.songId))
    .where(
      and(
        eq(eventPlaylistSong.companyId, scope.companyId),
        eq(eventPlaylistSong.eventId, eventId),
        songsWithin(scope),
      ),
    )
    .orderBy(eventPlaylistSong.position, eventPlaylistSong.songId);

/**
 * Gives an event these songs in this order; those that its company does not see stay hidden in it.
 * Gives how many of them the library has for the company.
 */
export async function replaceEventSongs(
  scope: Scope,
  tx: Tx,
  { library, eventId, songIds }: { library: Scope; eventId: number; songIds: number[] },
): Promise<number> {
  const isSeen = sql`exists (select 1 from ${song} where ${song.id} = ${eventPlaylistSong.songId} and ${songsWithin(library)})`;
  const ofEvent = and(
    eq(eventPlaylistSong.companyId, scope.companyId),
    eq(eventPlaylistSong.eventId, eventId),
  );
  await tx.delete(eventPlaylistSong).where(and(ofEvent, isSeen));
  // a song that was hidden may be opened to the company between the two statements
  const { rowCount } =
    await tx.execute(sql`insert into event_playlist_song (company_id, event_id, song_id, position)
    select ${scope.companyId}::bigint, ${eventId}::bigint, song.id, listed.position
    from unnest(${sql.param(songIds)}::bigint[]) with ordinality as listed (id, position)
    join song on song.company_id = ${library.companyId} and song.id = listed.id and ${songsWithin(library)}
    on conflict (company_id, event_id, song_id) do update set position = excluded.position`);
  return rowCount ?? 0;
}

/** Takes a song out of an event that is locked, also one hidden in it. Gives whether it was there. */
export async function removeEventSong(
  { companyId }: Scope,
  tx: Tx,
  eventId: number,
  songId: number,
): Promise<boolean> {
  const { rowCount } = await tx
    .delete(eventPlaylistSong)
    .where(
      and(
        eq(eventPlaylistSong.companyId, companyId),
        eq(eventPlaylistSong.eventId, eventId),
        eq(eventPlaylistSong.songId, songId),
      ),
    );
  return (rowCount ?? 0) > 0;
}
