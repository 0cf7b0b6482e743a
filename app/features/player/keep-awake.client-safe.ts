import type { Player } from "./player.client-safe";

/**
 * Keeps the screen on while the player plays, where the browser can: a tablet that sleeps stops its
 * sound. Gives the function that ends it.
 */
export function keepAwake(player: Player): () => void {
  let held: Promise<WakeLockSentinel | undefined> | undefined;
  const release = () => {
    void held?.then((lock) => lock?.release());
    held = undefined;
  };
  const follow = () => {
    const isNeeded = player.state().phase === "playing" && document.visibilityState === "visible";
    if (!isNeeded) return release();
    // a device that saves power may refuse
    held ??= navigator.wakeLock?.request("screen").catch(() => undefined);
  };
  const leave = player.subscribe(follow);
  // the browser ends the lock of a page that is hidden
  document.addEventListener("visibilitychange", follow);
  follow();
  return () => {
    leave();
    document.removeEventListener("visibilitychange", follow);
    release();
  };
}
