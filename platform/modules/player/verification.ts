import type { ItemKind } from "#contract/player/endpoints";
import type { UnverifiedReason } from "#contract/player/words";

/**
 * Describes an item that a store may play: a position's, or a substitute's. `durationSeconds` is as
 * player/schedule gives it, in whole seconds.
 */
export type Item = {
  kind: ItemKind;
  songId: number | null;
  spotId: number | null;
  durationSeconds: number;
};
/**
 * A position of one of the store's own logs, which is in force from its making until it is
 * superseded. `startsAt` is in epoch milliseconds.
 */
export type Position = Item & {
  logId: number;
  position: number;
  day: string;
  startsAt: number;
  from: Date;
  until: Date | null;
  /** The campaign that it plays for. */
  campaignId: number | null;
};

export const itemOnDay = ({ day, songId, spotId }: Position) => `${day} ${songId} ${spotId}`;

/**
 * A play to verify: `at` is its start, in epoch milliseconds of the platform's clock,
 * `namedPosition` the position it names.
 */
export type JudgedPlay = {
  at: number;
  seconds: number;
  skipped: boolean;
  item: Item;
  namedPosition: Position | undefined;
  isSubstitute: boolean;
};

export type StoreFacts = {
  /**
   * The spans in which the store, its company or the player's user was inactive, in epoch
   * milliseconds, without `to` itself.
   */
  inactive: readonly { from: number; to: number }[];
  /** Null: any device. */
  playingDevice: string | null;
};

export const dueWithinMs = 10 * 60_000;
/**
 * Milliseconds that the platform's clock and a player's may differ after its offset was removed,
 * or if it reported none.
 */
const aheadMs = 60_000;
const skippedFromSeconds = 30;
const overSeconds = 2;
/**
 * Milliseconds that successive substitutes may overlap: lengths are rounded, and a clock's
 * offset is measured again with each batch.
 */
const overlapMs = 5_000;

type Verdict = { reason: UnverifiedReason | null; dueAt: number | null; campaignId: number | null };

/**
 * Verifies a play by the rules of docs/domain.md section 4, "Received and verified", except that it
 * must be the first of its position: the caller distinguishes plays that are due at the same
 * instant. `positionsLike` gives those of the same item on the same day.
 */
export function judgePlay(
  play: JudgedPlay,
  {
    device,
    store,
    positionsLike,
    now,
  }: {
    device: string | undefined;
    store: StoreFacts;
    positionsLike: (position: Position) => readonly Position[];
    now: Date;
  },
): Verdict {
  const because = (reason: UnverifiedReason): Verdict => ({
    reason,
    dueAt: null,
    campaignId: null,
  });
  if (store.playingDevice !== null && device !== store.playingDevice)
    return because("OTHER_DEVICE");
  if (store.inactive.some(({ from, to }) => from <= play.at && play.at < to))
    return because("STORE_INACTIVE");
  if (play.at + play.seconds * 1000 > now.getTime() + aheadMs) return because("FUTURE");
  const due = play.isSubstitute ? undefined : findDuePosition(play, positionsLike);
  if (!play.isSubstitute && !due) return because("NOT_DUE");
  const { kind, durationSeconds } = due ?? play.item;
  const shortest = durationSeconds * 0.95;
  if (play.seconds > durationSeconds + overSeconds) return because("TOO_LONG");
  if (
    play.seconds <
    (play.skipped && kind === "MUSIC" ? Math.min(skippedFromSeconds, shortest) : shortest)
  )
    return because("TOO_SHORT");
  return due
    ? { reason: null, dueAt: due.startsAt, campaignId: due.campaignId }
    : because("SUBSTITUTE");
}

/**
 * Finds the position in the log in force that a play belongs to: the one it names, or, if the
 * player used another version of the day, the nearest of the same item in the version in force.
 */
function findDuePosition(
  { at, namedPosition }: JudgedPlay,
  positionsLike: (position: Position) => readonly Position[],
): Position | undefined {
  const isDue = ({ startsAt, from, until }: Position) =>
    Math.abs(at - startsAt) <= dueWithinMs &&
    from.getTime() <= at &&
    !(until && until.getTime() <= at);
  if (namedPosition === undefined || isDue(namedPosition)) return namedPosition;
  return positionsLike(namedPosition)
    .filter((position) => position.logId !== namedPosition.logId && isDue(position))
    .sort((a, b) => Math.abs(at - a.startsAt) - Math.abs(at - b.startsAt))[0];
}

/** The span in which an item played: from `at`, in epoch milliseconds. */
export type Sound = { at: number; seconds: number };

/** True if two sounded at once. A store plays one thing at a time, so one of them is a repeat. */
export function isAtOnce(a: Sound, b: Sound): boolean {
  const overlap = Math.min(a.at + a.seconds * 1000, b.at + b.seconds * 1000) - Math.max(a.at, b.at);
  return overlap > Math.min(overlapMs, a.seconds * 500, b.seconds * 500);
}
