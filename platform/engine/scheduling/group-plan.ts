import type { GroupPlaylist, LeftOut, MusicPosition, PlaylistPosition, SpotPosition, SpotTrace } from "#contract/schedule/positions";
import type { DayClock } from "./day-clock";
import type { LockedSong } from "./input";
import { bitOf, type RuleSet } from "./rules";

/** Identifies one play of a booking within a day by the booking and its booked second on the wall clock. */
export type BookedPlay = `${number} ${number}`;
export const bookedPlay = (bookingId: number, bookedSeconds: number): BookedPlay => `${bookingId} ${bookedSeconds}`;
/** Identifies a locked song by its second. */
type LockedPlay = `lock ${number}`;
export const lockedPlay = (atSeconds: number): LockedPlay => `lock ${atSeconds}`;
/** What both a plan and the day that is made of it may hold at the same second. */
export type FixedPlay = BookedPlay | LockedPlay;
export const playOf = ({ bookingId, trace }: SpotPosition): BookedPlay => bookedPlay(bookingId, trace.bookedSeconds);

/** A song of the group playlist as the store log meets it. Times are wall-clock seconds. */
export type PlannedSong = {
  /** Its place in the queue. */
  place: number;
  songId: number;
  at: number;
  categoryId: number | null;
  /** Rules it breaks in the group playlist already: the store need not do better. */
  broken: RuleSet;
  /** The fixed point it was fitted to as the last song before it: a booked or locked play, null closing time, undefined none. */
  endsAt: FixedPlay | null | undefined;
  /** The pause the group's fit left there: the store need not do better. */
  residualSeconds: number;
};

/** A planned song stays due this long past its time; then the store has had no room for it. Nor is it due earlier than this. */
const LEEWAY_SECONDS = 900;
const NO_LIMIT = Number.POSITIVE_INFINITY;

/** The group playlist as a queue on the store's clock. Keeping to it comes first; what cannot be kept is accounted for. */
export class GroupPlan {
  readonly songs: PlannedSong[];
  /** Where the queue stands; saved and set back while songs are tried out. */
  position = 0;
  private readonly settled = new Set<PlannedSong>();
  /** Where each booked play of the plan stands. */
  private readonly plays: Map<FixedPlay, number>;
  private readonly late: Set<BookedPlay>;
  private limit = NO_LIMIT;
  private rejoinAt = Number.NEGATIVE_INFINITY;

  /** `locked` are the songs that have their places by themselves: they are not in the queue. */
  constructor(
    private readonly playlist: GroupPlaylist,
    locked: readonly LockedSong[] = [],
  ) {
    const { positions } = playlist;
    const locks = new Set(locked.map(({ songId, at }) => `${songId} ${at}`));
    const isMusic = (position: (typeof positions)[number]): position is MusicPosition => position.kind === "MUSIC";
    const isLocked = ({ songId, startSeconds }: MusicPosition) => locks.has(`${songId} ${startSeconds}`);
    this.plays = new Map(
      positions.flatMap((position): [FixedPlay, number][] => {
        if (!isMusic(position)) return [[playOf(position), position.startSeconds]];
        return isLocked(position) ? [[lockedPlay(position.startSeconds), position.startSeconds]] : [];
      }),
    );
    this.late = new Set(positions.flatMap((position) => (position.kind === "AD" && comesLate(position.trace) ? [playOf(position)] : [])));
    const queued = positions.filter((position): position is MusicPosition => isMusic(position) && !isLocked(position));
    this.songs = queued.map((position, place) => ({
      place,
      songId: position.songId,
      at: position.startSeconds,
      categoryId: position.categoryId,
      broken: [...position.trace.broken, ...position.trace.relaxed].reduce((set, name) => set | bitOf[name], 0),
      endsAt: position.trace.fit ? fixedPointAfter(positions, position.index) : undefined,
      residualSeconds: position.trace.fit?.residualSeconds ?? 0,
    }));
  }

  /** Where a day goes on that has begun: the songs before it are settled. */
  resumeAt(wall: number): void {
    for (let song = this.songs[this.position]; song && song.at < wall; song = this.songs[this.position]) this.settle(song);
  }

  /** The next song of the plan, where its time has come or is near. */
  due(wall: number): PlannedSong | undefined {
    while ((this.songs[this.position]?.at ?? Number.POSITIVE_INFINITY) < wall - LEEWAY_SECONDS) this.position++;
    const song = this.songs[this.position];
    return song && song.at <= wall + LEEWAY_SECONDS && song.at < this.limit ? song : undefined;
  }

  /**
   * Before a fixed point that the plan has at the same time, no song is due that the plan has behind it. `end` is the wall clock as the
   * point is reached, `wall` as it begins: they differ where the clocks change at it.
   */
  heedLimit(play: FixedPlay | null, end: number, wall: number): void {
    this.limit = play !== null && this.plays.get(play) === wall ? end : NO_LIMIT;
    this.rejoinAt = this.limit === NO_LIMIT ? Number.NEGATIVE_INFINITY : Math.max(end, wall);
  }

  /** At such a point store and group are together again: what the store had no room for before it is left out. */
  passLimit(): void {
    while ((this.songs[this.position]?.at ?? NO_LIMIT) < this.rejoinAt) this.position++;
  }

  /** Marks a planned song as played or replaced. */
  settle(song: PlannedSong): void {
    this.settled.add(song);
    this.position = Math.max(this.position, song.place + 1);
  }

  hasPlay(play: BookedPlay): boolean {
    return this.plays.has(play);
  }

  /** An ad that the group had to let wait for a song's end waits here too. */
  letsWait(play: BookedPlay): boolean {
    return this.late.has(play);
  }

  /** What the log has not: songs cut, and spots that are not this store's. */
  leftOut(clock: DayClock, isOpen: (elapsed: number) => boolean, placed: ReadonlySet<BookedPlay>): LeftOut[] {
    const songs = this.songs
      .filter((song) => !this.settled.has(song))
      .map(({ songId, at }): LeftOut => {
        const elapsed = clock.elapsedAt(at);
        const because = elapsed.length === 0 ? "SKIPPED_HOUR" : elapsed.some(isOpen) ? "NO_ROOM" : "CLOSED";
        return { kind: "SONG", songId, plannedSeconds: at, because };
      });
    const spots = this.playlist.positions.flatMap((position): LeftOut[] =>
      position.kind === "MUSIC" || placed.has(playOf(position))
        ? []
        : [
            {
              kind: "SPOT",
              bookingId: position.bookingId,
              spotId: position.spotId,
              plannedSeconds: position.startSeconds,
              because: "NOT_BOOKED_HERE",
            },
          ],
    );
    return [...songs, ...spots];
  }
}

function comesLate({ because, movedSeconds }: SpotTrace): boolean {
  return because === "NO_SONG_FITS" && movedSeconds > 0;
}

/** What stands behind a position, promos apart: a booked or locked play, null for the end, undefined for another song. */
function fixedPointAfter(positions: readonly PlaylistPosition[], index: number): FixedPlay | null | undefined {
  const next = positions.slice(index + 1).find(({ kind }) => kind !== "JINGLE");
  if (!next) return null;
  if (next.kind !== "MUSIC") return playOf(next);
  return next.locked ? lockedPlay(next.startSeconds) : undefined;
}
