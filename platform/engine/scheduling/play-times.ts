import type { ScheduledPlay } from "./input";
import { KeyTimes, NONE_AHEAD, nearest } from "./key-times";
import { bitOf, type CompiledRow, type CompiledRules, type RuleSet } from "./rules";
import type { SongIndex } from "./song-index";

/** The last plays of the song, its artists, title and album before a play was recorded. */
type Undo = {
  rank: number;
  songLast: number;
  keysLast: readonly (readonly number[])[];
  previous: number;
};
/** A play to come, with when its song, its artists, its title and its album come after it. */
type UpcomingPlay = {
  rank: number;
  at: number;
  songNext: number;
  keysNext: readonly (readonly number[])[];
};

/**
 * Artists, titles and albums are kept apart by hours: of the history only this much is looked at
 * for them.
 */
const ARTIST_HISTORY_SECONDS = 7 * 86_400;

/**
 * Tracks when each song, artist, title and album was last heard and will next be heard, as the day
 * is built. Future plays (locked positions, later days, the rest of the group's plan) count as well
 * as past ones. A play can be taken back, so that fitting may try songs out.
 */
export class PlayTimes {
  /** The last song placed, -1 at the start: what segue protection compares with. */
  previous = -1;
  /** Songs placed today in order; with their times they are the tail of every rotation. */
  readonly todayRanks: number[] = [];
  readonly todayTimes: number[] = [];
  readonly playsToday: Uint16Array;
  private readonly toComeToday: Uint16Array;
  readonly songLast: Float64Array;
  private readonly songNext: Float64Array;
  private readonly artists: KeyTimes;
  private readonly titles: KeyTimes;
  private readonly albums: KeyTimes;
  private readonly keys: readonly KeyTimes[];
  private readonly ahead: UpcomingPlay[];
  private passed = 0;
  private readonly undos: Undo[] = [];

  constructor(
    private readonly index: SongIndex,
    history: readonly ScheduledPlay[],
    ahead: readonly ScheduledPlay[],
  ) {
    this.songLast = index.lastPlay.slice();
    this.songNext = new Float64Array(index.count).fill(NONE_AHEAD);
    this.playsToday = new Uint16Array(index.count);
    this.toComeToday = new Uint16Array(index.count);
    this.artists = new KeyTimes((rank) => index.artists(rank));
    this.titles = new KeyTimes((rank) => index.titles(rank));
    this.albums = new KeyTimes((rank) => index.albums(rank));
    this.keys = [this.artists, this.titles, this.albums];
    for (const { songId, at } of history) {
      const rank = at < -ARTIST_HISTORY_SECONDS ? undefined : index.rankOf(songId);
      if (rank !== undefined) for (const key of this.keys) key.heard(rank, at);
    }
    this.ahead = ahead
      .flatMap(({ songId, at }): UpcomingPlay[] => {
        const rank = index.rankOf(songId);
        return rank === undefined ? [] : [{ rank, at, songNext: NONE_AHEAD, keysNext: [] }];
      })
      .sort((a, b) => a.at - b.at);
    for (const play of [...this.ahead].reverse()) {
      const { rank, at } = play;
      play.songNext = this.songNext[rank] as number;
      play.keysNext = this.keys.map((key) => key.expect(rank, at));
      this.songNext[rank] = at;
      this.countToCome(play, 1);
    }
  }

  /**
   * The rules of `rules` that a song breaks when it starts at `at` (elapsed seconds), the wall
   * showing `wall`.
   */
  broken(rank: number, at: number, wall: number, rules: CompiledRules): RuleSet {
    return this.brokenTowards(rank, { at, wall, rules, ahead: true });
  }

  /** Looks back only: the group's own songs are themselves among the plays ahead. */
  brokenBehind(rank: number, at: number, wall: number, rules: CompiledRules): RuleSet {
    return this.brokenTowards(rank, { at, wall, rules, ahead: false });
  }

  /** Gives the rules that the fixed song `next` would break by following this one. */
  brokenByNext(rank: number, at: number, next: number, rules: CompiledRules): RuleSet {
    this.record(rank, at);
    const broken = this.brokenInOrder(next, rules);
    this.undo();
    return broken;
  }

  record(rank: number, at: number): void {
    const keysLast = this.keys.map((key) => key.record(rank, at));
    this.undos.push({
      rank,
      songLast: this.songLast[rank] as number,
      keysLast,
      previous: this.previous,
    });
    this.songLast[rank] = at;
    this.playsToday[rank] = (this.playsToday[rank] as number) + 1;
    this.todayRanks.push(rank);
    this.todayTimes.push(at);
    this.previous = rank;
  }

  /** Takes back the last recorded play. */
  undo(): void {
    const undo = this.undos.pop();
    if (!undo) return;
    const { rank, keysLast } = undo;
    this.songLast[rank] = undo.songLast;
    this.keys.forEach((key, place) => {
      key.undo(rank, keysLast[place] as readonly number[]);
    });
    this.playsToday[rank] = (this.playsToday[rank] as number) - 1;
    this.todayRanks.pop();
    this.todayTimes.pop();
    this.previous = undo.previous;
  }

