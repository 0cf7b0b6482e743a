import { useEffect, useState, useSyncExternalStore } from "react";
import { windowLock } from "./claim.client-safe";
import { keepAwake } from "./keep-awake.client-safe";
import { playerHome } from "./paths";
import { playOutStore } from "./play-out-store.client-safe";
import { otherWindow, Player, type PlayerNeeds } from "./player.client-safe";
import { playerMemory } from "./player-memory.client-safe";
import type { PlayerState } from "./player-state.client-safe";
import { playerStorage } from "./player-storage.client-safe";
import { Stock } from "./stock.client-safe";
import { workerPath } from "./stored-files.client-safe";

type PagePlayerNeeds = Pick<PlayerNeeds, "schedule" | "version"> & { storeId: number };

/** The page's player; null on the server and until the page has script. */
export function usePlayer({ storeId, ...needs }: PagePlayerNeeds): {
  player: Player | null;
  state: PlayerState | null;
} {
  const [player, setPlayer] = useState<Player | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a player is made once; it fetches the day anew by itself
  useEffect(() => {
    let leave = () => {};
    let isLeft = false;
    const storage = playerStorage(() => localStorage);
    void Stock.open(storeId, storage).then((stock) => {
      if (isLeft) return;
      const memory = playerMemory(storage, storeId);
      const lock = windowLock(storeId, () => newPlayer.giveWay(otherWindow));
      const newPlayer = new Player({
        ...needs,
        stock,
        memory,
        store: playOutStore(storage, storeId),
        lock,
      });
      setPlayer(newPlayer);
      const online = () => newPlayer.catchUp();
      const hide = () => newPlayer.playback.keepPlay();
      const offline = () => newPlayer.loseLink();
      const remember = newPlayer.subscribe(
        () => newPlayer.state().phase === "playing" && memory.keepStarted(true),
      );
      const sleep = keepAwake(newPlayer);
      window.addEventListener("online", online);
      window.addEventListener("offline", offline);
      window.addEventListener("pagehide", hide);
      newPlayer.catchUp();
      if (!navigator.onLine) newPlayer.loseLink();
      if (memory.isStarted()) void newPlayer.start();
      leave = () => {
        remember();
        sleep();
        window.removeEventListener("online", online);
        window.removeEventListener("offline", offline);
        window.removeEventListener("pagehide", hide);
        newPlayer.stop();
        lock.release();
      };
    });
    if (import.meta.env.PROD)
      // the player also works without the worker
      navigator.serviceWorker?.register(workerPath, { scope: playerHome }).catch(() => {});
    return () => {
      isLeft = true;
      leave();
    };
  }, []);
  const state = useSyncExternalStore(
    player?.subscribe ?? never,
    () => player?.state() ?? null,
    () => null,
  );
  return { player, state };
}

const never = () => () => {};
