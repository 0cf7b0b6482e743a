import { xsrfHeader } from "~/ui/frame/xsrf";
import { playerClaimPath } from "./paths";

/**
 * The device that plays the store instead of this page. Times are in milliseconds; null for another
 * window of this browser.
 */
export type Rival = { name: string; since: number | null; seenAt: number | null };
/**
 * The result of a claim. If the platform does not answer ("unreachable"), the music plays on, and
 * the claim is repeated when the network is back.
 */
export type ClaimOutcome =
  | { state: "plays" | "unreachable" | "signed-out" }
  | { state: "refused"; rival: Rival | null };

/** Asks the platform to let this browser play the store. */
export async function claimStore(deviceId: string, takeOver: boolean): Promise<ClaimOutcome> {
  const response = await fetch(playerClaimPath, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...xsrfHeader() },
    body: JSON.stringify({ deviceId, takeOver }),
    redirect: "manual",
    signal: AbortSignal.timeout(3_000),
  }).catch(() => undefined);
  if (response?.type === "opaqueredirect") return { state: "signed-out" };
  const answer: { plays: boolean; rival: Rival | null } | undefined = response?.ok
    ? await response.json().catch(() => undefined)
    : undefined;
  if (!answer) return { state: "unreachable" };
  return answer.plays ? { state: "plays" } : { state: "refused", rival: answer.rival };
}

/**
 * Lets only one window of a browser play, because two would sound over each other. Calls `lost`
 * when another window takes over.
 */
export function windowLock(storeId: number, lost: () => void) {
  const name = `fever.player.${storeId}`;
  let release: (() => void) | undefined;

  const ask = (options: LockOptions) =>
    new Promise<boolean>((resolve) => {
      const hold = (lock: Lock | null) => {
        if (!lock) return resolve(false);
        return new Promise<void>((free) => {
          release = free;
          resolve(true);
        });
      };
      navigator.locks.request(name, options, hold).catch(() => {
        // a browser that refuses storage refuses locks too; then play without one
        if (!release) return resolve(true);
        release = undefined;
        lost();
      });
    });
  /**
   * A page that is just closing may still hold the lock, so asks again a few times. Counts tries,
   * since a timeout could run out on a busy device before the answer arrives.
   */
  async function askRepeatedly() {
    for (let tries = 0; tries < 8; tries++) {
      if (await ask({ ifAvailable: true })) return true;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    return false;
  }

  return {
    /** False if another window plays and is not to be taken over. */
    async claim(takeOver: boolean): Promise<boolean> {
      if (release || !navigator.locks) return true;
      return takeOver ? ask({ steal: true }) : askRepeatedly();
    },
    release() {
      release?.();
      release = undefined;
    },
  };
}
