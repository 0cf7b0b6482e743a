import { plainCover } from "#contract/library/cover";
import type { GroupDay, StoreDay } from "#contract/schedule/endpoints";
import type { DayHours, PlaylistLine } from "#contract/schedule/playlist-lines";
import type { PlaylistPosition } from "#contract/schedule/positions";
import type { Scope } from "../../../access/scope.ts";
import { findSongCovers } from "../../../db/song-cover.ts";
import type { Db } from "../../../db/types.ts";
import {
  type StoredPosition,
  type StoredSummary,
  unpackLog,
  unpackPositions,
} from "../logs/playlist-record.ts";
import type { StoredPlaylist } from "../logs/playlists.queries.ts";
import { countCategorySongs } from "../rules/category-songs.queries.ts";
import { findCategories } from "../rules/mix.queries.ts";
import { findSongs } from "./songs.queries.ts";
import type { FoundStore } from "./stores.queries.ts";

type DayContext = Pick<
  GroupDay,
  "zoneName" | "storeBreaks" | "inputsChanged" | "draftId" | "mayChange" | "stores"
>;

/**
 * Shows a stored day of a group: hour by hour, each line with its title and its reason.
 */
export async function showGroupDay(
  scope: Scope,
  db: Db,
  stored: StoredPlaylist,
  context: DayContext,
): Promise<GroupDay> {
  const { positions, summary, publishedAt, ...head } = stored;
  const hours = await hoursOf(scope, db, unpackPositions(positions, summary));
  const categories = await findCategories(
    scope,
    db,
    summary.shares.map(({ categoryId }) => categoryId),
  );
  const withoutAudio = (await countCategorySongs(scope, db, categories)).flatMap(
    ({ categoryId, withoutAudio: songs }) => (songs > 0 ? [{ categoryId, songs }] : []),
  );
  return {
    ...head,
    publishedAt: publishedAt?.toISOString() ?? null,
    ...context,
    hours,
    summary,
    withoutAudio,
  };
}

/** Shows a store's day; songs that play as in its group have the group's reason. */
export async function showStoreDay(
  scope: Scope,
  db: Db,
  {
    store,
    day,
    log,
  }: {
    store: FoundStore;
    day: string;
    log: { id: number | null; playlistId: number; positions: readonly StoredPosition[] };
  },
  { playlist, summary }: { playlist: readonly PlaylistPosition[]; summary: StoredSummary },
): Promise<StoreDay> {
  const { id: storeId, name: storeName, code: storeCode, timeZone } = store;
  const hours = await hoursOf(scope, db, unpackLog(log.positions, playlist, summary));
  return {
    storeId,
    storeName,
    storeCode,
    timeZone,
    day,
    logId: log.id,
    playlistId: log.playlistId,
    hours,
  };
}

async function hoursOf(
  scope: Scope,
  db: Db,
  positions: readonly PlaylistPosition[],
): Promise<DayHours> {
  const ids = new Set(
    positions.flatMap((position) => (position.kind === "MUSIC" ? [position.songId] : [])),
  );
  const songs = new Map((await findSongs(scope, db, [...ids])).map((song) => [song.id, song]));
  const covers = await findSongCovers(scope, db, [...ids]);
  const hours = new Map<number, PlaylistLine[]>();
  for (const position of positions) {
    const hour = Math.floor(position.startSeconds / 3600);
    const lines = hours.get(hour) ?? [];
    hours.set(hour, lines);
    const { index, startSeconds, durationSeconds } = position;
    const line = { index, startSeconds, durationSeconds };
    if (position.kind === "MUSIC") {
      const { songId, locked, trace: reason } = position;
      const { title = "Song withdrawn", artist = "" } = songs.get(songId) ?? {};
      const cover = covers.get(songId) ?? plainCover;
      lines.push({ ...line, kind: "MUSIC", songId, title, artist, cover, locked, reason });
    } else
      lines.push({
        ...line,
        kind: position.kind,
        spotId: position.spotId,
        title: position.name,
        reason: position.trace,
      });
  }
  return [...hours].map(([hour, lines]) => ({ hour, lines }));
}

/** Each song of a stored day once, in the order of its first play. */
export async function songsOf(scope: Scope, db: Db, positions: readonly StoredPosition[]) {
  const plays = new Map<number, { plays: number; firstSeconds: number }>();
  for (const { songId, startSeconds } of positions) {
    if (songId === undefined) continue;
    const entry = plays.get(songId);
    if (entry) entry.plays++;
    else plays.set(songId, { plays: 1, firstSeconds: startSeconds });
  }
  const songs = new Map(
    (await findSongs(scope, db, [...plays.keys()])).map((song) => [song.id, song]),
  );
  return [...plays].map(([songId, count]) => {
    const { title = "Song withdrawn", artist = "" } = songs.get(songId) ?? {};
    return { songId, title, artist, ...count };
  });
}
