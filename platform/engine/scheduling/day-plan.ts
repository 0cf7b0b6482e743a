import type { DaySummary, SpotTrace } from "#contract/schedule/positions";
import { topWaitLimits } from "#contract/schedule/separation-words";
import type { DayClock } from "./day-clock";
import { type BookedPlay, bookedPlay, playOf } from "./group-plan";
import type { FixedSpot, GroupDayInput, Interval, LockedSong } from "./input";
import type { SongIndex } from "./song-index";

type SpotMove = Pick<SpotTrace, "why" | "because">;
/** A point the music is fitted to. `at` and all times here are elapsed seconds. */
export type Anchor =
  | ({
      kind: "TOH" | "AD";
      at: number;
      booked: number;
      seconds: number;
      spot: FixedSpot;
    } & SpotMove)
  | { kind: "LOCKED"; at: number; seconds: number; lock: LockedSong; rank: number }
  /** Where an event takes over or gives back: no song plays across it. */
  | { kind: "EVENT"; at: number; seconds: 0 }
  | { kind: "CLOSE"; at: number; seconds: 0 };
/**
 * A spot that plays at the first song's end at or after its time: a promo, or an ad before which no
 * song would end.
 */
export type FloatingSpot = {
  at: number;
  booked: number;
  seconds: number;
  spot: FixedSpot;
} & SpotMove;
export type OpenStretch = { from: number; anchors: Anchor[]; floating: FloatingSpot[] };
type Stretch = Pick<OpenStretch, "from" | "anchors"> & { to: number };
type RefusedSpot = DaySummary["refused"][number];
export type DayPlan = { stretches: OpenStretch[]; refused: DaySummary["refused"] };

/** A day while its fixed points are placed. */
type Layout = {
  clock: DayClock;
  /** The second at which a day that has begun is planned again; everything before it is over. */
  resumeAt: number;
  hasBegun: boolean;
  stretches: (Stretch & Pick<OpenStretch, "floating">)[];
  refused: DaySummary["refused"];
};

/**
 * Places everything fixed (step 2): TOH at the hour and never moved, then where events take over
 * and give back, then locked songs, then ads at their booked times (moved to the nearest free
 * second if that is taken, or to the next break if no song has room before it), then promos, which
 * wait for a song's end. Each open stretch ends with its CLOSE.
 */
export function planDay(
  { opening, spots, locked, playlist, begun = [] }: GroupDayInput,
  clock: DayClock,
  index: SongIndex,
  { resumeAt = 0, handovers = [] }: { resumeAt?: number; handovers?: readonly number[] } = {},
): DayPlan {
  const stretches = merged(opening, clock)
    .filter(({ to }) => to > resumeAt)
    .map(({ from, to }) => ({
      from: Math.max(from, resumeAt),
      to,
      anchors: [] as Anchor[],
      floating: [] as FloatingSpot[],
    }));
  const layout: Layout = { clock, resumeAt, hasBegun: begun.length > 0, stretches, refused: [] };
  const played = new Set(
    begun.flatMap((position) => (position.kind === "MUSIC" ? [] : [playOf(position)])),
  );
  const due = spots
    .filter((spot) => !layout.hasBegun || isDue(layout, spot, played))
    .sort((a, b) => a.at - b.at || a.bookingId - b.bookingId);

  for (const spot of due) if (spot.kind === "TOH") placeTop(layout, spot);
  for (const at of handovers) {
    const stretch = stretches.find(({ from, to }) => from < at && at < to);
    if (stretch) insertBefore(stretch.anchors, { kind: "EVENT", at, seconds: 0 });
  }
  for (const lock of [...locked].sort((a, b) => a.at - b.at)) placeLock(layout, lock, index);
  for (const spot of due) if (spot.kind === "AD") placeAd(layout, spot);
  const planned = new Map(
    playlist?.positions.flatMap((position) =>
      position.kind === "AD"
        ? [[playOf(position), clock.startOf(position.startSeconds)] as const]
        : [],
    ),
  );
  for (const stretch of stretches) closeRests(stretch, index.shortDuration, clock, planned);
  for (const spot of due) if (spot.kind === "JINGLE") placePromo(layout, spot);
  return {
    stretches: stretches.map(({ from, to, anchors, floating }) => ({
      from,
      anchors: [...anchors, { kind: "CLOSE", at: to, seconds: 0 }],
      floating,
    })),
    refused: layout.refused,
  };
}

