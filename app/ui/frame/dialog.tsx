import { Link, useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "./icon";

export type DialogWidth = 450 | 500 | 728;

export type DialogProps = {
  title: string;
  width?: DialogWidth;
  onClose: () => void;
  /** The buttons at the bottom. */
  actions?: ReactNode;
  /** True for a dialog that must be answered at once, such as an error. */
  alert?: boolean;
  children: ReactNode;
};

/**
 * A modal dialog, in the page only while it is open. The browser traps the focus. Escape and the
 * close button close it, a click outside does not, and the focus returns to where it was.
 */
export function Dialog({ title, width = 500, onClose, actions, alert, children }: DialogProps) {
  const { dialog, titleId } = useModal();
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby={titleId}
      role={alert ? "alertdialog" : undefined}
      className={boxClass(width)}
    >
      <DialogHead title={title} titleId={titleId}>
        <button type="button" onClick={() => dialog.current?.close()} className={closeClass}>
          <Icon name="close" label="Close" />
        </button>
      </DialogHead>
      <div className="px-5 pb-5">{children}</div>
      {actions ? <DialogFoot>{actions}</DialogFoot> : null}
    </dialog>
  );
}

export type RouteDialogProps = Omit<DialogProps, "onClose" | "alert"> & {
  /** The page below, to which closing leads. */
  closeTo: string;
  /** The height in pixels if the spec fixes one (the assignment dialog's 500). */
  height?: 500;
};

/**
 * A child route: with script a modal dialog over its parent, without script a box in the page with
 * a link that closes it. Closing saves nothing.
 */
export function RouteDialog({
  title,
  width = 728,
  height,
  closeTo,
  actions,
  children,
}: RouteDialogProps) {
  const { dialog, titleId } = useModal();
  const navigate = useNavigate();
  return (
    <dialog
      ref={dialog}
      open
      onClose={() => navigate(closeTo, { preventScrollReset: true })}
      aria-labelledby={titleId}
      className={`${boxClass(width)} ${height ? "md:h-[500px]" : ""} [&:not(:modal)]:static [&:not(:modal)]:m-0 [&:not(:modal)]:mb-4`}
    >
      <DialogHead title={title} titleId={titleId}>
        <Link to={closeTo} preventScrollReset className={closeClass}>
          <Icon name="close" label="Close" />
        </Link>
      </DialogHead>
      <div className="px-5 pb-5">{children}</div>
      {actions ? <DialogFoot>{actions}</DialogFoot> : null}
    </dialog>
  );
}

/**
 * Marks the control that gets a dialog's focus if it is not the first one: the least harmful
 * answer.
 */
export const firstFocus = { "data-first-focus": true };

/** Opens the element as a modal once script runs; closes it first if the server drew it open. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element || element.matches(":modal")) return;
    const before = document.activeElement;
    element.removeAttribute("open"); // unlike close(), fires no close event
    element.showModal();
    element.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return { dialog, titleId };
}

export function DialogHead({
  title,
  titleId,
  children,
}: {
  title: string;
  titleId: string;
  children?: ReactNode;
}) {
  return (
    <div className="flex items-start justify-between gap-3 p-5 pb-3">
      <h2 id={titleId} className="text-lg font-semibold [overflow-wrap:anywhere]">
        {title}
      </h2>
      {children}
    </div>
  );
}

export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3.5">
      {children}
    </div>
  );
}

const widths: Record<DialogWidth, string> = {
  450: "w-[450px]",
  500: "w-[500px]",
  728: "w-[728px]",
};
const closeClass =
  "-m-1.5 grid h-9 w-9 shrink-0 touch:h-11 touch:w-11 place-items-center rounded text-ink-2 hover:bg-sunken";

export function boxClass(width: DialogWidth) {
  return `${widths[width]} max-w-[calc(100vw-32px)] rounded-xl border border-line bg-paper shadow-raised`;
}
