import { playerCalls, signInDevice } from "#demo/player/player-calls";
import { runPlayer } from "#demo/player/run-player";
import { password } from "./platform.ts";

/**
 * A store's command-line player: the spans in which it is on, and when it is online and skips, as
 * in `runPlayer`.
 */
export type FleetPlayer = {
  username: string;
  spans: readonly { from: number; to: number }[];
  isOnline: (instant: number) => boolean;
  /** The start of the media ID of a file that it cannot load. */
  lacks?: string;
  skipAfter?: Parameters<typeof runPlayer>[0]["skipAfter"];
};

type Fleet = {
  url: string;
  players: readonly FleetPlayer[];
  /** Milliseconds between two looks of all players at the clock; spans start and end at looks. */
  every: number;
  /**
   * Called once for each instant at which a player looks, before the players do: moves the
   * platform's clock there and runs its jobs.
   */
  reach: (instant: number) => Promise<void>;
};

/**
 * Runs players of several stores through the same speeded-up time, in step at each instant. Gives
 * each player's accounts, one per span.
 */
export async function runFleet({ url, players, every, reach }: Fleet) {
  const lookers = new Map<number, number>();
  for (const { from, to } of players.flatMap(({ spans }) => spans))
    for (let at = from; at <= to; at += every) lookers.set(at, (lookers.get(at) ?? 0) + 1);
  const waiting = new Map<number, (() => void)[]>();
  /** Resolves once all players that look at an instant are there, and `reach` has run for it. */
  const together = async (instant: number) => {
    const others = waiting.get(instant) ?? [];
    waiting.set(instant, others);
    if (others.length + 1 < (lookers.get(instant) ?? 0))
      return new Promise<void>((resolve) => others.push(resolve));
    await reach(instant);
    waiting.delete(instant);
    for (const go of others) go();
  };
  const signedIn = await Promise.all(
    players.map(async (player) => {
      const deviceId = `till.${player.username}`;
      const credential = await signInDevice(
        { url, deviceId },
        { username: player.username, password },
      );
      const calls = playerCalls({ url, deviceId, credential });
      const files = new Set<string>();
      // files remain on a device that is switched off
      const load = async (mediaId: string) => {
        const isLost = player.lacks !== undefined && mediaId.startsWith(`${player.lacks}-`);
        if (isLost || (!files.has(mediaId) && !(await calls.load(mediaId)))) return false;
        files.add(mediaId);
        return true;
      };
      return { ...player, calls: { ...calls, load } };
    }),
  );
  return Promise.all(
    signedIn.map(async ({ calls, spans, isOnline, skipAfter }) => {
      const accounts = [];
      for (const span of spans)
        accounts.push(
          await runPlayer({
            calls,
            ...span,
            every,
            reach: together,
            isOnline,
            ...(skipAfter && { skipAfter }),
          }),
        );
      return accounts;
    }),
  );
}
