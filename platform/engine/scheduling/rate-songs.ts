import type { MusicPosition, Separation } from "#contract/schedule/positions";
import type { RuleName } from "#contract/schedule/separation-words";
import { wallClock } from "./day-clock";
import type { GroupDayInput, ScheduledPlay } from "./input";
import { PlayTimes } from "./play-times";
import { Programmes } from "./programme";
import { namesOf } from "./rules";
import { seededRandom } from "./seeded-random";
import { mayPlay, SongIndex } from "./song-index";

/**
 * The rules that a song would break in the place of another, and how long it and its artist have
 * rested there.
 */
export type SongRating = {
  songId: number;
  broken: RuleName[];
  rest: Separation;
  /** Seconds since it was last heard; null where it was not. */
  lastPlayedSeconds: number | null;
  artist: Separation;
};

/**
 * Finds the rules that each song of the input would break at one position of a finished day: the
 * day's other songs count on both sides, and the days around. Songs that may not play on that day or
 * at that time, and the one that stands there, are left out. A pure function.
 */
export function rateSongs(
  input: GroupDayInput,
  positions: readonly MusicPosition[],
  place: number,
): SongRating[] {
  const position = positions[place];
  if (!position) return [];
  const at = position.startSeconds; // a group's clock shows the seconds that have passed
  const clock = wallClock(input.date);
  const index = new SongIndex(input, seededRandom(input.unitId, input.date, input.ruleVersion));
  const after = positions
    .slice(place + 1)
    .map(({ songId, startSeconds }): ScheduledPlay => ({ songId, at: startSeconds }));
  const times = new PlayTimes(index, input.history, [...input.later, ...after]);
  for (const { songId, startSeconds } of positions.slice(0, place)) {
    const rank = index.rankOf(songId);
    if (rank !== undefined) times.record(rank, startSeconds);
  }
  const { rules, windows } = new Programmes(input, index, clock).at(at);
  const next = index.rankOf(positions[place + 1]?.songId ?? 0);
  return input.songs.flatMap((song) => {
    const rank = index.rankOf(song.id);
    if (
      rank === undefined ||
      song.id === position.songId ||
      !mayPlay(song, input.date, input.territory) ||
      windows?.has(rank) === false
    )
      return [];
    return [
      {
        songId: song.id,
        broken: namesOf(
          times.broken(rank, at, at, rules) |
            (next === undefined ? 0 : times.brokenByNext(rank, at, next, rules)),
        ),
        rest: { seconds: times.songRest(rank, at), askedSeconds: rules.restSeconds },
        lastPlayedSeconds: times.sinceSong(rank, at),
        artist: {
          seconds: times.nearestArtist(rank, at)?.seconds ?? null,
          askedSeconds: rules.artistSeconds,
        },
      },
    ];
  });
}