/** True if a spot of a day that has begun is still to play: later, or unplayed in this hour. */
function isDue(layout: Layout, spot: FixedSpot, played: ReadonlySet<BookedPlay>): boolean {
  const { clock, resumeAt } = layout;
  if (played.has(bookedPlay(spot.bookingId, spot.at))) return false;
  const at = clock.startOf(spot.at);
  if (at >= resumeAt) return true;
  return spot.kind === "TOH" ? mayWait(layout, at) : hourOf(clock, at) === hourOf(clock, resumeAt);
}

/** True if the top of an hour that has begun may still wait for the end of the song that plays. */
const mayWait = ({ hasBegun, resumeAt }: Layout, at: number) =>
  hasBegun && resumeAt - at <= topWaitLimits.most;

const refuseSpot = ({ refused }: Layout, spot: FixedSpot, because: RefusedSpot["because"]) =>
  refused.push(refusalOf(spot, because));

const openAt = ({ stretches }: Layout, at: number, seconds: number) =>
  stretches.find(({ from, to }) => from <= at && at + seconds <= to);

/**
 * Places a top of the hour. A repeated hour is sold once, so its TOH plays once, in the first of
 * the two; a skipped hour has none.
 */
function placeTop(layout: Layout, spot: FixedSpot): void {
  const { clock, resumeAt } = layout;
  const { durationSeconds: seconds } = spot;
  const [booked] = clock.elapsedAt(spot.at);
  if (booked === undefined) {
    refuseSpot(layout, spot, "SKIPPED_HOUR");
    return;
  }
  if (booked < resumeAt && !mayWait(layout, booked)) return;
  const at = Math.max(booked, resumeAt);
  const stretch = openAt(layout, at, seconds);
  if (!stretch) refuseSpot(layout, spot, "CLOSED");
  else if (!isFree(stretch.anchors, at, seconds)) refuseSpot(layout, spot, "TIME_TAKEN");
  else
    insert(stretch.anchors, {
      kind: "TOH",
      at,
      booked,
      seconds,
      spot,
      why: "TOP_OF_HOUR",
      because: null,
    });
}

function placeLock(layout: Layout, lock: LockedSong, index: SongIndex): void {
  const at = layout.clock.startOf(lock.at);
  if (at < layout.resumeAt) return;
  const rank = index.rankOf(lock.songId);
  const seconds = rank === undefined ? 0 : (index.duration[rank] as number);
  const stretch = openAt(layout, at, seconds);
  const refuse = (because: RefusedSpot["because"]) =>
    layout.refused.push({ kind: "LOCK", id: lock.songId, atSeconds: lock.at, because });
  if (rank === undefined || index.allowed[rank] === 0) refuse("UNKNOWN_SONG");
  else if (!stretch) refuse("CLOSED");
  else if (!isFree(stretch.anchors, at, seconds)) refuse("TIME_TAKEN");
  else insert(stretch.anchors, { kind: "LOCKED", at, seconds, lock, rank });
}

function placeAd(layout: Layout, spot: FixedSpot): void {
  const { clock, resumeAt, stretches } = layout;
  const { durationSeconds: seconds } = spot;
  const booked = Math.max(clock.startOf(spot.at), resumeAt);
  const stretch = stretches.find(({ from, to }) => from <= booked && booked < to);
  const at = stretch && freeSecond(stretch, booked, seconds, clock);
  if (!stretch) refuseSpot(layout, spot, "CLOSED");
  else if (at === undefined) refuseSpot(layout, spot, "TIME_TAKEN");
  else {
    const isSkipped = clock.elapsedAt(spot.at).length === 0;
    const because = isSkipped ? "SKIPPED_HOUR" : at === booked ? null : "TIME_TAKEN";
    const why = because ? "BUMPED" : "BOOKED";
    insert(stretch.anchors, { kind: "AD", at, booked, seconds, spot, why, because });
  }
}

function placePromo(layout: Layout, spot: FixedSpot): void {
  const at = Math.max(layout.clock.startOf(spot.at), layout.resumeAt);
  const stretch = layout.stretches.find(({ from, to }) => from <= at && at < to);
  if (!stretch) refuseSpot(layout, spot, "CLOSED");
  else
    stretch.floating.push({
      at,
      booked: at,
      seconds: spot.durationSeconds,
      spot,
      why: "FLOATED",
      because: "SONG_END",
    });
}

