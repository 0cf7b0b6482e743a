import { isDeepStrictEqual } from "node:util";
import { memberNames } from "#contract/base/records";
import type {
  CategoryShare,
  DaySummary,
  GroupPlaylist,
  LogPosition,
  MusicTrace,
  PlaylistPosition,
  PositionDifference,
  RuleSource,
  SpotTrace,
  StoreLog,
} from "#contract/schedule/positions";

/**
 * A song's trace without values that are the same for the whole day (in the summary) and without
 * empty ones.
 */
type StoredTrace = Partial<Omit<MusicTrace, "slot" | "category">> & Pick<MusicTrace, "stage">;

/**
 * A position as group_playlist and store_log keep it: the same names in both, so that one query
 * reads either.
 */
export type StoredPosition = {
  kind: PlaylistPosition["kind"];
  startSeconds: number;
  durationSeconds: number;
  songId?: number;
  spotId?: number;
  bookingId?: number;
  name?: string;
  categoryId?: number;
  slotId?: number;
  locked?: true;
  trace?: StoredTrace | SpotTrace;
  /**
   * In a store log: its instant, the group playlist's position whose trace it has, and how it
   * differs from that.
   */
  startsAt?: number;
  planned?: number;
  difference?: PositionDifference;
};

/** The day's figures, and the names that its traces mention by id. */
export type StoredSummary = DaySummary & {
  slots: Record<string, { name: string; source: RuleSource; mix: Record<string, number> }>;
  categories: Record<string, string>;
};

const nothingKnown: MusicTrace = {
  slot: null,
  event: null,
  category: null,
  stage: "CATEGORY",
  searched: 0,
  candidates: 0,
  pool: 0,
  rest: { seconds: null, askedSeconds: null },
  artist: null,
  title: { seconds: null, askedSeconds: null },
  album: null,
  sameHourYesterday: false,
  tempo: { step: null, limit: null },
  energy: { step: null, limit: null },
  rows: [],
  chance: null,
  broken: [],
  relaxed: [],
  fit: null,
  difference: null,
};

/** A group's day as its row keeps it; `unpackPositions` is its inverse. */
export function packPlaylist({ positions, summary }: GroupPlaylist): {
  positions: StoredPosition[];
  summary: StoredSummary;
} {
  const slots: StoredSummary["slots"] = {};
  const categories = Object.fromEntries(
    summary.shares.map(({ categoryId, name }: CategoryShare) => [categoryId, name]),
  );
  for (const position of positions) {
    if (position.kind !== "MUSIC") continue;
    const { slot, category } = position.trace;
    if (slot) slots[slot.id] ??= { name: slot.name, source: slot.source, mix: {} };
    if (slot && category)
      (slots[slot.id] as StoredSummary["slots"][string]).mix[category.id] = category.percent;
    if (category) categories[category.id] = category.name;
  }
  return { positions: positions.map(packPosition), summary: { ...summary, slots, categories } };
}

function packPosition(position: PlaylistPosition): StoredPosition {
  const base = packBase(position);
  if (position.kind !== "MUSIC") return { ...base, trace: position.trace };
  return { ...base, trace: packTrace(position.trace) };
}

function packBase(position: PlaylistPosition): StoredPosition {
  const { kind, startSeconds, durationSeconds, locked, slotId } = position;
  const item =
    position.kind === "MUSIC"
      ? {
          songId: position.songId,
          ...(position.categoryId !== null && { categoryId: position.categoryId }),
        }
      : { spotId: position.spotId, bookingId: position.bookingId, name: position.name };
  return {
    kind,
    startSeconds,
    durationSeconds,
    ...item,
    ...(slotId !== null && { slotId }),
    ...(locked && { locked }),
  };
}

function packTrace(trace: MusicTrace): StoredTrace {
  const packed: Record<string, unknown> = {};
  for (const key of memberNames(trace))
    if (key !== "slot" && key !== "category" && !isDeepStrictEqual(trace[key], nothingKnown[key]))
      packed[key] = trace[key];
  return { ...packed, stage: trace.stage };
}

