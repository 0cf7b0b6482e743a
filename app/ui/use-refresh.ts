import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { hearEvent, type Signals } from "./hear-event";

/**
 * Refreshes a page that people watch in place, by default once a minute, and when it becomes
 * visible again; never while it is hidden. While the server does not answer, the page stays as it
 * is, because a failed request would show the error page. `signals` makes it refresh at once,
 * too.
 */
export function useRefresh(everySeconds = 60, { address, event }: Partial<Signals> = {}): void {
  const { revalidate, state } = useRevalidator();
  const isSignalled = useRef(false);
  const heed = useRef<() => void>();
  useEffect(() => {
    if (state !== "idle") return;
    let isDue = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stopping = new AbortController();
    const wait = () => {
      timer = setTimeout(() => {
        isDue = true;
        refresh();
      }, everySeconds * 1000);
    };
    const refresh = async () => {
      if (!isDue || document.visibilityState !== "visible") return;
      isDue = false;
      const { signal } = stopping;
      const isReady = await fetch("/api/ready", { cache: "no-store", signal }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (signal.aborted) return;
      if (isReady) revalidate();
      else wait();
    };
    heed.current = () => {
      isSignalled.current = false;
      isDue = true;
      refresh();
    };
    wait();
    if (isSignalled.current) heed.current();
    document.addEventListener("visibilitychange", refresh);
    return () => {
      heed.current = undefined;
      clearTimeout(timer);
      stopping.abort();
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [revalidate, state, everySeconds]);
  useEffect(() => {
    if (address === undefined || event === undefined) return;
    return hearEvent({ address, event }, () => {
      isSignalled.current = true;
      heed.current?.();
    });
  }, [address, event]);
}
