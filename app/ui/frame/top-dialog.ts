import { useEffect, useState } from "react";

/**
 * Gives the topmost modal dialog, if any; looks it up again whenever `what` changes. Everything
 * outside it is inert, so messages and the loading sign are drawn inside it to be seen and
 * heard.
 */
export function useTopDialog(what: unknown): Element | null {
  const [top, setTop] = useState<Element | null>(null);
  useEffect(() => {
    setTop(what ? (Array.from(document.querySelectorAll("dialog:modal")).at(-1) ?? null) : null);
  }, [what]);
  return top?.isConnected ? top : null;
}
