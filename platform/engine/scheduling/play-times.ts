import type { ScheduledPlay } from "./input";
import { bitOf, type CompiledRules, type RuleSet } from "./rules";
import { hourOfDay, NEVER, type SongIndex } from "./song-index";

const NONE_AHEAD = Number.POSITIVE_INFINITY;

type Undo = { rank: number; songLast: number; titleLast: number; artistLast: number[]; previous: number };
/** A play to come, with when its song, each of its artists and its title come after it. */
type Ahead = { rank: number; at: number; songNext: number; artistNext: number[]; titleNext: number };

/** Artists and titles are kept apart by hours: of the history only this much is looked at for them. */
const ARTIST_HISTORY_SECONDS = 7 * 86_400;

/**
 * When each song, artist and title was last heard and will next be heard, as the day grows. Plays to come (locked positions,
 * later days, the rest of the group's plan) count as well as those behind. A play can be taken back, so that fitting may try songs out.
 */
export class PlayTimes {
  /** The last song placed, -1 at the start: what segue protection compares with. */
  previous = -1;
  /** Songs placed today in order; with their times they are the tail of every rotation. */
  readonly todayRanks: number[] = [];
  readonly todayTimes: number[] = [];
  readonly playsToday: Uint16Array;
  readonly songLast: Float64Array;
  private readonly songNext: Float64Array;
  private readonly artistLast: number[] = [];
  private readonly artistNext: number[] = [];
  private readonly titleLast: number[] = [];
  private readonly titleNext: number[] = [];
  private readonly ahead: Ahead[];
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
    for (const { songId, at } of history) {
      const rank = at < -ARTIST_HISTORY_SECONDS ? undefined : index.rankOf(songId);
      if (rank === undefined) continue;
      for (const artist of index.artists(rank)) this.artistLast[artist] = Math.max(this.artistLast[artist] ?? NEVER, at);
      const title = index.title(rank);
      this.titleLast[title] = Math.max(this.titleLast[title] ?? NEVER, at);
    }
    this.ahead = ahead
      .flatMap(({ songId, at }): Ahead[] => {
        const rank = index.rankOf(songId);
        return rank === undefined ? [] : [{ rank, at, songNext: NONE_AHEAD, artistNext: [], titleNext: NONE_AHEAD }];
      })
      .sort((a, b) => a.at - b.at);
    for (const play of [...this.ahead].reverse()) {
      const { rank, at } = play;
      const title = index.title(rank);
      play.songNext = this.songNext[rank] as number;
      play.titleNext = this.titleNext[title] ?? NONE_AHEAD;
      this.songNext[rank] = at;
      this.titleNext[title] = at;
      for (const artist of index.artists(rank)) {
        play.artistNext.push(this.artistNext[artist] ?? NONE_AHEAD);
        this.artistNext[artist] = at;
      }
    }
  }

  /** The rules of `rules` that a song breaks when it starts at `at` (elapsed seconds), the wall showing `wall`. */
  broken(rank: number, at: number, wall: number, rules: CompiledRules): RuleSet {
    return this.brokenTowards(rank, at, wall, rules, true);
  }

  /** The same looking back only: for the group's own songs, which are themselves among the plays ahead. */
  brokenBehind(rank: number, at: number, wall: number, rules: CompiledRules): RuleSet {
    return this.brokenTowards(rank, at, wall, rules, false);
  }

  record(rank: number, at: number): void {
    const artists = this.index.artists(rank);
    const title = this.index.title(rank);
    this.undos.push({
      rank,
      songLast: this.songLast[rank] as number,
      titleLast: this.titleLast[title] ?? NEVER,
      artistLast: artists.map((artist) => this.artistLast[artist] ?? NEVER),
      previous: this.previous,
    });
    this.songLast[rank] = at;
    this.titleLast[title] = at;
    for (const artist of artists) this.artistLast[artist] = at;
    this.playsToday[rank] = (this.playsToday[rank] as number) + 1;
    this.todayRanks.push(rank);
    this.todayTimes.push(at);
    this.previous = rank;
  }

  /** Takes back the last recorded play. */
  undo(): void {
    const undo = this.undos.pop();
    if (!undo) return;
    const { rank } = undo;
    this.songLast[rank] = undo.songLast;
    this.titleLast[this.index.title(rank)] = undo.titleLast;
    this.index.artists(rank).forEach((artist, place) => {
      this.artistLast[artist] = undo.artistLast[place] as number;
    });
    this.playsToday[rank] = (this.playsToday[rank] as number) - 1;
    this.todayRanks.pop();
    this.todayTimes.pop();
    this.previous = undo.previous;
  }

  /** Plays ahead that `now` has reached are ahead no longer; the next of the same song, artist and title takes their place. */
  advanceTo(now: number): void {
    for (let reached = this.ahead[this.passed]; reached && reached.at <= now; reached = this.ahead[this.passed]) {
      this.passed++;
      const { rank, songNext, artistNext, titleNext } = reached;
      this.songNext[rank] = songNext;
      this.titleNext[this.index.title(rank)] = titleNext;
      this.index.artists(rank).forEach((artist, place) => {
        this.artistNext[artist] = artistNext[place] as number;
      });
    }
  }

  /** Seconds to the nearest play on either side, null where there is none. */
  songRest(rank: number, at: number): number | null {
    return nearest(at, this.songLast[rank] as number, this.songNext[rank] as number);
  }

  titleRest(rank: number, at: number): number | null {
    const title = this.index.title(rank);
    return nearest(at, this.titleLast[title] ?? NEVER, this.titleNext[title] ?? NONE_AHEAD);
  }

  /** The song's artist heard nearest, on either side. */
  nearestArtist(rank: number, at: number): { name: string; seconds: number | null } | null {
    let closestArtist: { name: string; seconds: number | null } | null = null;
    for (const artist of this.index.artists(rank)) {
      const seconds = nearest(at, this.artistLast[artist] ?? NEVER, this.artistNext[artist] ?? NONE_AHEAD);
      if (!closestArtist || (seconds !== null && (closestArtist.seconds === null || seconds < closestArtist.seconds))) {
        closestArtist = { name: this.index.artistNames[artist] as string, seconds };
      }
    }
    return closestArtist;
  }

  step(of: "tempo" | "energy", rank: number): number | null {
    return this.stepBetween(of, this.previous, rank);
  }

  /** Whether the step from one song to the next is wider than the rules allow. */
  breaksSegue(before: number, rank: number, { tempoStep, energyStep }: CompiledRules): boolean {
    const tempo = tempoStep === null ? null : this.stepBetween("tempo", before, rank);
    const energy = energyStep === null ? null : this.stepBetween("energy", before, rank);
    return (tempo ?? 0) > (tempoStep ?? 0) || (energy ?? 0) > (energyStep ?? 0);
  }

  private stepBetween(of: "tempo" | "energy", before: number, rank: number): number | null {
    const from = this.index.songs[before]?.[of] ?? null;
    const to = this.index.songs[rank]?.[of] ?? null;
    return from === null || to === null ? null : Math.abs(to - from);
  }

  private brokenTowards(rank: number, at: number, wall: number, rules: CompiledRules, ahead: boolean): RuleSet {
    let broken = 0;
    const { restSeconds, artistSeconds, titleSeconds } = rules;
    if (restSeconds !== null) {
      if (at - (this.songLast[rank] as number) < restSeconds) broken |= bitOf.MINIMUM_REST;
      else if (ahead && (this.songNext[rank] as number) - at < restSeconds) broken |= bitOf.MINIMUM_REST;
    }
    if (artistSeconds !== null) {
      for (const artist of this.index.artists(rank)) {
        if (at - (this.artistLast[artist] ?? NEVER) < artistSeconds) broken |= bitOf.ARTIST_SEPARATION;
        else if (ahead && (this.artistNext[artist] ?? NONE_AHEAD) - at < artistSeconds) broken |= bitOf.ARTIST_SEPARATION;
      }
    }
    if (titleSeconds !== null) {
      const title = this.index.title(rank);
      if (at - (this.titleLast[title] ?? NEVER) < titleSeconds) broken |= bitOf.TITLE_SEPARATION;
      else if (ahead && (this.titleNext[title] ?? NONE_AHEAD) - at < titleSeconds) broken |= bitOf.TITLE_SEPARATION;
    }
    if (rules.dayOffset) {
      const hours = (this.index.hoursYesterday[rank] as number) | (ahead ? (this.index.hoursTomorrow[rank] as number) : 0);
      if (hours & (1 << hourOfDay(wall))) broken |= bitOf.DAY_OFFSET;
    }
    if (this.breaksSegue(this.previous, rank, rules)) broken |= bitOf.SEGUE;
    return broken;
  }
}

function nearest(at: number, last: number, next: number): number | null {
  const seconds = Math.min(at - last, next - at);
  return Number.isFinite(seconds) ? seconds : null;
}