/** The positions of a group's day with their whole traces. */
export function unpackPositions(
  positions: readonly StoredPosition[],
  summary: StoredSummary,
): PlaylistPosition[] {
  return positions.map((position, index) => unpackPosition(position, index, summary));
}

function unpackPosition(
  stored: StoredPosition,
  index: number,
  { slots, categories }: StoredSummary,
): PlaylistPosition {
  const { startSeconds, durationSeconds, locked = false, slotId = null } = stored;
  const base = { index, startSeconds, durationSeconds, locked, slotId };
  if (stored.kind !== "MUSIC")
    return {
      ...base,
      kind: stored.kind,
      bookingId: stored.bookingId ?? 0,
      spotId: stored.spotId ?? 0,
      name: stored.name ?? "",
      trace: stored.trace as SpotTrace,
    };
  const { categoryId = null } = stored;
  const slot = slotId === null ? undefined : slots[slotId];
  const trace: MusicTrace = {
    ...nothingKnown,
    ...(stored.trace as StoredTrace),
    slot: slot && slotId !== null ? { id: slotId, name: slot.name, source: slot.source } : null,
    category:
      categoryId === null
        ? null
        : {
            id: categoryId,
            name: categories[categoryId] ?? "",
            percent: slot?.mix[categoryId] ?? 0,
          },
  };
  return { ...base, kind: "MUSIC", songId: stored.songId ?? 0, categoryId, trace };
}

/**
 * A store's day in stored form: what the group plays too refers to the group's position instead of
 * repeating its trace; of the others' traces, what the summary of the group's day says is left out.
 */
export function packLog(
  { positions }: StoreLog,
  playlist: readonly PlaylistPosition[],
  summary: StoredSummary,
): StoredPosition[] {
  const plannedAt = new Map(
    playlist.flatMap((at) =>
      at.kind === "MUSIC" ? [[`${at.songId} ${at.startSeconds}`, at] as const] : [],
    ),
  );
  return positions.map((position) => {
    const base = { ...packBase(position), startsAt: position.startsAt };
    const { difference } = position.trace;
    const differencePart = difference ? { difference } : {};
    if (position.kind !== "MUSIC") return { ...base, trace: position.trace };
    const second =
      difference?.kind === "SHIFTED" ? difference.plannedSeconds : position.startSeconds;
    const planned =
      difference === null || difference.kind === "SHIFTED"
        ? plannedAt.get(`${position.songId} ${second}`)
        : undefined;
    return planned
      ? { ...base, ...differencePart, planned: planned.index }
      : { ...base, trace: packOwnTrace(base, position.trace, summary) };
  });
}

/** A store may have its own rules: its slot and mix are kept if they differ from its group's. */
function packOwnTrace(
  base: StoredPosition,
  trace: MusicTrace,
  summary: StoredSummary,
): StoredPosition["trace"] {
  const derived = unpackPosition({ ...base, trace: { stage: trace.stage } }, 0, summary)
    .trace as MusicTrace;
  const { slot, category } = trace;
  return {
    ...packTrace(trace),
    ...(!isDeepStrictEqual(slot, derived.slot) && { slot }),
    ...(!isDeepStrictEqual(category, derived.category) && { category }),
  };
}

/**
 * The positions of a store's day with their whole traces: the group's where it plays what the group
 * plays.
 */
export function unpackLog(
  positions: readonly StoredPosition[],
  playlist: readonly PlaylistPosition[],
  summary: StoredSummary,
): LogPosition[] {
  return positions.map((stored, index) => {
    const own = unpackPosition(stored, index, summary);
    const startsAt = stored.startsAt ?? 0;
    if (own.kind !== "MUSIC") return { ...own, startsAt };
    const planned = stored.planned === undefined ? undefined : playlist[stored.planned];
    const trace =
      planned?.kind === "MUSIC"
        ? { ...planned.trace, difference: stored.difference ?? null }
        : { ...own.trace, ...stored.trace };
    return { ...own, trace: trace as MusicTrace, startsAt };
  });
}
