import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Brings a page that people watch up to date where it stands, by default once a minute, and when it is looked at again; never while it is hidden. */
export function useRefresh(everySeconds = 60): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== "idle") return;
    let isDue = false;
    const refresh = () => {
      if (isDue && document.visibilityState === "visible") revalidate();
    };
    const timer = setTimeout(() => {
      isDue = true;
      refresh();
    }, everySeconds * 1000);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [revalidate, state, everySeconds]);
}
