import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** How often a page that people watch is brought up to date. */
const everyMinute = 60_000;

/** Brings the page's figures up to date once a minute where it stands, and when it is looked at again; never while it is hidden. */
export function useRefresh(): void {
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
    }, everyMinute);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [revalidate, state]);
}
