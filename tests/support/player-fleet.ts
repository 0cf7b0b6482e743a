import { playerCalls, signInDevice } from "#demo/player/player-calls";
import { runPlayer } from "#demo/player/run-player";
import { password } from "./platform.ts";

/**
 * A store's command-line player: from when to when it is on, and what it reaches and skips, as
 * `runPlayer` has it.
 */
export type FleetPlayer = {
  username: string;
  spans: readonly { from: number; to: number }[];
  isOnline: (instant: number) => boolean;
  /** A file that it cannot load. */
  lacks?: string;
  skipAfter?: Parameters<typeof runPlayer>[0]["skipAfter"];
};

type Fleet = {
  url: string;
  players: readonly FleetPlayer[];
  /** How often all of them look at their clocks (ms): spans begin and end at such instants. */
  every: number;
  /**
   * Called once for each instant at which a player looks, before any of them does: the platform's
   * clock is moved there, its jobs run.
   */
  reach: (instant: number) => Promise<void>;
};

/**
 * Lets players of several stores play through one speeded-up time, each instant together. Gives
 * each one's accounts, a span after the other.
 */
export async function runFleet({ url, players, every, reach }: Fleet) {
  const lookers = new Map<number, number>();
  for (const { from, to } of players.flatMap(({ spans }) => spans))
    for (let at = from; at <= to; at += every) lookers.set(at, (lookers.get(at) ?? 0) + 1);
  const waiting = new Map<number, (() => void)[]>();
  /** Resolves when all who look at an instant have come to it, and it was reached. */
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
      // files stay on a device that is switched off
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
