import { useEffect, useState, useSyncExternalStore } from "react";
import { playOutStore } from "./play-out-store.client-safe";
import { createPlayer, type Player, type PlayerNeeds, type PlayerState } from "./player.client-safe";

/** The page's player; null on the server and until the page has script. */
export function usePlayer(needs: Omit<PlayerNeeds, "store">): { player: Player | null; state: PlayerState | null } {
  const [player, setPlayer] = useState<Player | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a player is made once; it fetches the day anew by itself
  useEffect(() => {
    const volumeKey = `fever.volume.${needs.storeId}`;
    const storedVolume = Number(localStorage.getItem(volumeKey) ?? Number.NaN);
    const volume = storedVolume >= 0 && storedVolume <= 100 ? storedVolume : needs.volume;
    const newPlayer = createPlayer({ ...needs, volume, store: playOutStore(localStorage, needs.storeId) });
    setPlayer(newPlayer);
    const online = () => void newPlayer.tell();
    const leave = () => newPlayer.keep();
    const forgetVolume = newPlayer.subscribe(() => localStorage.setItem(volumeKey, String(newPlayer.state().volume)));
    window.addEventListener("online", online);
    window.addEventListener("pagehide", leave);
    void newPlayer.tell();
    return () => {
      forgetVolume();
      window.removeEventListener("online", online);
      window.removeEventListener("pagehide", leave);
      newPlayer.stop();
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
