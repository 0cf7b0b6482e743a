import { isDeepStrictEqual } from "node:util";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { elementAt } from "#contract/base/element-at";
import type { SpotTrace } from "#contract/schedule/positions";
import type { StoredPosition } from "./playlist-record.ts";
import { type Columns, fromColumns, toColumns } from "./record-columns.ts";

/**
 * The form in which store_log keeps positions (docs/decisions/store-logs.md): a run of the group's,
 * or its own. Data from a thread has plain byte arrays instead of buffers.
 */
export type StoredLog<Bytes extends Uint8Array = Buffer> = { midnight: Date | null } & (
  | { fromPosition: number; toPosition: number; songs: null; spots: null; own: null }
  | { fromPosition: null; toPosition: null; songs: number[]; spots: number[]; own: Bytes }
);

/**
 * A line of a log that its group's day does not have. Where it starts follows from the pauses, its
 * song is in the log's songs.
 */
type OwnLine = Omit<StoredPosition, "startSeconds" | "startsAt">;
type LogPlacement = {
  /** For each position the group's that it is, or that it is the next own song or spot. */
  places: number[];
  /** Milliseconds before each position in which nothing plays; before the first, since midnight. */
  pauses: number[];
  /**
   * Where clocks change during the log: by how many seconds the wall clock differs from midnight's
   * at each position.
   */
  shifts?: number[];
};
type OwnPart = LogPlacement & { lines: OwnLine[] };
type OwnColumns = LogPlacement & { music: Columns; items: Columns };

const nextSong = -1;
const nextSpot = -2;
const noOwn = { songs: null, spots: null, own: null };

/**
 * Converts a log's positions to a row's form, relative to the stored positions of its group's day.
 * Takes them as `packLog` makes them, `startsAt` in epoch milliseconds. `unfoldLog` is the inverse.
 */
export function foldLog(
  positions: readonly StoredPosition[],
  group: readonly StoredPosition[],
): StoredLog {
  const [first] = positions;
  if (!first) return { midnight: null, fromPosition: 0, toPosition: 0, ...noOwn };
  const midnight = instantOf(first) - first.startSeconds * 1000;
  const placeOf = placesIn(group);
  const places = positions.map(placeOf);
  const shifts = positions.map(
    (position) => position.startSeconds - (instantOf(position) - midnight) / 1000,
  );
  const [from = nextSong] = places;
  const isRun = positions.every(
    ({ startSeconds }, index) =>
      from >= 0 &&
      places[index] === from + index &&
      group[from + index]?.startSeconds === startSeconds &&
      shifts[index] === 0,
  );
  if (isRun)
    return {
      midnight: new Date(midnight),
      fromPosition: from,
      toPosition: from + positions.length,
      ...noOwn,
    };
  const lines = positions.filter((_, index) => (places[index] ?? 0) < 0).map(toOwnLine);
  const pauses = positions.map(
    (position, index) =>
      instantOf(position) - (index === 0 ? midnight : endOf(positions[index - 1])),
  );
  return {
    midnight: new Date(midnight),
    fromPosition: null,
    toPosition: null,
    songs: positions.flatMap(({ songId }) => songId ?? []),
    spots: [...new Set(positions.flatMap(({ spotId }) => spotId ?? []))],
    own: writeOwn({
      places,
      pauses,
      ...(shifts.some((shift) => shift !== 0) && { shifts }),
      lines,
    }),
  };
}

/**
 * Reads the positions of a stored log, relative to those of its group's day, whose songs may come
 * without their traces.
 */
export function unfoldLog(log: StoredLog, group: readonly StoredPosition[]): StoredPosition[] {
  if (log.midnight === null) return [];
  const midnight = log.midnight.getTime();
  if (log.own === null)
    return group.slice(log.fromPosition, log.toPosition).map((position, index) => {
      const startsAt = midnight + position.startSeconds * 1000;
      return toPlannedPosition(position, log.fromPosition + index, {
        startSeconds: position.startSeconds,
        startsAt,
      });
    });
  const { places, pauses, shifts, lines } = readOwn(log.own);
  let line = 0;
  let song = 0;
  let end = midnight;
  return places.map((place, index) => {
    const startsAt = end + (pauses[index] ?? 0);
    const start = { startSeconds: (startsAt - midnight) / 1000 + (shifts?.[index] ?? 0), startsAt };
    const planned = group[place];
    const position = planned
      ? toPlannedPosition(planned, place, start)
      : toOwnPosition(elementAt(lines, line++), start);
    end = endOf(position);
    return position.kind === "MUSIC"
      ? { ...position, songId: elementAt(log.songs, song++) }
      : position;
  });
}

type Start = { startSeconds: number; startsAt: number };