/** A booked spot that could not be placed at all. */
export function refusalOf(
  { kind, spotId, bookingId, at }: FixedSpot,
  because: RefusedSpot["because"],
): RefusedSpot {
  return { kind, id: spotId, bookingId, atSeconds: at, because };
}

/** Opening hours on the elapsed clock, in order, overlaps joined. */
function merged(opening: readonly Interval[], clock: DayClock): Interval[] {
  const stretches = opening
    .map(({ from, to }) => ({ from: clock.startOf(from), to: clock.endOf(to) }))
    .filter(({ from, to }) => to > from)
    .sort((a, b) => a.from - b.from);
  const joined: Interval[] = [];
  for (const stretch of stretches) {
    const last = joined.at(-1);
    if (last && stretch.from <= last.to) last.to = Math.max(last.to, stretch.to);
    else joined.push(stretch);
  }
  return joined;
}

/** The free second nearest to the booked one. */
function freeSecond(
  { from, to, anchors }: Stretch,
  booked: number,
  seconds: number,
  clock: DayClock,
): number | undefined {
  const fits = (at: number) => at >= from && at + seconds <= to && isFree(anchors, at, seconds);
  // An ad is sold by the hour: any second of its own hour is nearer than one outside it.
  const distance = (at: number) =>
    Math.abs(at - booked) + (hourOf(clock, at) === hourOf(clock, booked) ? 0 : 86_400);
  const edges = anchors.flatMap((anchor) => [anchor.at + anchor.seconds, anchor.at - seconds]);
  return [booked, to - seconds, ...edges]
    .filter(fits)
    .sort((a, b) => distance(a) - distance(b) || b - a)[0];
}

/** Seconds that an ad may come late so that it plays in one break with the next. */
const LATE_AD_SECONDS = 300;

/**
 * A rest too short for any song, between an ad and a break that stands fast (it ends at what never
 * moves), is closed: the ad comes later, to the break. Not where the rest would then stand before
 * the ad instead; nor before a locked song where the plan did not, since it was locked later and
 * has songs there.
 */
function closeRests(
  { from, to, anchors }: Stretch,
  shortSong: number,
  clock: DayClock,
  planned: ReadonlyMap<BookedPlay, number>,
): void {
  let end = to;
  let standsFast = true;
  let isLocked = false;
  for (const [place, anchor] of [...anchors.entries()].reverse()) {
    const later = end - anchor.seconds;
    const before = anchors[place - 1];
    if (anchor.kind !== "AD") [standsFast, isLocked] = [true, anchor.kind === "LOCKED"];
    else if (later > anchor.at && standsFast) {
      const room = later - (before ? before.at + before.seconds : from);
      standsFast =
        !(
          isLocked && planned.get(bookedPlay(anchor.spot.bookingId, anchor.spot.at)) === anchor.at
        ) &&
        later - anchor.at < shortSong &&
        (room >= shortSong || before?.kind === "AD") &&
        later - anchor.booked <= LATE_AD_SECONDS &&
        hourOf(clock, later) === hourOf(clock, anchor.booked);
      if (standsFast)
        anchors[place] = {
          ...anchor,
          at: later,
          why: "BUMPED",
          because: anchor.because ?? "ONE_BREAK",
        };
    }
    end = anchors[place]?.at ?? anchor.at;
  }
}

function hourOf(clock: DayClock, at: number): number {
  return Math.floor(clock.wallAt(at) / 3600);
}

function isFree(anchors: readonly Anchor[], at: number, seconds: number): boolean {
  return anchors.every((other) => other.at >= at + seconds || other.at + other.seconds <= at);
}

/** Inserts it before those at the same second: music changes hands before a TOH plays. */
function insertBefore(anchors: Anchor[], anchor: Anchor): void {
  const place = anchors.findIndex(({ at }) => at >= anchor.at);
  anchors.splice(place < 0 ? anchors.length : place, 0, anchor);
}

function insert(anchors: Anchor[], anchor: Anchor): void {
  const place = anchors.findIndex(({ at }) => at > anchor.at);
  anchors.splice(place < 0 ? anchors.length : place, 0, anchor);
}
