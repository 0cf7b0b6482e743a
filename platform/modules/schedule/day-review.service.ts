import type { DaySummary } from "#contract/schedule/positions";
import { type BreakCause, causesOf } from "#contract/schedule/words";
import type { ScopedCall } from "../../http/context.ts";
import { notFound } from "../../http/refusal.ts";
import { makeStoreLogs } from "./group-day.ts";
import { asPlaylist, silentSeconds } from "./plan-days.service.ts";
import { asHead } from "./playlist-heads.ts";
import type { StoredPosition } from "./playlist-record.ts";
import { findStoredPlaylist, type StoredPlaylist } from "./playlists.queries.ts";
import { chainTo, groupIn, headsAround, loadRepertoire, neighboursOf, prepareGroups } from "./schedule-days.ts";
import { findSongs } from "./schedule-inputs.queries.ts";

/**
 * What is wrong with a version of a group's day, in figures: its pauses, what its songs break, what found no place, and which of the stores
 * would be left without music. Nothing is stored. Throws 404 out of scope.
 */
export async function checkPlaylist(call: ScopedCall, id: number) {
  const { scope, db } = call;
  const stored = await findStoredPlaylist(scope, db, id);
  if (!stored) throw notFound();
  const { groupId, day, summary } = stored;
  const prepared = await prepareGroups(scope, db, [groupId]);
  const group = groupIn(prepared, groupId);
  const { at } = await chainTo(call, prepared, stored);
  const playlist = asPlaylist(stored, at);
  const repertoire = await loadRepertoire(scope, db, prepared, [at], [{ playlist }]);
  const neighbours = await neighboursOf(scope, db, groupId, day, day);
  const silent = silentSeconds(summary);
  const withoutMusic: StoreName[] = [];
  let mostSilent: (StoreName & { silentSeconds: number }) | null = null;
  const open = new Set(at.inputs.stores.filter(({ opening }) => opening.length > 0).map(({ store }) => store.id));
  for (const { stores, log } of makeStoreLogs(at.inputs, repertoire, neighbours, playlist, { only: (one) => open.has(one.id) })) {
    const names = stores.map((store): StoreName => ({ id: store.id, storeCode: store.code, storeName: store.name }));
    const seconds = silentSeconds(log.summary);
    if (!log.positions.some(({ kind }) => kind === "MUSIC")) withoutMusic.push(...names);
    else if (names[0] && seconds > (mostSilent?.silentSeconds ?? silent)) mostSilent = { ...names[0], silentSeconds: seconds };
  }
  return {
    ...asHead(stored, group.stores.length),
    zoneName: group.zoneName,
    songs: summary.songs,
    pauses: summary.gaps.length,
    silentSeconds: silent,
    longestPauseSeconds: Math.max(0, ...summary.gaps.map(({ seconds }) => seconds)),
    breaks: breaksByCause(summary),
    leftOut: {
      spots: summary.refused.filter(({ kind }) => kind !== "LOCK").length,
      locks: summary.refused.filter(({ kind }) => kind === "LOCK").length,
    },
    withoutMusic,
    mostSilent,
  };
}
type StoreName = { id: number; storeCode: string; storeName: string };

/** Songs by what they break, the most first; a song that breaks two rules counts for both. */
function breaksByCause({ violations }: Pick<DaySummary, "violations">): { cause: BreakCause; songs: number }[] {
  const songs = new Map<BreakCause, number>();
  for (const violation of violations) for (const cause of causesOf(violation)) songs.set(cause, (songs.get(cause) ?? 0) + 1);
  return [...songs].map(([cause, count]) => ({ cause, songs: count })).sort((a, b) => b.songs - a.songs);
}

/**
 * A version beside the one that is published, or beside another of the same day, song by song. Throws 404 out of scope, and for versions of
 * two days.
 */
export async function comparePlaylists(call: ScopedCall, { id, withId }: { id: number; withId?: number | undefined }) {
  const { scope, db } = call;
  const stored = await findStoredPlaylist(scope, db, id);
  if (!stored) throw notFound();
  const { groupId, day } = stored;
  const publishedId = (await headsAround(scope, db, [groupId], day, day)).find(
    (head) => head.day === day && head.state === "published",
  )?.id;
  const otherId = withId ?? publishedId;
  const other = otherId === undefined ? undefined : await findStoredPlaylist(scope, db, otherId);
  if (withId !== undefined && (other?.groupId !== groupId || other.day !== day)) throw notFound();
  const { same, moved, changes } = differencesOf(songsIn(other), songsIn(stored));
  const ids = new Set(changes.flatMap(({ before, now }) => [before, now].flatMap((play) => (play ? [play.songId] : []))));
  const songs = new Map((await findSongs(scope, db, [...ids])).map((song) => [song.id, song]));
  const describePlay = (play: Play | null) => {
    const { title = "Song withdrawn", artist = "" } = (play && songs.get(play.songId)) ?? {};
    return play && { ...play, title, artist };
  };
  return {
    ...asHead(stored, 0),
    other: other ? asHead(other, 0) : null,
    same,
    moved,
    changes: changes.map(({ before, now }) => ({ before: describePlay(before), now: describePlay(now) })),
  };
}

type Play = { songId: number; startSeconds: number };
const songsIn = (stored: StoredPlaylist | undefined): Play[] =>
  (stored?.positions ?? []).flatMap(({ songId, startSeconds }: StoredPosition) => (songId === undefined ? [] : [{ songId, startSeconds }]));

/** The longest order of songs that both have; between two songs of it, what one has and the other has not stands side by side. */
export function differencesOf(before: readonly Play[], now: readonly Play[]) {
  const width = now.length + 1;
  const longest = new Uint16Array((before.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] as number;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      longest[i * width + j] = before[i]?.songId === now[j]?.songId ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const changes: { before: Play | null; now: Play | null }[] = [];
  let [same, moved] = [0, 0];
  let [gone, added]: [Play[], Play[]] = [[], []];
  const pair = () => {
    for (let row = 0; row < Math.max(gone.length, added.length); row++)
      changes.push({ before: gone[row] ?? null, now: added[row] ?? null });
    [gone, added] = [[], []];
  };
  for (let [i, j] = [0, 0]; i < before.length || j < now.length; ) {
    const [one, other] = [before[i], now[j]];
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
