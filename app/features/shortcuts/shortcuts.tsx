import { useNavigate } from "@remix-run/react";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { searchPath } from "~/features/search/paths";
import { shortcutsPath } from "./paths";
import { areOn } from "./switched";

type Pages = readonly { label: string; to: string; letter?: string }[];
type HelpComponent = ComponentType<{ pages: Pages; onClose: () => void }>;

/** Milliseconds after g in which a page's letter counts. */
const letterFollows = 1500;

/**
 * Listens to single keys outside of fields and dialogs, while they are on: "?" for help, "/" for
 * the search, g and a letter for a page.
 */
export function Shortcuts({ pages }: { pages: Pages }) {
  const [Help, setHelp] = useState<HelpComponent>();
  const navigate = useNavigate();
  const goesUntil = useRef(0);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.repeat ||
        event.isComposing ||
        key.length !== 1
      )
        return;
      const isInField =
        target instanceof Element &&
        target.closest(
          "input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable]",
        );
      if (isInField || document.querySelector("dialog:modal") || !areOn()) return;
      const letter = key.toLowerCase();
      const goes = event.timeStamp < goesUntil.current;
      goesUntil.current = letter === "g" && !goes ? event.timeStamp + letterFollows : 0;
      const page = goes && pages.find((one) => one.letter === letter);
      if (page) navigate(page.to);
      else if (key === "?")
        import("./shortcuts-dialog").then(
          ({ ShortcutsDialog }) => setHelp(() => ShortcutsDialog),
          () => navigate(shortcutsPath),
        );
      else if (key === "/") {
        const box = document.querySelector<HTMLInputElement>("[role=search] input");
        if (box?.checkVisibility?.()) box.focus();
        else navigate(searchPath);
      } else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  return Help
    ? createPortal(<Help pages={pages} onClose={() => setHelp(undefined)} />, document.body)
    : null;
}
