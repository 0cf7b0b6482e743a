import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Scope } from "../../../access/scope.ts";
import { songsWithin } from "../../../access/scope-conditions.ts";
import { eventPlaylist, eventPlaylistSong, song } from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";
import { isPlayable, songFacts, tempoOfSong } from "../days/songs.queries.ts";
import { playsOfEvent } from "./event-effects.queries.ts";
import { eventColumns, findEventUnits, type LockedEvent } from "./event-playlists.queries.ts";
import type { EventTimes, EventUnit } from "./event-precedence.ts";

/**
 * Finds the company's events with the songs that may be scheduled, in order, and a digest of all
 * that scheduling uses of them.
 */
export async function findEventsForScheduling(scope: Scope, db: Db): Promise<EventForScheduling[]> {
  const { imageFileId: _, version: __, ...times } = eventColumns;
  const plays = playsOfEvent({
    id: sql`event_playlist.id`,
    priority: sql`event_playlist.priority`,
    mode: sql`event_playlist.mode`,
    fromMinute: sql`event_playlist.from_minute`,
    toMinute: sql`event_playlist.to_minute`,
    companyId: scope.companyId,
  });
  const events = await db
    .select({ ...times, plays })
    .from(eventPlaylist)
    .where(eq(eventPlaylist.companyId, scope.companyId))
    .orderBy(eventPlaylist.id);
  if (events.length === 0) return [];
  const units = await findEventUnits(
    scope,
    db,
    events.map(({ id }) => id),
  );
  const songs = await db
    .select({
      eventId: eventPlaylistSong.eventId,
      songIds: sql<
        number[]
      >`array_agg(${song.id}::int order by ${eventPlaylistSong.position}) filter (where ${isPlayable(scope)})`,
      digest: sql<string>`md5(string_agg(${songFacts}, '^' order by ${eventPlaylistSong.position}))`,
    })
    .from(eventPlaylistSong)
    .innerJoin(song, eq(song.id, eventPlaylistSong.songId))
    .leftJoin(...tempoOfSong)
    .where(
      and(
        eq(eventPlaylistSong.companyId, scope.companyId),
        isNotNull(song.audioFile),
        songsWithin(scope),
      ),
    )
    .groupBy(eventPlaylistSong.eventId);
  const songsOf = new Map(songs.map((one) => [one.eventId, one]));
  return events.map((event) => ({
    ...event,
    units: units
      .filter(({ eventId }) => eventId === event.id)
      .map(({ eventId: _, isSeen: __, ...unit }) => unit),
    songIds: songsOf.get(event.id)?.songIds ?? [],
    digest: songsOf.get(event.id)?.digest ?? "",
  }));
}
export type EventForScheduling = EventTimes &
  Pick<LockedEvent, "id" | "name" | "priority" | "mode"> & {
    units: EventUnit[];
    songIds: number[];
    digest: string;
    plays: string;
  };
