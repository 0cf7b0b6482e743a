import type { PlayOut, ScheduledDay } from "#contract/player/endpoints";

/** An item of the store's log. Instants are in milliseconds since the epoch. */
export type LogItem = {
  itemId: string;
  kind: string;
  startsAt: number;
  endsAt: number;
  mediaId: string | null;
};

/** Describes the current sound in the words of its play-out. It ends at `until`. */
type Sound = Pick<PlayOut, "itemId" | "mediaId" | "insteadOf" | "reason" | "skipped"> & {
  from: number;
  until: number;
};
export type Play = Omit<Sound, "until"> & { seconds: number };

/** A player between two looks at its clock. */
export type Player = {
  /** The instant up to which it has played. */
  now: number;
  items: readonly LogItem[];
  sound: Sound | undefined;
  /** When each of its stored songs last began. */
  lastStarts: ReadonlyMap<string, number>;
};

/**
 * Surrounds the player: which files it holds, how long they last (s), and which song people in the
 * store skip, after how many seconds.
 */
export type Surroundings = {
  secondsOf: (mediaId: string) => number | undefined;
  skipAfter?: (item: LogItem) => number | undefined;
};

export const switchedOn = (now: number): Player => ({
  now,
  items: [],
  sound: undefined,
  lastStarts: new Map(),
});

/**
 * The items of the days that player/schedule gave, in playing order: each ends where the next
 * begins, or when it is over.
 */
export function itemsOf(days: readonly ScheduledDay[]): LogItem[] {
  const items = days
    .flatMap((day) => day.items)
    .map((item) => ({ ...item, startsAt: Date.parse(item.startsAt) }));
  items.sort((a, b) => a.startsAt - b.startsAt);
  return items.map(({ itemId, kind, startsAt, durationSeconds, mediaId }, n) => ({
    itemId,
    kind,
    startsAt,
    mediaId,
    endsAt: Math.min(
      startsAt + durationSeconds * 1000,
      items[n + 1]?.startsAt ?? Number.POSITIVE_INFINITY,
    ),
  }));
}

/**
 * Lets time pass: gives the player at `until`, and the plays that ended by then. Plays by the
 * wall clock, as every player does: each item at its instant, a late one from where it would be
 * by now, a stored song in place of an item without a file, and, if the log ended at an hour in
 * which it played before, stored songs until there is a new one. A pure function of its
 * arguments.
 */
export function playUntil(
  player: Player,
  until: number,
  around: Surroundings,
): { player: Player; plays: Play[] } {
  const plays: Play[] = [];
  let { now, sound } = player;
  const lastStarts = new Map(player.lastStarts);
  while (now < until) {
    sound ??= soundAt({ ...player, now, lastStarts }, around);
    if (!sound) {
      now = Math.min(until, nextBeginning(player.items, now));
      continue;
    }
    const mediaId = mediaOf(sound, player.items);
    if (mediaId && lastStarts.get(mediaId) !== sound.from) lastStarts.set(mediaId, sound.from);
    if (sound.until > until) break;
    const { until: end, ...what } = sound;
    plays.push({ ...what, seconds: Math.round((end - sound.from) / 1000) });
    now = end;
    sound = undefined;
  }
  return { player: { ...player, now: Math.max(until, player.now), sound, lastStarts }, plays };
}

/**
 * The next instant at which something may begin after a silence: the log's next item, or, after the
 * last one, the same time on a later day.
 */
function nextBeginning(items: readonly LogItem[], now: number): number {
  const later = ({ startsAt }: LogItem) =>
    startsAt > now ? startsAt : startsAt + (Math.floor((now - startsAt) / dayMs) + 1) * dayMs;
  return items[placeAfter(items, now)]?.startsAt ?? Math.min(...items.map(later));
}

/** The place of the first item that begins after an instant. Items are in playing order. */
function placeAfter(items: readonly LogItem[], now: number): number {
  let first = 0;
  let end = items.length;
  while (first < end) {
    const middle = (first + end) >> 1;
    if ((items[middle]?.startsAt ?? 0) > now) end = middle;
    else first = middle + 1;
  }
  return first;
}

/** The item that plays at an instant: none overlaps the next. */
function itemAt(items: readonly LogItem[], now: number): LogItem | undefined {
  const item = items[placeAfter(items, now) - 1];
  return item && now < item.endsAt ? item : undefined;
}

/** The file that sounds. */
export function mediaOf({ mediaId, itemId, from }: Sound, items: readonly LogItem[]) {
  const item = itemAt(items, from);
  return mediaId ?? (item?.itemId === itemId ? item?.mediaId : undefined);
}

/** Picks the sound that begins at `now`; undefined for silence. */
function soundAt(player: Player, around: Surroundings): Sound | undefined {
  const { now, items } = player;
  const item = itemAt(items, now);
  if (!item) return hasRunOut(player) ? standIn(player, around, { reason: "NO_LOG" }) : undefined;
  const skipAfter = item.kind === "MUSIC" ? around.skipAfter?.(item) : undefined;
  const skippedAt = skipAfter === undefined ? item.endsAt : item.startsAt + skipAfter * 1000;
  if (item.mediaId === null)
    return standIn(player, around, { reason: "NO_AUDIO", insteadOf: item });
  if (around.secondsOf(item.mediaId) === undefined)
    return standIn(player, around, { reason: "UNPLAYABLE", insteadOf: item });
  if (skippedAt <= now) return standIn(player, around, { reason: "SKIPPED", insteadOf: item });
  const isSkipped = skippedAt < item.endsAt;
  return {
    itemId: item.itemId,
    from: now,
    until: Math.min(skippedAt, item.endsAt),
    ...(isSkipped && { skipped: true }),
  };
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * The stored song begun the longest ago that the log does not play within the hour; it stops where
 * the item does in whose place it plays.
 */
function standIn(
  { now, items, lastStarts }: Player,
  { secondsOf }: Surroundings,
  { reason, insteadOf }: Pick<PlayOut, "reason"> & { insteadOf?: LogItem },
): Sound | undefined {
  const nextPlace = placeAfter(items, now - 1);
  const soon = new Set(
    items.slice(nextPlace, placeAfter(items, now + hourMs - 1)).map(({ mediaId }) => mediaId),
  );
  let best: { mediaId: string; isSoon: boolean; begun: number } | undefined;
  for (const { kind, mediaId } of items) {
    if (kind !== "MUSIC" || !mediaId) continue;
    const isSoon = soon.has(mediaId);
    const begun = lastStarts.get(mediaId) ?? 0;
    const isBetter =
      best === undefined || (isSoon === best.isSoon ? begun < best.begun : best.isSoon);
    if (isBetter && secondsOf(mediaId) !== undefined) best = { mediaId, isSoon, begun };
  }
  const mediaId = best?.mediaId;
  const seconds = mediaId && secondsOf(mediaId);
  if (!seconds) return undefined;
  const next =
    insteadOf?.endsAt ?? items[placeAfter(items, now)]?.startsAt ?? Number.POSITIVE_INFINITY;
  const until = Math.min(now + seconds * 1000, next);
  return { mediaId, reason, ...(insteadOf && { insteadOf: insteadOf.itemId }), from: now, until };
}

/** True if the log ended but played at this hour on an earlier day. */
function hasRunOut({ now, items }: Player): boolean {
  const end = items.at(-1)?.endsAt;
  if (end === undefined || end > now) return false;
  const then = now - Math.max(1, Math.ceil((now - end) / dayMs)) * dayMs;
  return items.some(({ startsAt, endsAt }) => startsAt <= then && then < endsAt);
}