/**
 * Makes the position that a store plays at this start of its group's position. A song refers to the
 * group's trace, as in `packLog`.
 */
function toPlannedPosition(position: StoredPosition, place: number, start: Start): StoredPosition {
  const { startSeconds, startsAt } = start;
  if (position.kind !== "MUSIC") return { ...position, startSeconds, startsAt };
  const planned = {
    ...(position.trace ? withoutTrace(position) : position),
    startSeconds,
    startsAt,
    planned: place,
  };
  const plannedSeconds = position.startSeconds;
  return startSeconds === plannedSeconds
    ? planned
    : { ...planned, difference: { kind: "SHIFTED", plannedSeconds } };
}

function withoutTrace({ trace: _, ...song }: StoredPosition): StoredPosition {
  return song;
}

/**
 * A spot's booked second is where it plays, less the seconds it was moved: left out
 * if that holds.
 */
function toOwnLine({ startSeconds, startsAt: _, ...line }: StoredPosition): OwnLine {
  const trace = line.trace as SpotTrace | undefined;
  if (line.kind === "MUSIC" || trace?.bookedSeconds !== startSeconds - (trace?.movedSeconds ?? 0))
    return line;
  const { bookedSeconds: __, ...rest } = trace;
  return { ...line, trace: rest as SpotTrace };
}

function toOwnPosition(line: OwnLine, start: Start): StoredPosition {
  const trace = line.trace as SpotTrace | undefined;
  if (line.kind === "MUSIC" || trace === undefined || trace.bookedSeconds !== undefined)
    return { ...line, ...start };
  return {
    ...line,
    ...start,
    trace: { ...trace, bookedSeconds: start.startSeconds - trace.movedSeconds },
  };
}

/**
 * Finds the place of the group's position that equals a log's position in everything except, for
 * songs, the start.
 */
function placesIn(group: readonly StoredPosition[]): (position: StoredPosition) => number {
  const spots = new Map(
    group.flatMap((at, place) =>
      at.kind === "MUSIC" ? [] : [[`${at.bookingId} ${at.startSeconds}`, place]],
    ),
  );
  return (position) => {
    const isSong = position.kind === "MUSIC";
    const place = isSong
      ? position.planned
      : spots.get(`${position.bookingId} ${position.startSeconds}`);
    const planned = place === undefined ? undefined : group[place];
    const start = { startSeconds: position.startSeconds, startsAt: instantOf(position) };
    const isPlanned =
      place !== undefined &&
      planned !== undefined &&
      isDeepStrictEqual(toPlannedPosition(planned, place, start), position);
    return isPlanned ? place : isSong ? nextSong : nextSpot;
  };
}

/**
 * The first byte tells the format of the rest: JSON (migration 0020), or columns, which
 * compress to a fourth of the size of lines.
 */
const jsonFormat = 0;
const columnFormat = 1;
/**
 * Brotli's quality 10 writes a twentieth more than its own choice of 11 in less than half of its
 * time; 6 writes a tenth more than 10 in a twentieth. A day of many ads, which would take more than
 * 4 KB, is worth the time.
 */
const quality = (level: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: level } });
const quick = quality(6);
const thorough = quality(10);
const worthTheTime = 2_048;

function compress(text: string): Buffer {
  const short = brotliCompressSync(text, quick);
  return short.length > worthTheTime ? brotliCompressSync(text, thorough) : short;
}

function writeOwn({ lines, ...shared }: OwnPart): Buffer {
  const music = lines.flatMap(({ songId: _, ...line }) => (line.kind === "MUSIC" ? [line] : []));
  const columns: OwnColumns = {
    ...shared,
    music: toColumns(music),
    items: toColumns(lines.filter(({ kind }) => kind !== "MUSIC")),
  };
  return Buffer.concat([Buffer.of(columnFormat), compress(JSON.stringify(columns))]);
}

function readOwn(bytes: Buffer): OwnPart {
  const body = bytes.subarray(1);
  if (bytes[0] === jsonFormat) return JSON.parse(body.toString());
  const columns: OwnColumns = JSON.parse(brotliDecompressSync(body).toString());
  const { music, items, ...shared } = columns;
  let song = 0;
  let spot = 0;
  const lines = shared.places
    .filter((place) => place < 0)
    .map(
      (place) =>
        fromColumns(
          ...(place === nextSong ? ([music, song++] as const) : ([items, spot++] as const)),
        ) as OwnLine,
    );
  return { ...shared, lines };
}

const instantOf = ({ startsAt = 0 }: StoredPosition): number => startsAt;
const endOf = (position: StoredPosition | undefined): number =>
  position ? instantOf(position) + Math.round(position.durationSeconds * 1000) : 0;
