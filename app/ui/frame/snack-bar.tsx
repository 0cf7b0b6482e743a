import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useHydrated } from "./hydrated";
import { Icon } from "./icon";
import { useTopDialog } from "./top-dialog";

export type Flash = { kind: "plain" | "error" | "success" | "session"; message: string };

/** How long each kind stays, in milliseconds (spec section 9). */
export const snackDuration: Record<Flash["kind"], number> = { plain: 3_000, success: 3_000, error: 5_000, session: 10_000 };

const snackEvent = "fever:snack";

/** Shows a message from the page's own script, where no server answer carries one. */
export function showSnack(flash: Flash) {
  window.dispatchEvent(new CustomEvent<Flash>(snackEvent, { detail: flash }));
}

/**
 * The server's message. With script a bar at the bottom that goes by itself (it waits while pointed at or focused) and is
 * announced; without script the same message stands at the top of the page.
 */
export function SnackBar({ flash }: { flash: Flash | null }) {
  const [shownFlash, setShownFlash] = useState(flash);
  const [isHeld, setIsHeld] = useState(false);
  const hydrated = useHydrated();
  const first = useRef(true);
  const dialog = useTopDialog(shownFlash);

  useEffect(() => {
    if (!flash) return;
    // a live region speaks only of what changes: the message the page came with is taken out and put back
    if (first.current) setShownFlash(null);
    first.current = false;
    const later = requestAnimationFrame(() => setShownFlash({ ...flash }));
    return () => cancelAnimationFrame(later);
  }, [flash]);

  useEffect(() => {
    const onSaid = (event: Event) => setShownFlash((event as CustomEvent<Flash>).detail);
    window.addEventListener(snackEvent, onSaid);
    return () => window.removeEventListener(snackEvent, onSaid);
  }, []);

  useEffect(() => {
    if (!shownFlash || isHeld) return;
    const timer = setTimeout(() => setShownFlash(null), snackDuration[shownFlash.kind]);
    return () => clearTimeout(timer);
  }, [shownFlash, isHeld]);

  const urgent = shownFlash?.kind === "error" || shownFlash?.kind === "session";
  const bar = shownFlash ? (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at the bar only holds its clock
    <div
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className={`flex items-center gap-3 border-b px-4 py-2.5 font-medium scripted:pointer-events-auto scripted:min-h-[48px] scripted:max-w-[560px] scripted:rounded-lg scripted:border scripted:shadow-raised ${tone[shownFlash.kind]}`}
    >
      <Icon name={urgent ? "alert" : shownFlash.kind === "success" ? "check" : "info"} />
      <span className="min-w-0 [overflow-wrap:anywhere]">{shownFlash.message}</span>
      {hydrated ? (
        <button
          type="button"
          onClick={() => dismiss(setShownFlash, setIsHeld)}
          className="ml-auto min-h-[28px] rounded px-2 font-semibold underline underline-offset-2 hover:no-underline"
        >
          Dismiss
        </button>
      ) : null}
    </div>
  ) : null;

  const regions = (
    <div className="print:hidden scripted:pointer-events-none scripted:fixed scripted:inset-x-4 scripted:bottom-4 scripted:z-40 scripted:flex scripted:justify-center">
      <div role="status">{urgent ? null : bar}</div>
      <div role="alert">{urgent ? bar : null}</div>
    </div>
  );
  return dialog ? createPortal(regions, dialog) : regions;
}

function dismiss(setShownFlash: (flash: null) => void, setIsHeld: (isHeld: boolean) => void) {
  setIsHeld(false);
  setShownFlash(null);
}

const tone: Record<Flash["kind"], string> = {
  plain: "border-info bg-info-tint text-info",
  success: "border-ok bg-ok-tint text-ok",
  error: "border-bad bg-bad-tint text-bad",
  session: "border-warn bg-warn-tint text-warn",
};
