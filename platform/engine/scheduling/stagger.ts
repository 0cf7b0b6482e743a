import { elementAt } from "#contract/base/element-at";
import type { LogPosition, MusicPosition, StoreLog } from "#contract/schedule/positions";
import { rulesFor } from "./choose";
import { type DayClock, elapsedOf, zoneClock } from "./day-clock";
import type { StoreLogInput } from "./input";
import { PlayTimes } from "./play-times";
import { type Programme, Programmes } from "./programme";
import { bitOf, orderRules, type RuleSet } from "./rules";
import { hourOfDay } from "./same-hours";
import { seededRandom } from "./seeded-random";
import { SongIndex } from "./song-index";

/** The most songs of which all orders are tried: five have 120. */
const MOST_SONGS = 5;

/** A song of a log that may change places, at its elapsed second. */
type Song = {
  position: MusicPosition & LogPosition;
  rank: number;
  at: number;
  /** The rules that the log breaks with it already: another place need not do better. */
  broken: RuleSet;
};
type Desk = { index: SongIndex; times: PlayTimes; programmes: Programmes; clock: DayClock };

/**
 * A store's log with its songs in another order than its neighbours play them, so that they do not
 * play the same song at the same time. Songs change places within a run: what stands between two
 * fixed points in one hour and one time slot. So each hour has the same songs, what is fixed stays
 * at its second, and no rule is broken that the log keeps. What has begun, locked songs and the
 * lists of events stay; so does a run that has no other such order. A pure function. Source:
 * docs/decisions/staggered-stores.md.
 */
export function stagger(input: StoreLogInput, log: StoreLog): StoreLog {
  const clock = zoneClock(input.date, input.timeZone);
  const index = new SongIndex(input, seededRandom(input.unitId, input.date, input.ruleVersion));
  const songs = log.positions.map((position) => songOf(position, index, clock));
  const plays = songs.flatMap((song) =>
    song ? [{ songId: song.position.songId, at: song.at }] : [],
  );
  const times = new PlayTimes(index, input.history, [...input.later, ...plays]);
  const desk = { index, times, programmes: new Programmes(input, index, clock), clock };
  const order: LogPosition[] = [];
  for (let place = 0; place < log.positions.length; ) {
    const run = runAt(log.positions, songs, place, input.begun?.length ?? 0);
    const laterSongs = songs.slice(place + run.length).filter((song) => song !== null);
    if (run.length > 0) order.push(...reorder(desk, run, laterSongs));
    else order.push(elementAt(log.positions, place));
    const alone = run.length > 0 ? null : songs[place];
    if (alone) {
      times.advanceTo(alone.at);
      times.record(alone.rank, alone.at);
    }
    place += Math.max(1, run.length);
  }
  const places = new Map(order.map(({ index: before }, after) => [before, after]));
  return {
    ...log,
    positions: order.map((position, place) => ({ ...position, index: place })),
    summary: {
      ...log.summary,
      violations: log.summary.violations.map((violation) => ({
        ...violation,
        index: places.get(violation.index) ?? violation.index,
      })),
    },
  };
}

function songOf(position: LogPosition, index: SongIndex, clock: DayClock): Song | null {
  if (position.kind !== "MUSIC") return null;
  const rank = index.rankOf(position.songId);
  if (rank === undefined) return null;
  const { broken, relaxed } = position.trace;
  const names = [...broken, ...relaxed];
  return {
    position,
    rank,
    at: elapsedOf(position, clock),
    broken: names.reduce((set, name) => set | bitOf[name], 0),
  };
}

/**
 * The songs from a place on that may change places with each other, of a long run an even part; none
 * where there are no two.
 */
function runAt(
  positions: readonly LogPosition[],
  songs: readonly (Song | null)[],
  from: number,
  begun: number,
): Song[] {
  const run: Song[] = [];
  if (from < begun) return run;
  for (let place = from; place < positions.length; place++) {
    const song = songs[place];
    const last = run.at(-1);
    if (!song || !mayMove(song) || (last && !follows(last, song))) break;
    run.push(song);
  }
  const parts = Math.ceil(run.length / MOST_SONGS);
  return run.length > 1 ? run.slice(0, Math.ceil(run.length / parts)) : [];
}

const mayMove = ({ position: { locked, trace } }: Song) =>
  !locked && trace.stage !== "LOCKED" && !(trace.event && trace.category === null);

