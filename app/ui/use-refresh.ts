import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Brings a page that people watch up to date where it stands, by default once a minute, and when it
 * is looked at again; never while it is hidden. While the server does not answer the page stays as
 * it is: to ask for its data then would put the error page in its place.
 */
export function useRefresh(everySeconds = 60): void {
  const { revalidate, state } = useRevalidator();
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
    wait();
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearTimeout(timer);
      stopping.abort();
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [revalidate, state, everySeconds]);
}
