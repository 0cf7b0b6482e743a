import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "./icon";

declare module "react" {
  // React 18 passes these on, but its types lack them
  interface HTMLAttributes<T> {
    popover?: "auto" | "manual";
    popovertarget?: string;
    popovertargetaction?: "hide" | "show" | "toggle";
  }
}

/**
 * A popover that the browser opens without script; closes on every new location. One that a person
 * opened before the page's script ran stays open.
 */
export function usePopover<Box extends HTMLElement>() {
  const popover = useRef<Box>(null);
  const { key } = useLocation();
  const shownAt = useRef(key);
  useEffect(() => {
    if (shownAt.current === key) return;
    shownAt.current = key;
    if (popover.current?.matches(":popover-open")) popover.current.hidePopover();
  }, [key]);
  return popover;
}

type MenuProps = {
  /** The content of the button that opens it. */
  label: ReactNode;
  buttonClass: string;
  /** The entries: links, buttons, ConfirmLinks or forms. */
  children: ReactNode;
};

/** Opens over the page by a button beside it, so that nothing moves. */
export function Menu({ label, buttonClass, children }: MenuProps) {
  const id = useId();
  const popover = usePopover<HTMLDivElement>();
  return (
    <>
      <button type="button" popovertarget={id} className={buttonClass}>
        {label}
      </button>
      <div ref={popover} id={id} popover="auto" className="popover menu">
        {children}
      </div>
    </>
  );
}

/** A row's actions; `of` names the row for screen readers. */
export const RowMenu = ({ of, children }: { of: string; children: ReactNode }) => (
  <Menu
    label={<Icon name="more" label={`More for ${of}`} size={16} />}
    buttonClass="btn btn-quiet btn-icon btn-small"
  >
    {children}
  </Menu>
);
