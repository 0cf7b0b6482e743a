import type { SameSong, SongToCheck } from "#contract/library/song-check";
import { keyLength } from "../../engine/song-search/segment.ts";
import type { SongMatch } from "../../engine/song-search/song-index.ts";
import { normalise } from "../../engine/song-search/text.ts";
import type { ScopedCall } from "../../http/context.ts";
import type { LibraryIndexes } from "./library-index.ts";
import { findSongsLike } from "./song-check.queries.ts";

/** Songs of one title that are compared by artist. */
const mostOfTitle = 200;
const mostSongs = 10;

export const songCheckService = ({ indexes }: { indexes: LibraryIndexes }) => ({
  /**
   * For each song those of the library that are the same by ISRC, by bytes, or by title with artist
   * as the search reads them.
   */
  async checkSongs({ scope, db }: ScopedCall, songs: SongToCheck[]) {
    const all = (await indexes.of(scope, { whole: true })).match({});
    const titled = songs.map(({ title, artist }) =>
      title && artist ? idsOfTitle(all, normalise(title)) : [],
    );
    const present = (values: (string | undefined)[]) =>
      values.filter((value) => value !== undefined);
    const matches = await findSongsLike(scope, db, {
      isrcs: present(songs.map(({ isrc }) => isrc)),
      hashes: present(songs.map(({ audioSha256 }) => audioSha256)),
      ids: titled.flat(),
    });
    const byId = new Map(matches.map((song) => [song.id, song]));
    const byIsrc = new Map(matches.map((song) => [song.isrc, song]));
    const byAudio = new Map<string | null, typeof matches>();
    for (const song of matches)
      byAudio.set(song.audioSha256, [...(byAudio.get(song.audioSha256) ?? []), song]);
    return songs.map((song, at) => {
      const same = new Map<number, SameSong>();
      const add = (by: SameSong["by"][number], ones: typeof matches) => {
        for (const { id, title, artist } of ones)
          same.set(id, { id, title, artist, by: [...(same.get(id)?.by ?? []), by] });
      };
      const coded = song.isrc && byIsrc.get(song.isrc);
      if (coded) add("isrc", [coded]);
      if (song.audioSha256) add("audio", byAudio.get(song.audioSha256) ?? []);
      const title = normalise(song.title ?? "");
      const artist = normalise(song.artist ?? "");
      const ofTitle = (titled[at] ?? []).flatMap((id) => byId.get(id) ?? []);
      add(
        "title",
        ofTitle.filter((one) => normalise(one.title) === title && normalise(one.artist) === artist),
      );
      return { exists: same.size > 0, songs: [...same.values()].slice(0, mostSongs) };
    });
  },
});

/**
 * Finds the ids of songs with a title, as the index spells it: its order by title finds them
 * without looking at the others.
 */
function idsOfTitle(all: SongMatch, title: string): number[] {
  const key = title.slice(0, keyLength);
  const ids: number[] = [];
  for (const place of all.walk("title", { key, id: 0, back: false })) {
    if (place.key !== key || ids.push(place.id) >= mostOfTitle) break;
  }
  return ids;
}
