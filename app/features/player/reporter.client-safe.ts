import { xsrfHeader } from "~/ui/frame/xsrf";
import type { PlayOutStore } from "./play-out-store.client-safe";

export type Beat = { volume: number; playing: boolean; version: string; at: string; storedUntil?: string };
/** How telling went: "signed-out" keeps everything until somebody signs in again, "unreachable" until the network is back. */
export type Told = { state: "told" | "signed-out" | "unreachable"; at?: number };

const batchSize = 100;

/**
 * Tells the platform what was played, and that the player is alive. Plays stay in the store until they are settled; one call runs at a
 * time, so that a batch is not sent twice while it is under way.
 */
export function reporter(address: string, store: PlayOutStore) {
  let running: Promise<Told> | undefined;

  async function tell(beat: Beat | undefined): Promise<Told> {
    let size = batchSize;
    let heartbeat = beat;
    for (;;) {
      const plays = store.batch(size);
      if (plays.length === 0 && !heartbeat) return { state: "told" };
      const response = await post({ heartbeat, playOuts: plays.length > 0 ? plays : undefined });
      if (!response) return { state: "unreachable" };
      if (response.type === "opaqueredirect") return { state: "signed-out" };
      if (response.status === 422 && size > 1) {
        size = 1; // one of them cannot be read: the others are told one by one
        continue;
      }
      if (!response.ok && response.status !== 422) return { state: "unreachable" };
      store.settle(plays);
      heartbeat = undefined;
      const { at } = (await response.json().catch(() => ({}))) as { at?: number };
      if (store.waiting() === 0) return { state: "told", ...(at !== undefined && { at }) };
    }
  }

  async function post(body: object): Promise<Response | undefined> {
    const headers = { "Content-Type": "application/json", ...xsrfHeader() };
    const options: RequestInit = {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(20_000),
    };
    return fetch(address, options).catch(() => undefined);
  }

  return {
    /** Tells what waits, with the heartbeat when one is due. */
    async tell(beat?: Beat): Promise<Told> {
      await running;
      running = tell(beat).finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
