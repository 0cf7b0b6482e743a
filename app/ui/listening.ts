import { type ReactNode, useSyncExternalStore } from "react";

/** A song or spot that people listen to. */
export type Track = {
  src: string;
  title: string;
  /** The artist, or the brand of a spot. */
  by?: string | null | undefined;
  cover?: ReactNode;
};

export type ListeningState = {
  track: Track;
  isPaused: boolean;
  /** True if it was started in a list, so that the list's next track follows. */
  isInList: boolean;
};

let listening: ListeningState | null = null;
const listeners = new Set<() => void>();

export const listeningNow = (): ListeningState | null => listening;

export function changeListening(next: ListeningState | null) {
  listening = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useListening = (): ListeningState | null =>
  useSyncExternalStore(subscribe, listeningNow, () => null);
