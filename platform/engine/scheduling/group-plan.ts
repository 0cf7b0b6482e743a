import type {
  GroupPlaylist,
  MusicPosition,
  OmittedItem,
  PlaylistPosition,
  SpotPosition,
  SpotTrace,
} from "#contract/schedule/positions";
import type { DayClock } from "./day-clock";
import type { LockedSong } from "./input";
import { bitOf, type RuleSet } from "./rules";

/**
 * Identifies one play of a booking within a day by the booking and its booked second on the wall
 * clock.
 */
export type BookedPlay = `${number} ${number}`;
export const bookedPlay = (bookingId: number, bookedSeconds: number): BookedPlay =>
  `${bookingId} ${bookedSeconds}`;
export const playOf = ({ bookingId, trace }: SpotPosition): BookedPlay =>
  bookedPlay(bookingId, trace.bookedSeconds);

/**
 * Identifies something fixed within a day: a booked play, a locked song by its second, or an event
 * that takes over or gives back.
 */
export type FixedPlay = BookedPlay | `lock ${number} ${number}` | "handover";
export const lockedPlay = ({ songId, at }: Pick<LockedSong, "songId" | "at">): FixedPlay =>
  `lock ${songId} ${at}`;

/** A song of the group playlist as the store log meets it. Times are wall-clock seconds. */
export type PlannedSong = {
  /** Its place in the queue. */
  place: number;
  songId: number;
  at: number;
  categoryId: number | null;
  /** The event in whose hours it is; null if none. */
  eventId: number | null;
  /** Rules it breaks in the group playlist already: the store need not do better. */
  broken: RuleSet;
  /**
   * The fixed point it was fitted to as the last song before it: a booked play or a lock, null
   * closing time, undefined none.
   */
  endsAt: FixedPlay | null | undefined;
  /** The pause the group's fit left there: the store need not do better. */
  residualSeconds: number;
  /** That pause was preferred to a broken rule. */
  keepsRules: boolean;
  /** True if it is locked here too: it stays at its time, and is not due before. */
  isLocked: boolean;
};

/**
 * Seconds before and after its time in which a planned song is due. After that, the store had no
 * room for it.
 */
const LEEWAY_SECONDS = 900;
const NO_LIMIT = Number.POSITIVE_INFINITY;

/**
 * The group playlist as a queue on the store's clock. Keeping to it comes first; what cannot be
 * kept is accounted for.
 */
