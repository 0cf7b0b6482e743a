import type { ItemKind } from "#contract/player/endpoints";
import type { UnverifiedReason } from "#contract/player/words";

/** Why a position of a log was not played as it should have been. */
export const namedFaults = [
  "SWITCHED_OFF",
  "SILENT",
  "NO_LOG",
  "MISSING_FILE",
  "SKIPPED",
  "WRONG_CLOCK",
  "OTHER_VERSION",
  "STORE_INACTIVE",
  "UNEXPLAINED",
] as const;
export type NamedFault = (typeof namedFaults)[number];

/** A play as reported, by the store's own clock. `reason` is null for a valid one. */
export type ReportedPlay = {
  storeId: number;
  day: string;
  kind: ItemKind;
  itemId: number;
  startedAt: number;
  seconds: number;
  reason: UnverifiedReason | null;
  /** The time at which it was reported. */
  reportedAt: number;
  /** Names the campaign that a verified play counts for, and the date on which it was due. */
  campaignId: number | null;
  dueDay: string | null;
};
/** A position of a published log and its fault; null if it played. */
export type DuePosition = {
  storeId: number;
  day: string;
  kind: ItemKind;
  campaignId: number | null;
  fault: NamedFault | null;
};
/**
 * An hour of a store with the minutes in which it was open, and of these the ones in which its
 * player was heard.
 */
export type OpenHour = { storeId: number; day: string; hourAt: number; minutes: Minutes };

export type Plays = {
  received: number;
  plays: number;
  verified: number;
  seconds: number;
  firstAt: number;
  lastAt: number;
  lastDay: string;
};
export type Minutes = {
  open: number;
  online: number;
  playing: number;
  quiet: number;
  least: number;
  sum: number;
  most: number;
  lastSeenAt: number;
};
/**
 * Holds a player's last report: when it was heard, its volume, and when the latest play it reported
 * ended.
 */
export type LastReport = { seenAt: number; volume: number; playedAt: number };
export type Positions = {
  scheduled: number;
  played: number;
  faults: Partial<Record<NamedFault, number>>;
};

/**
 * The simulator's own account of what happened, kept outside the platform's database and without
 * the platform's code: by store, day and type, and by campaign, store and day; with `isDetailed`
 * also by store, day and song and by hour of a store. Keys are joined by spaces.
 */
export function openAccount(isDetailed: boolean) {
  const types = new Map<string, Plays>();
  const songs = new Map<string, Plays>();
  const campaigns = new Map<string, { scheduled: number; verified: number }>();
  /** Verified plays by campaign, store and spot. */
  const spots = new Map<string, number>();
  const positions = new Map<string, Positions>();
  /** Receipts that differ from this account; there must be none. */
  const disputes: string[] = [];
  const reasons = new Map<UnverifiedReason | "VERIFIED", number>();
  const hours = new Map<string, Minutes>();
  const days = new Map<string, Minutes>();
  const lastWords = new Map<number, LastReport>();
  const lastWordOf = (storeId: number) =>
    entryOf(lastWords, storeId, () => ({
      seenAt: Number.NEGATIVE_INFINITY,
      volume: 0,
      playedAt: Number.NEGATIVE_INFINITY,
    }));
  const campaign = (key: string) => entryOf(campaigns, key, () => ({ scheduled: 0, verified: 0 }));
  return {
    types,
    songs,
    campaigns,
    spots,
    positions,
    reasons,
    disputes,
    hours,
    days,
    lastWords,
    recordPlay(play: ReportedPlay) {
      const { storeId, day, kind, itemId, reason } = play;
      addPlay(entryOf(types, `${storeId} ${day} ${kind}`, noPlays), play);
      if (isDetailed && kind === "MUSIC")
        addPlay(entryOf(songs, `${storeId} ${day} ${itemId}`, noPlays), play);
      const word = lastWordOf(storeId);
      word.playedAt = Math.max(
        word.playedAt,
        Math.min(play.reportedAt, play.startedAt + play.seconds * 1000),
      );
      reasons.set(reason ?? "VERIFIED", (reasons.get(reason ?? "VERIFIED") ?? 0) + 1);
      if (reason !== null || play.campaignId === null) return;
      campaign(`${play.campaignId} ${storeId} ${play.dueDay}`).verified++;
      const spot = `${play.campaignId} ${storeId} ${itemId}`;
      spots.set(spot, (spots.get(spot) ?? 0) + 1);
    },
    recordHeartbeat(storeId: number, seenAt: number, volume: number) {
      Object.assign(lastWordOf(storeId), { seenAt, volume });
    },
    recordDuePosition({ storeId, day, kind, campaignId, fault }: DuePosition) {
      const sum = entryOf(
        positions,
        `${storeId} ${day} ${kind}`,
        (): Positions => ({ scheduled: 0, played: 0, faults: {} }),
      );
      sum.scheduled++;
      if (fault === null) sum.played++;
      else sum.faults[fault] = (sum.faults[fault] ?? 0) + 1;
      if (campaignId !== null) campaign(`${campaignId} ${storeId} ${day}`).scheduled++;
    },
    recordHour({ storeId, day, hourAt, minutes }: OpenHour) {
      if (isDetailed) addMinutes(entryOf(hours, `${storeId} ${day} ${hourAt}`, noMinutes), minutes);
      addMinutes(entryOf(days, `${storeId} ${day}`, noMinutes), minutes);
    },
  };
}
export type Account = ReturnType<typeof openAccount>;

const noPlays = (): Plays => ({
  received: 0,
  plays: 0,
  verified: 0,
  seconds: 0,
  lastDay: "",
  firstAt: Number.POSITIVE_INFINITY,
  lastAt: Number.NEGATIVE_INFINITY,
});
export const noMinutes = (): Minutes => ({
  open: 0,
  online: 0,
  playing: 0,
  quiet: 0,
  sum: 0,
  least: Number.POSITIVE_INFINITY,
  most: Number.NEGATIVE_INFINITY,
  lastSeenAt: Number.NEGATIVE_INFINITY,
});

/** Adds a play; it counts as played if it is right, or a song that stood in for another. */
function addPlay(sum: Plays, { reason, seconds, startedAt, day }: ReportedPlay) {
  sum.received++;
  if (reason !== null && reason !== "SUBSTITUTE") return;
  sum.plays++;
  if (reason === null) sum.verified++;
  sum.seconds += seconds;
  sum.firstAt = Math.min(sum.firstAt, startedAt);
  sum.lastAt = Math.max(sum.lastAt, startedAt);
  if (day > sum.lastDay) sum.lastDay = day;
}

function addMinutes(sum: Minutes, minutes: Minutes) {
  for (const key of ["open", "online", "playing", "quiet", "sum"] as const)
    sum[key] += minutes[key];
  sum.least = Math.min(sum.least, minutes.least);
  for (const key of ["most", "lastSeenAt"] as const) sum[key] = Math.max(sum[key], minutes[key]);
}

function entryOf<K, V>(of: Map<K, V>, key: K, make: () => V): V {
  const existing = of.get(key);
  if (existing !== undefined) return existing;
  const entry = make();
  of.set(key, entry);
  return entry;
}
