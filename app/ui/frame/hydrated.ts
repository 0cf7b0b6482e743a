import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * True once the page's script has taken over: false on the server and in the first render, so that
 * both render the same.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