export class GroupPlan {
  readonly songs: PlannedSong[];
  /** The position in the queue; saved and restored while songs are tried out. */
  position = 0;
  private readonly settled = new Set<PlannedSong>();
  /** The places of fixed items in the plan. */
  private readonly plays: Map<FixedPlay, number>;
  private readonly late: Set<BookedPlay>;
  private limit = NO_LIMIT;
  private rejoinAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly playlist: GroupPlaylist,
    locked: readonly LockedSong[],
  ) {
    const { positions } = playlist;
    const isMusic = (position: (typeof positions)[number]): position is MusicPosition =>
      position.kind === "MUSIC";
    const locks = new Set(locked.map(lockedPlay));
    this.plays = new Map(
      positions.flatMap((position) => {
        const play = fixedPlayOf(position);
        return play ? [[play, position.startSeconds - waited(position)] as const] : [];
      }),
    );
    this.late = new Set(
      positions.flatMap((position) =>
        position.kind === "AD" && comesLate(position.trace) ? [playOf(position)] : [],
      ),
    );
    // a locked song is not fitted, yet may be the only song before an ad that plays early
    const leadsTo = ({ index, startSeconds, durationSeconds }: MusicPosition) => {
      const next = positions[index + 1];
      return (
        next !== undefined &&
        fixedPlayOf(next) !== undefined &&
        next.startSeconds === startSeconds + durationSeconds
      );
    };
    this.songs = positions.filter(isMusic).map((position, place) => ({
      place,
      songId: position.songId,
      at: position.startSeconds,
      categoryId: position.categoryId,
      eventId: position.trace.event?.id ?? null,
      broken: [...position.trace.broken, ...position.trace.relaxed].reduce(
        (set, name) => set | bitOf[name],
        0,
      ),
      endsAt:
        position.trace.fit || leadsTo(position)
          ? fixedPointAfter(positions, position.index)
          : undefined,
      residualSeconds: position.trace.fit?.residualSeconds ?? 0,
      keepsRules: position.trace.fit?.keepsRules ?? false,
      isLocked: locks.has(lockedPlay({ songId: position.songId, at: position.startSeconds })),
    }));
  }

  /**
   * Continues a day that has begun: settles the songs before `wall`, and those that began earlier
   * than planned.
   */
  resumeAt(wall: number, begun: readonly PlaylistPosition[]): void {
    const early = new Set(
      begun.flatMap((position) =>
        position.kind === "MUSIC" && position.trace.difference?.kind === "SHIFTED"
          ? [`${position.songId} ${position.trace.difference.plannedSeconds}`]
          : [],
      ),
    );
    for (const song of this.songs)
      if (early.has(`${song.songId} ${song.at}`)) this.settled.add(song);
    for (
      let song = this.songs[this.position];
      song && song.at < wall;
      song = this.songs[this.position]
    )
      this.settle(song);
  }

  /**
   * The next song of the plan, where its time has come or is near, and it was planned under the
   * event that holds here, or under none as here.
   */
  due(wall: number, { event }: { event: { id: number } | null }): PlannedSong | undefined {
    const isPast = (song: PlannedSong | undefined) =>
      song && (song.isLocked || this.settled.has(song) || song.at < wall - LEEWAY_SECONDS);
    while (isPast(this.songs[this.position])) this.position++;
    const song = this.songs[this.position];
    if (!song || song.eventId !== (event?.id ?? null)) return undefined;
    return song.at <= wall + LEEWAY_SECONDS && song.at < this.limit ? song : undefined;
  }

  /**
   * Before a fixed point that the plan has at the same time, no song is due that the plan has
   * after it; nor before an event takes over or gives back, whether the plan has it or not. `end`
   * is the wall clock as the point is reached, `wall` as it begins: they differ where the clocks
   * change at it.
   */
  heedLimit(play: FixedPlay | null, end: number, wall: number): void {
    const isShared = play === "handover" || (play !== null && this.plays.get(play) === wall);
    this.limit = isShared ? end : NO_LIMIT;
    this.rejoinAt = this.limit === NO_LIMIT ? Number.NEGATIVE_INFINITY : Math.max(end, wall);
  }

  /**
   * At such a point store and group are together again: what the store had no room for before it is
   * left out.
   */
  passLimit(): void {
    while ((this.songs[this.position]?.at ?? NO_LIMIT) < this.rejoinAt) this.position++;
  }

  /** Marks a planned song as played or replaced. */
  settle(song: PlannedSong): void {
    this.settled.add(song);
    this.position = Math.max(this.position, song.place + 1);
  }

  /** Marks a locked song as played. */
  settleLock(lock: LockedSong): void {
    const song = this.songs.find(
      ({ isLocked, songId, at }) => isLocked && songId === lock.songId && at === lock.at,
    );
    if (song) this.settle(song);
  }

  hasEvent(id: number): boolean {
    return this.songs.some(({ eventId }) => eventId === id);
  }

  hasPlay(play: BookedPlay): boolean {
    return this.plays.has(play);
  }

  /** An ad that the group had to let wait for a song's end waits here too. */
  letsWait(play: BookedPlay): boolean {
    return this.late.has(play);
  }

  /** Lists what the log leaves out: songs cut, and spots that are not this store's. */
  leftOut(
    clock: DayClock,
    isOpen: (elapsed: number) => boolean,
    placed: ReadonlySet<BookedPlay>,
  ): OmittedItem[] {
    const songs = this.songs
      .filter((song) => !this.settled.has(song))
      .map(({ songId, at }): OmittedItem => {
        const elapsed = clock.elapsedAt(at);
        const because =
          elapsed.length === 0 ? "SKIPPED_HOUR" : elapsed.some(isOpen) ? "NO_ROOM" : "CLOSED";
        return { kind: "SONG", songId, plannedSeconds: at, because };
      });
    const spots = this.playlist.positions.flatMap((position): OmittedItem[] =>
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

/**
 * Seconds that a top of the hour waited for the end of a song: it is the same fixed point as in a
 * log in which it is exact.
 */
const waited = (position: PlaylistPosition) =>
  position.kind === "TOH" ? position.trace.movedSeconds : 0;

function comesLate({ because, movedSeconds }: SpotTrace): boolean {
  return because === "NO_SONG_FITS" && movedSeconds > 0;
}

/**
 * Finds the fixed point after a position, promos apart: a booked play, a lock or an event's border;
 * null for the end, undefined for another song.
 */
function fixedPointAfter(
  positions: readonly PlaylistPosition[],
  index: number,
): FixedPlay | null | undefined {
  const next = positions.slice(index + 1).find(({ kind }) => kind !== "JINGLE");
  const position = positions[index];
  if (position?.kind === "MUSIC" && position.trace.fit?.before === "EVENT") {
    const isFollowed = next?.kind === "MUSIC" && next.trace.event?.id === position.trace.event?.id;
    return isFollowed ? undefined : "handover";
  }
  return next ? fixedPlayOf(next) : null;
}

function fixedPlayOf(position: PlaylistPosition): FixedPlay | undefined {
  if (position.kind !== "MUSIC") return playOf(position);
  return position.locked
    ? lockedPlay({ songId: position.songId, at: position.startSeconds })
    : undefined;
}
