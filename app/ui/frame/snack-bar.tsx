import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useHydrated } from "./hydrated";
import { Icon } from "./icon";
import { PostForm } from "./post-form";
import { useTopDialog } from "./top-dialog";

/** The form that undoes the change in a message. */
export type UndoForm = { to: string; fields: Record<string, string> };
export type Flash = {
  kind: "plain" | "error" | "success" | "session";
  message: string;
  undo?: UndoForm | undefined;
};

/** Milliseconds that each kind stays (spec section 9). */
export const snackDuration: Record<Flash["kind"], number> = {
  plain: 3_000,
  success: 3_000,
  error: 5_000,
  session: 10_000,
};

/** A message that offers an action stays longer, so that people reach it. */
export const undoDuration = 20_000;

const snackEvent = "fever:snack";
declare global {
  interface WindowEventMap {
    [snackEvent]: CustomEvent<Flash>;
  }
}

/** Shows a message from the page's script, if no server answer carries one. */
export function showSnack(flash: Flash) {
  window.dispatchEvent(new CustomEvent<Flash>(snackEvent, { detail: flash }));
}

/**
 * Shows the server's message, with Undo if the change can be undone (also by Ctrl+Z outside of
 * fields, because the bar is far from the focus). With script it is a bar at the bottom that
 * disappears (it waits while pointed at or focused) and is announced; without script the message
 * is at the top of the page.
 */
export function SnackBar({ flash }: { flash: Flash | null }) {
  const [shownFlash, setShownFlash] = useState(flash);
  const [isHeld, setIsHeld] = useState(false);
  const hydrated = useHydrated();
  const first = useRef(true);
  const dialog = useTopDialog(shownFlash);
  const undoForm = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (!flash) return;
    // a live region announces only changes, so the message that the page came with is removed and
    // added again
    if (first.current) setShownFlash(null);
    first.current = false;
    const later = requestAnimationFrame(() => {
      setIsHeld(false); // the pressed button is gone, and with it its blur event
      setShownFlash({ ...flash });
    });
    return () => cancelAnimationFrame(later);
  }, [flash]);

  useEffect(() => {
    const onSaid = ({ detail }: CustomEvent<Flash>) => setShownFlash(detail);
    window.addEventListener(snackEvent, onSaid);
    return () => window.removeEventListener(snackEvent, onSaid);
  }, []);

  useEffect(() => {
    if (!shownFlash || isHeld) return;
    const timer = setTimeout(
      () => setShownFlash(null),
      shownFlash.undo ? undoDuration : snackDuration[shownFlash.kind],
    );
    return () => clearTimeout(timer);
  }, [shownFlash, isHeld]);

  useUndoKey(shownFlash?.undo ? undoForm : null);

  const urgent = shownFlash !== null && isUrgent(shownFlash);
  const bar = shownFlash ? (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at the bar only holds its clock
    <div
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className={`flex items-center gap-3 border-b px-4 py-2.5 font-medium scripted:pointer-events-auto scripted:min-h-[48px] scripted:max-w-[560px] scripted:rounded-lg scripted:border scripted:shadow-raised ${tone[shownFlash.kind]}`}
    >
      <Message flash={shownFlash} undoForm={undoForm} />
      {hydrated ? (
        <button
          type="button"
          onClick={() => dismiss(setShownFlash, setIsHeld)}
          className={`${shownFlash.undo ? "" : "ml-auto"} ${actionClass}`}
        >
          Dismiss
        </button>
      ) : null}
    </div>
  ) : null;

  const regions = (
    <div className="print:hidden scripted:pointer-events-none scripted:fixed scripted:inset-x-4 scripted:bottom-4 scripted:[body:has([data-listening])_&]:bottom-28 scripted:z-40 scripted:flex scripted:justify-center">
      <div role="status">{urgent ? null : bar}</div>
      <div role="alert">{urgent ? bar : null}</div>
    </div>
  );
  return dialog ? createPortal(regions, dialog) : regions;
}

type UndoRef = RefObject<HTMLFormElement>;

/** Submits the form on Ctrl+Z outside of fields; null if there is nothing to undo. */
function useUndoKey(form: UndoRef | null) {
  useEffect(() => {
    if (!form) return;
    const onKey = (event: KeyboardEvent) => {
      const isUndo =
        event.key.toLowerCase() === "z" &&
        (event.ctrlKey || event.metaKey) &&
        !event.shiftKey &&
        !event.altKey;
      const isInField =
        event.target instanceof Element &&
        event.target.closest("input:not([type=checkbox]), textarea, select");
      if (!isUndo || isInField) return;
      event.preventDefault();
      form.current?.requestSubmit();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [form]);
}

const isUrgent = ({ kind }: Flash) => kind === "error" || kind === "session";

/** Shows what a bar says, with the form that undoes it. */
function Message({ flash, undoForm }: { flash: Flash; undoForm: UndoRef }) {
  const { pathname, search } = useLocation();
  const { undo } = flash;
  return (
    <>
      <Icon name={isUrgent(flash) ? "alert" : flash.kind === "success" ? "check" : "info"} />
      <span className="min-w-0 [overflow-wrap:anywhere]">{flash.message}</span>
      {undo ? (
        <PostForm ref={undoForm} action={undo.to} preventScrollReset className="ml-auto">
          {Object.entries(undo.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <input type="hidden" name="back" value={pathname + search} />
          <button
            type="submit"
            aria-keyshortcuts="Control+Z"
            title="Undo (Ctrl+Z)"
            className={actionClass}
          >
            Undo
          </button>
        </PostForm>
      ) : null}
    </>
  );
}

function dismiss(setShownFlash: (flash: null) => void, setIsHeld: (isHeld: boolean) => void) {
  setIsHeld(false);
  setShownFlash(null);
}

const actionClass =
  "min-h-[28px] touch:min-h-[44px] rounded px-2 font-semibold underline underline-offset-2 hover:no-underline";

const tone: Record<Flash["kind"], string> = {
  plain: "border-info bg-info-tint text-info",
  success: "border-ok bg-ok-tint text-ok",
  error: "border-bad bg-bad-tint text-bad",
  session: "border-warn bg-warn-tint text-warn",
};
