import { notFound } from "../../../base/refusal.ts";
import type { ScopedCall } from "../../../http/context.ts";
import { toPlaylistHead } from "../logs/playlist-heads.ts";
import type { StoredPosition } from "../logs/playlist-record.ts";
import { findStoredPlaylist, type StoredPlaylist } from "../logs/playlists.queries.ts";
import { reviewDays } from "./day-figures.ts";
import { chainTo, datesTo, groupIn, loadNearbyVersions, prepareGroups } from "./schedule-days.ts";
import { findSongs } from "./songs.queries.ts";

/**
 * Checks a version of a group's day for problems, in figures; nothing is stored. Throws 404
 * out of scope.
 */
export async function checkPlaylist(call: ScopedCall, id: number) {
  const { scope, db } = call;
  const stored = await findStoredPlaylist(scope, db, id);
  if (!stored) throw notFound();
  const prepared = await prepareGroups(scope, db, [stored.groupId], datesTo(stored.day, call.now));
  const { zoneName, stores } = groupIn(prepared, stored.groupId);
  const { at } = await chainTo(call, prepared, stored);
  const [figures] = await reviewDays(call, prepared, stored.groupId, [{ stored, at }]);
  if (!figures) throw new Error("a day was not reviewed");
  return { ...toPlaylistHead(stored, stores.length), zoneName, ...figures };
}

/**
 * Compares a version with the published one, or with another of the same day, song by song.
 * Throws 404 out of scope, and for versions of two days.
 */
export async function comparePlaylists(
  call: ScopedCall,
  { id, withId }: { id: number; withId?: number | undefined },
) {
  const { scope, db } = call;
  const stored = await findStoredPlaylist(scope, db, id);
  if (!stored) throw notFound();
  const { groupId, day } = stored;
  const publishedId = (
    await loadNearbyVersions(scope, db, { groupIds: [groupId], from: day, to: day })
  ).find((head) => head.day === day && head.state === "published")?.id;
  const otherId = withId ?? publishedId;
  const other = otherId === undefined ? undefined : await findStoredPlaylist(scope, db, otherId);
  if (withId !== undefined && (other?.groupId !== groupId || other.day !== day)) throw notFound();
  const { same, moved, changes } = differencesOf(songsIn(other), songsIn(stored));
  const ids = new Set(
    changes.flatMap(({ before, now }) =>
      [before, now].flatMap((play) => (play ? [play.songId] : [])),
    ),
  );
  const songs = new Map((await findSongs(scope, db, [...ids])).map((song) => [song.id, song]));
  const describePlay = (play: Play | null) => {
    const { title = "Song withdrawn", artist = "" } = (play && songs.get(play.songId)) ?? {};
    return play && { ...play, title, artist };
  };
  return {
    ...toPlaylistHead(stored, 0),
    other: other ? toPlaylistHead(other, 0) : null,
    same,
    moved,
    changes: changes.map(({ before, now }) => ({
      before: describePlay(before),
      now: describePlay(now),
    })),
  };
}

/** Counts the songs that were replaced, added or removed between two versions of a day. */
export async function countDifferences(
  { scope, db }: ScopedCall,
  beforeId: number,
  nowId: number,
): Promise<number> {
  const before = await findStoredPlaylist(scope, db, beforeId);
  const now = await findStoredPlaylist(scope, db, nowId);
  return differencesOf(songsIn(before), songsIn(now)).changes.length;
}

type Play = { songId: number; startSeconds: number };
const songsIn = (stored: StoredPlaylist | undefined): Play[] =>
  (stored?.positions ?? []).flatMap(({ songId, startSeconds }: StoredPosition) =>
    songId === undefined ? [] : [{ songId, startSeconds }],
  );

/**
 * Finds the longest sequence of songs that both have in order; between two of its songs, removed
 * and added songs are paired.
 */
export function differencesOf(before: readonly Play[], now: readonly Play[]) {
  const width = now.length + 1;
  const longest = new Uint16Array((before.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] as number;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      longest[i * width + j] =
        before[i]?.songId === now[j]?.songId
          ? at(i + 1, j + 1) + 1
          : Math.max(at(i + 1, j), at(i, j + 1));
  const changes: { before: Play | null; now: Play | null }[] = [];
  let same = 0;
  let moved = 0;
  let [gone, added]: [Play[], Play[]] = [[], []];
  const pair = () => {
    for (let row = 0; row < Math.max(gone.length, added.length); row++)
      changes.push({ before: gone[row] ?? null, now: added[row] ?? null });
    [gone, added] = [[], []];
  };
  for (let [i, j] = [0, 0]; i < before.length || j < now.length; ) {
    const one = before[i];
    const other = now[j];
    if (one && other && one.songId === other.songId) {
      pair();
      if (one.startSeconds === other.startSeconds) same++;
      else moved++;
      i++;
      j++;
    } else if (one && (!other || at(i + 1, j) >= at(i, j + 1))) {
      gone.push(one);
      i++;
    } else if (other) {
      added.push(other);
      j++;
    }
  }
  pair();
  return { same, moved, changes };
}