/** True if a song follows another at once, in the same hour, slot and event. */
function follows({ position: before, at }: Song, { position, at: next }: Song): boolean {
  return (
    next === at + before.durationSeconds &&
    position.startSeconds === before.startSeconds + before.durationSeconds &&
    hourOfDay(position.startSeconds) === hourOfDay(before.startSeconds) &&
    position.slotId === before.slotId &&
    position.trace.event?.id === before.trace.event?.id
  );
}

type Best = { order: Song[]; together: number };

/**
 * Finds and records the order of a run in which its songs overlap least with those of a neighbour,
 * and which breaks no more rules than the log does.
 */
function reorder(desk: Desk, run: readonly Song[], laterSongs: readonly Song[]): LogPosition[] {
  const { times } = desk;
  const [first] = run as readonly [Song, ...Song[]];
  times.advanceTo(run.at(-1)?.at ?? first.at);
  // before the run is recorded: what later songs break with it is theirs already
  const allowed = new Map(
    run.map((song) => [song, song.broken | (brokenAt(desk, song, song.at) & ~orderRules)] as const),
  );
  const ahead = laterSongs.slice(0, 1 + rowsOf(desk.programmes.at(first.at)));
  const best: Best = {
    order: [...run],
    together: run.reduce((sum, { position }) => sum + position.durationSeconds, 0),
  };
  const extend = (order: Song[], at: number, together: number): void => {
    if (order.length === run.length) {
      if (keepsRows(desk, ahead)) Object.assign(best, { order: [...order], together });
      return;
    }
    for (const song of run) {
      const { durationSeconds } = song.position;
      const overlap = Math.max(0, durationSeconds - Math.abs(at - song.at));
      if (together + overlap >= best.together || order.includes(song)) continue;
      if (!mayStand(desk, song, at, allowed.get(song) ?? 0)) continue;
      times.record(song.rank, at);
      order.push(song);
      extend(order, at + durationSeconds, together + overlap);
      order.pop();
      times.undo();
    }
  };
  extend([], first.at, 0);
  return placeSongs(desk, first, best.order);
}

/** The number of songs in a row that the rules of a programme compare. */
const rowsOf = ({ rules: { rows } }: Programme): number =>
  rows.reduce((longest, { most }) => Math.max(longest, most), 0);

const rulesOf = (desk: Desk, { position }: Song, at: number) =>
  rulesFor(desk.programmes.at(at), position);

const brokenAt = (desk: Desk, song: Song, at: number): RuleSet =>
  desk.times.broken(song.rank, at, desk.clock.wallAt(at), rulesOf(desk, song, at));

/** True if a song may start there, in its hour and slot, and breaks no rule that it keeps now. */
function mayStand(desk: Desk, song: Song, at: number, allowed: RuleSet): boolean {
  const { programmes, clock } = desk;
  const { slot, windows } = programmes.at(at);
  return (
    (slot?.id ?? null) === song.position.slotId &&
    windows?.has(song.rank) !== false &&
    hourOfDay(clock.wallAt(at)) === hourOfDay(song.position.startSeconds) &&
    (brokenAt(desk, song, at) & ~allowed) === 0
  );
}

/** True if the songs after the run break no rule in its new order. */
function keepsRows(desk: Desk, laterSongs: readonly Song[]): boolean {
  const { times } = desk;
  let isKept = true;
  let recorded = 0;
  for (const song of laterSongs) {
    if (!isKept) break;
    const rules = rulesOf(desk, song, song.at);
    isKept = (times.brokenInOrder(song.rank, rules) & ~song.broken) === 0;
    times.record(song.rank, song.at);
    recorded++;
  }
  for (; recorded > 0; recorded--) times.undo();
  return isKept;
}

/** Gives the songs their new seconds, and records them. */
function placeSongs({ times, clock }: Desk, first: Song, order: readonly Song[]): LogPosition[] {
  let at = first.at;
  let wall = first.position.startSeconds;
  return order.map(({ position, rank }): LogPosition => {
    const { durationSeconds, startSeconds, trace } = position;
    const { difference } = trace;
    const isPlanned = difference === null || difference.kind === "SHIFTED";
    const plannedSeconds =
      difference?.kind === "SHIFTED" ? difference.plannedSeconds : startSeconds;
    const shift = plannedSeconds === wall ? null : ({ kind: "SHIFTED", plannedSeconds } as const);
    const moved = {
      ...position,
      startSeconds: wall,
      startsAt: clock.instantAt(at),
      trace: { ...trace, difference: isPlanned ? shift : difference },
    };
    times.record(rank, at);
    at += durationSeconds;
    wall += durationSeconds;
    return moved;
  });
}