  /**
   * Moves past the plays ahead that `now` has reached; the next of the same song, artist,
   * title and album takes their place.
   */
  advanceTo(now: number): void {
    for (
      let reached = this.ahead[this.passed];
      reached && reached.at <= now;
      reached = this.ahead[this.passed]
    ) {
      this.passed++;
      this.countToCome(reached, -1);
      const { rank, songNext, keysNext } = reached;
      this.songNext[rank] = songNext;
      this.keys.forEach((key, place) => {
        key.reach(rank, keysNext[place] as readonly number[]);
      });
    }
  }

  /** Gives the seconds to the nearest play on either side, null if there is none. */
  songRest(rank: number, at: number): number | null {
    return nearest(at, this.songLast[rank] as number, this.songNext[rank] as number);
  }

  /** Seconds since the song was last heard, null where it was not. */
  sinceSong(rank: number, at: number): number | null {
    return nearest(at, this.songLast[rank] as number, NONE_AHEAD);
  }

  titleRest(rank: number, at: number): number | null {
    return this.titles.nearest(rank, at)?.seconds ?? null;
  }

  albumRest(rank: number, at: number): number | null {
    return this.albums.nearest(rank, at)?.seconds ?? null;
  }

  /** The song's artist heard nearest, on either side. */
  nearestArtist(rank: number, at: number): { name: string; seconds: number | null } | null {
    const nearestOne = this.artists.nearest(rank, at);
    return (
      nearestOne && {
        name: this.index.artistNames[nearestOne.key] as string,
        seconds: nearestOne.seconds,
      }
    );
  }

  step(of: "tempo" | "energy", rank: number): number | null {
    const from = this.index.songs[this.previous]?.[of] ?? null;
    const to = this.index.songs[rank]?.[of] ?? null;
    return from === null || to === null ? null : Math.abs(to - from);
  }

  /**
   * Gives the place that a song would have in a row of songs alike, from 1 up to `limit`. Null if
   * its attribute is unknown: such a song is like no other. Spots do not break a row, and each day
   * begins a new one.
   */
  placeInRow(rank: number, of: CompiledRow["of"], limit = Number.POSITIVE_INFINITY): number | null {
    const { songs } = this.index;
    const value = songs[rank]?.[of] ?? null;
    if (value === null) return null;
    let place = 1;
    for (let play = this.todayRanks.length - 1; play >= 0 && place < limit; play--, place++)
      if (songs[this.todayRanks[play] as number]?.[of] !== value) break;
    return place;
  }

  /** Gives the rules about the order of songs that a song breaks after those before it. */
  brokenInOrder(rank: number, rules: CompiledRules): RuleSet {
    const { tempoStep, energyStep, rows } = rules;
    let broken = 0;
    if (tempoStep !== null && (this.step("tempo", rank) ?? 0) > tempoStep) broken |= bitOf.SEGUE;
    if (energyStep !== null && (this.step("energy", rank) ?? 0) > energyStep) broken |= bitOf.SEGUE;
    for (const { of, most, bit } of rows)
      if ((this.placeInRow(rank, of, most + 1) ?? 0) > most) broken |= bit;
    return broken;
  }

  private brokenTowards(
    rank: number,
    { at, wall, rules, ahead }: { at: number; wall: number; rules: CompiledRules; ahead: boolean },
  ): RuleSet {
    let broken = 0;
    const { restSeconds, artistSeconds, titleSeconds, albumSeconds } = rules;
    if (restSeconds !== null) {
      if (at - (this.songLast[rank] as number) < restSeconds) broken |= bitOf.MINIMUM_REST;
      else if (ahead && (this.songNext[rank] as number) - at < restSeconds)
        broken |= bitOf.MINIMUM_REST;
    }
    if (artistSeconds !== null && this.artists.isWithin(rank, at, artistSeconds, ahead))
      broken |= bitOf.ARTIST_SEPARATION;
    if (titleSeconds !== null && this.titles.isWithin(rank, at, titleSeconds, ahead))
      broken |= bitOf.TITLE_SEPARATION;
    if (albumSeconds !== null && this.albums.isWithin(rank, at, albumSeconds, ahead))
      broken |= bitOf.ALBUM_SEPARATION;
    return broken | this.brokenByDay(rank, wall, rules, ahead) | this.brokenInOrder(rank, rules);
  }

  /** The rules about hours, days and dayparts that a song breaks. */
  private brokenByDay(rank: number, wall: number, rules: CompiledRules, ahead: boolean): RuleSet {
    const { offsetDays, weekOffset, mostPlays, dayparts } = rules;
    const { sameHours } = this.index;
    let broken = 0;
    if (offsetDays !== null && sameHours.isWithin(rank, wall, offsetDays, ahead))
      broken |= bitOf.DAY_OFFSET;
    if (weekOffset && sameHours.isAWeekAway(rank, wall, ahead)) broken |= bitOf.WEEK_OFFSET;
    if (mostPlays !== null && this.playsOfDay(rank, ahead) >= mostPlays)
      broken |= bitOf.PLAYS_A_DAY;
    if (dayparts?.isTooSoon(rank, wall, this)) broken |= bitOf.DAYPART_ROTATION;
    return broken;
  }

  /** Counts its plays of the day so far, and with `ahead` the fixed ones later. */
  playsOfDay(rank: number, ahead: boolean): number {
    return (this.playsToday[rank] as number) + (ahead ? (this.toComeToday[rank] as number) : 0);
  }

  private countToCome({ rank, at }: UpcomingPlay, change: 1 | -1): void {
    if (at < 86_400) this.toComeToday[rank] = (this.toComeToday[rank] as number) + change;
  }
}
