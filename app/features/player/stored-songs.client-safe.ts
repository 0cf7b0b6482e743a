import { splitCredit } from "#contract/schedule/artist-credit";
import { itemsAhead, type PlayerItem } from "./player-item.client-safe";

/** A stored file, with what is needed to choose and show it without its log. */
export type StoredSong = Pick<PlayerItem, "kind" | "title" | "artist" | "cueIn" | "cueOut"> & {
  src: string;
  /** When it last sounded here, in milliseconds; 0 for never. */
  heardAt: number;
};

/**
 * The song or spot in a file's address, such as "song-12", without the file's version. A player
 * may hold an old copy beside the new one, or instead of it.
 */
export const mediaKeyOf = (src: string): string =>
  (src.split("/").at(-1) ?? src).split("-", 2).join("-");

type StoredFile = Pick<StoredSong, "src" | "heardAt">;

type Choice = {
  now: number;
  /** Address of the song that stood in last. */
  last: string | null;
  /** How long (s) songs and artists rest by the log's last rules. */
  rest?: { songSeconds: number; artistSeconds: number } | undefined;
};

/**
 * Chooses the stored song that plays in an item's place or after the log's end: the one not heard
 * for longest, leaving out songs that the log plays within the hour and those that must still rest,
 * or whose artist must. If no song is left, the artist's rest is given up first, then the song's.
 * If the log plays all of them within the hour, chooses the one that it plays last.
 * Undefined while no song is stored.
 */
export function chooseStandIn(
  songs: readonly StoredSong[],
  items: readonly PlayerItem[],
  { now, last, rest }: Choice,
) {
  const { songSeconds, artistSeconds } = rest ?? { songSeconds: 0, artistSeconds: 0 };
  const nextPlay = nextPlays(items, now, mediaKeyOf);
  const music = songs.filter(({ kind }) => kind === "MUSIC");
  const heardAtByMedia = lastHeard(music, ({ src }) => [mediaKeyOf(src)]);
  const lastHeardAt = ({ src }: StoredSong) => heardAtByMedia.get(mediaKeyOf(src)) ?? 0;
  music.sort((a, b) => lastHeardAt(a) - lastHeardAt(b));
  const others = music.filter(({ src }) => last === null || mediaKeyOf(src) !== mediaKeyOf(last));
  const free = others.filter(
    ({ src }) => (nextPlay.get(mediaKeyOf(src)) ?? Number.POSITIVE_INFINITY) - now >= hourMs,
  );
  const restedSongs = free.filter((song) => {
    const heardAt = lastHeardAt(song);
    return heardAt === 0 || now - heardAt >= songSeconds * 1000;
  });
  const artistHeardAt = lastHeard(music, ({ artist }) => splitCredit(artist ?? ""));
  const separatedSong = restedSongs.find(({ artist }) =>
    splitCredit(artist ?? "").every(
      (name) => now - (artistHeardAt.get(name) ?? Number.NEGATIVE_INFINITY) >= artistSeconds * 1000,
    ),
  );
  return (
    separatedSong ?? restedSongs[0] ?? free[0] ?? latestOf(others, nextPlay, mediaKeyOf) ?? music[0]
  );
}

/** When each name was last heard here; `namesOf` gives a song's media key or its artists. */
function lastHeard(
  songs: readonly StoredSong[],
  namesOf: (song: StoredSong) => string[],
): Map<string, number> {
  const heardAtByName = new Map<string, number>();
  for (const song of songs)
    if (song.heardAt > 0)
      for (const name of namesOf(song))
        heardAtByName.set(name, Math.max(song.heardAt, heardAtByName.get(name) ?? 0));
  return heardAtByName;
}
const hourMs = 3_600_000;

/**
 * Chooses the stored file to delete for one that plays at `neededAt`: the one heard longest ago of
 * those the log does not play again, else the one it plays last, if that is after `neededAt`.
 * Undefined if all other files are needed sooner.
 */
export function chooseEvicted(
  songs: readonly StoredFile[],
  items: readonly PlayerItem[],
  now: number,
  neededAt: number,
) {
  const nextPlay = nextPlays(items, now);
  const played = songs
    .filter(({ src }) => !nextPlay.has(src))
    .sort((a, b) => a.heardAt - b.heardAt);
  if (played[0]) return played[0];
  const latest = latestOf(songs, nextPlay);
  return latest && (nextPlay.get(latest.src) ?? 0) > neededAt ? latest : undefined;
}

const bySrc = (src: string) => src;
/** When the log next plays each file, keyed by `keyOf` of its address. */
function nextPlays(
  items: readonly PlayerItem[],
  now: number,
  keyOf: (src: string) => string = bySrc,
): Map<string, number> {
  const nextPlay = new Map<string, number>();
  for (const { src, startsAt } of itemsAhead(items, now))
    if (src && !nextPlay.has(keyOf(src))) nextPlay.set(keyOf(src), startsAt);
  return nextPlay;
}

const latestOf = <File extends StoredFile>(
  songs: readonly File[],
  nextPlay: Map<string, number>,
  keyOf: (src: string) => string = bySrc,
): File | undefined => {
  const next = ({ src }: File) => nextPlay.get(keyOf(src)) ?? 0;
  return [...songs].sort((a, b) => next(b) - next(a))[0];
};

/**
 * The time (ms) until which all that the log plays is stored: the start of the first whose file
 * is missing, else the end of the log. `now` if nothing lies ahead.
 */
export function providedUntil(
  items: readonly PlayerItem[],
  now: number,
  isStored: (src: string) => boolean,
): number {
  const ahead = itemsAhead(items, now).filter(({ src }) => src !== null);
  const missing = ahead.find(({ src }) => !isStored(src ?? ""));
  const last = ahead.at(-1);
  if (missing) return Math.max(now, missing.startsAt);
  return last ? last.startsAt + last.seconds * 1000 : now;
}
