import { Form, useNavigate } from "@remix-run/react";
import { type ComponentType, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { longestSearch } from "~/ui/form-fields";
import { useHydrated } from "~/ui/frame/hydrated";
import { Icon } from "~/ui/frame/icon";
import { searchPath } from "./paths";

/**
 * The search of every page: a form that leads to the results; with script also a dialog by Ctrl+K,
 * whose code is loaded when it first opens.
 */
export function SearchBox() {
  const [Opened, setOpened] = useState<ComponentType<{ onClose: () => void }>>();
  const navigate = useNavigate();
  const hydrated = useHydrated(); // a press before hydration would be lost
  const isMac = hydrated && /^(Mac|iP)/.test(navigator.platform);
  const open = () =>
    import("./search-dialog").then(
      ({ SearchDialog }) => setOpened(() => SearchDialog),
      () => navigate(searchPath),
    );
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isShortcut =
        event.key === "k" &&
        (isMac ? event.metaKey : event.ctrlKey) &&
        !event.shiftKey &&
        !event.altKey;
      if (!isShortcut || document.querySelector("dialog:modal")) return;
      event.preventDefault();
      open();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  });
  return (
    <>
      <Form
        method="get"
        action={searchPath}
        role="search"
        aria-label="Search everywhere"
        className="relative w-52 shrink-0 max-md:hidden"
      >
        <Icon
          name="search"
          size={16}
          className="pointer-events-none absolute left-2.5 top-[9px] text-ink-3"
        />
        <input
          type="search"
          name="q"
          required
          aria-label="Search everywhere"
          placeholder="Search"
          maxLength={longestSearch}
          className="control min-h-[34px] pl-8 scripted:pr-16"
        />
        <button
          type="button"
          disabled={!hydrated}
          onClick={open}
          aria-keyshortcuts={isMac ? "Meta+K" : "Control+K"}
          className="absolute bottom-1 right-1 top-1 hidden rounded border border-line bg-sunken px-1.5 text-xs text-ink-2 hover:text-ink scripted:block"
        >
          <span className="sr-only">Search while you type: </span>
          {isMac ? "⌘K" : "Ctrl K"}
        </button>
      </Form>
      {/* rendered in the body, because the menu around the box is hidden on phones */}
      {Opened ? createPortal(<Opened onClose={() => setOpened(undefined)} />, document.body) : null}
    </>
  );
}
