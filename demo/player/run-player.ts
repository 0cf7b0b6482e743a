import { randomUUID } from "node:crypto";
import type {
  PlayerCommand,
  PlayerSchedule,
  PlayOut,
  PlayOutReceipt,
} from "#contract/player/endpoints";
import type { CommandKind } from "#contract/player/words";
import { PlatformUnreachableError, type PlayerCalls } from "./player-calls.ts";
import {
  itemsOf,
  type LogItem,
  mediaOf,
  type Play,
  type Player,
  playUntil,
  switchedOn,
} from "./playing.ts";

export type Run = {
  calls: PlayerCalls;
  /** The span in which it plays, and the milliseconds between its looks at the clock and calls. */
  from: number;
  to: number;
  every?: number;
  /** Called before each look: the clock is moved there, or waited for. */
  reach?: (instant: number) => Promise<void> | void;
  /** True if the player reaches the platform then. */
  isOnline?: (instant: number) => boolean;
  skipAfter?: (item: LogItem) => number | undefined;
  /**
   * Off for a player whose reported clock differs from the clock that its plays are
   * timed by.
   */
  tellsClock?: boolean;
};

/**
 * The player's own account of its plays, in their order, and the platform's
 * receipt.
 */
export type Account = {
  plays: PlayOut[];
  receipt: PlayOutReceipt;
  commands: CommandKind[];
  isReplaced: boolean;
};

const beatEvery = 60_000;
const refreshEvery = 5 * 60_000;
const batchSize = 200;

/**
 * Plays a store's logs through the player's API as a device in the store does. Ends when another
 * takes over, and reports everything before it ends.
 */
export async function runPlayer({
  calls,
  from,
  to,
  every = beatEvery,
  ...habits
}: Run): Promise<Account> {
  const {
    reach = () => {},
    isOnline = () => true,
    skipAfter = () => undefined,
    tellsClock = true,
  } = habits;
  const account: Account = {
    plays: [],
    receipt: { accepted: 0, duplicates: 0, verified: 0, unverified: [], refused: [] },
    commands: [],
    isReplaced: false,
  };
  const untold: PlayOut[] = [];
  const stored = new Map<string, number>();
  const refused = new Set<string>();
  let player = switchedOn(from);
  const carriedOut = new Set<number>();
  let volume = 0;
  /** Holds the volume that somebody turned it to, until the store is set to another. */
  let turnedTo: number | undefined;
  let refreshedAt = Number.NEGATIVE_INFINITY;

  async function refresh(now: number) {
    const schedule = await calls.schedule();
    if (schedule.volume !== volume) turnedTo = undefined;
    volume = schedule.volume;
    refreshedAt = now;
    player = { ...player, items: itemsOf(schedule.days) };
    await loadAll(schedule);
  }

  async function loadAll({ days }: PlayerSchedule) {
    for (const { mediaId, durationSeconds } of days.flatMap(({ items }) => items)) {
      if (mediaId === null || stored.has(mediaId) || refused.has(mediaId)) continue;
      if (await calls.load(mediaId)) stored.set(mediaId, durationSeconds);
      else refused.add(mediaId);
    }
  }

  async function tellAll(now: number) {
    while (untold.length > 0) {
      const plays = untold.slice(0, batchSize);
      const receipt = await calls.report({
        plays,
        clock: tellsClock ? new Date(now).toISOString() : undefined,
      });
      untold.splice(0, plays.length);
      addReceipt(account.receipt, receipt);
    }
    const storedUntil = player.items.at(-1)?.endsAt;
    const { plays, commands } = await calls.beat({
      volume: turnedTo ?? volume,
      playing: player.sound !== undefined,
      ...soundOf(player, now),
      at: new Date(now).toISOString(),
      ...(storedUntil !== undefined && { storedUntil: new Date(storedUntil).toISOString() }),
    });
    account.isReplaced = !plays;
    for (const command of commands) await carryOut(command);
  }

  /** One that comes again, because its answer got lost, is only answered again. */
  async function carryOut({ id, kind, volume: newVolume }: PlayerCommand) {
    if (!carriedOut.has(id)) {
      if (kind === "volume") turnedTo = newVolume ?? undefined;
      // fetches the part of the log that it keeps again
      if (kind === "restart") refreshedAt = Number.NEGATIVE_INFINITY;
      account.commands.push(kind);
    }
    carriedOut.add(id);
    await calls.answer(id);
  }

  for (let now = from; now <= to && !account.isReplaced; now += every) {
    await reach(now);
    const passed = playUntil(player, now, {
      secondsOf: (mediaId) => stored.get(mediaId),
      skipAfter,
    });
    player = passed.player;
    const plays = passed.plays.filter(({ seconds }) => seconds >= 1).map(toPlayOut);
    account.plays.push(...plays);
    untold.push(...plays);
    if (!isOnline(now)) continue;
    try {
      if (now - refreshedAt >= refreshEvery) await refresh(now);
      await tellAll(now);
    } catch (error) {
      if (!(error instanceof PlatformUnreachableError)) throw error;
    }
  }
  return account;
}

/** Names what plays, and for how long already, for a heartbeat. */
function soundOf({ sound, items }: Player, now: number) {
  const mediaId = sound && mediaOf(sound, items);
  if (!mediaId) return {};
  return { sound: { mediaId, seconds: Math.min(3600, Math.round((now - sound.from) / 1000)) } };
}

const toPlayOut = ({ from, ...play }: Play): PlayOut => ({
  eventId: randomUUID(),
  startedAt: new Date(from).toISOString(),
  ...play,
});

function addReceipt(
  sum: PlayOutReceipt,
  { accepted, duplicates, verified, unverified, refused }: PlayOutReceipt,
) {
  sum.accepted += accepted;
  sum.duplicates += duplicates;
  sum.verified += verified;
  sum.unverified.push(...unverified);
  sum.refused.push(...refused);
}
