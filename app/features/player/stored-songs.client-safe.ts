import { splitCredit } from "#contract/schedule/artist-credit";
import { itemsAhead, type PlayerItem } from "./player-item.client-safe";

/** Describes a stored file, so that it can be chosen and shown without the log that named it. */
export type StoredSong = Pick<PlayerItem, "kind" | "title" | "artist" | "cueIn" | "cueOut"> & {
  src: string;
  /** When it last sounded here, in milliseconds; 0 for never. */
  heardAt: number;
};

type StoredFile = Pick<StoredSong, "src" | "heardAt">;

type Choice = {
  now: number;
  /** Address of the song that stood in last. */
  last: string | null;
  /** How long (s) songs and artists rest by the log's last rules. */
  rest?: { songSeconds: number; artistSeconds: number } | undefined;
};

/**
 * The stored song that plays in an item's place, or after the log's end: the one that has not been
 * heard for the longest, without those that the log plays within the hour, and of artists and songs
 * that have rested. Where no song is left, the artist's rest is given up first, then the song's;
 * where the log plays all of them within the hour, it is the one that it plays the latest.
 * Undefined while no song is stored.
 */
export function chooseStandIn(
  songs: readonly StoredSong[],
  items: readonly PlayerItem[],
  { now, last, rest }: Choice,
) {
  const { songSeconds, artistSeconds } = rest ?? { songSeconds: 0, artistSeconds: 0 };
  const nextPlay = nextPlays(items, now);
  const music = songs.filter(({ kind }) => kind === "MUSIC").sort((a, b) => a.heardAt - b.heardAt);
  const others = music.filter(({ src }) => src !== last);
  const free = others.filter(
    ({ src }) => (nextPlay.get(src) ?? Number.POSITIVE_INFINITY) - now >= hourMs,
  );
  const restedSongs = free.filter(
    ({ heardAt }) => heardAt === 0 || now - heardAt >= songSeconds * 1000,
  );
  const artistHeardAt = lastHeard(music);
  const separatedSong = restedSongs.find(({ artist }) =>
    splitCredit(artist ?? "").every(
      (name) => now - (artistHeardAt.get(name) ?? Number.NEGATIVE_INFINITY) >= artistSeconds * 1000,
    ),
  );
  return separatedSong ?? restedSongs[0] ?? free[0] ?? latestOf(others, nextPlay) ?? music[0];
}

/** When each artist was last heard here. */
function lastHeard(songs: readonly StoredSong[]): Map<string, number> {
  const heardAtByArtist = new Map<string, number>();
  for (const { artist, heardAt } of songs)
    if (heardAt > 0)
      for (const name of splitCredit(artist ?? ""))
        heardAtByArtist.set(name, Math.max(heardAt, heardAtByArtist.get(name) ?? 0));
  return heardAtByArtist;
}
const hourMs = 3_600_000;

/**
 * The stored file that makes room for one that plays at `neededAt`: of those that the log does not
 * play again the one heard the longest ago, else the one that plays the latest, if that is later.
 * Undefined when all others are needed sooner.
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

/** When the log plays a file next, by its address. */
function nextPlays(items: readonly PlayerItem[], now: number): Map<string, number> {
  const nextPlay = new Map<string, number>();
  for (const { src, startsAt } of itemsAhead(items, now))
    if (src && !nextPlay.has(src)) nextPlay.set(src, startsAt);
  return nextPlay;
}

const latestOf = <File extends StoredFile>(
  songs: readonly File[],
  nextPlay: Map<string, number>,
): File | undefined =>
  [...songs].sort((a, b) => (nextPlay.get(b.src) ?? 0) - (nextPlay.get(a.src) ?? 0))[0];

/**
 * Until when (ms) all that the log plays is stored: the first item whose file is missing, else the
 * end of the log. `now` where nothing is.
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
