import { useEffect, useState } from "react";

/**
 * The modal dialog that lies on top, if any, looked up anew whenever `what` changes. All outside it
 * is inert, so what must be seen and heard meanwhile (messages, the loading sign) is drawn inside
 * it.
 */
export function useTopDialog(what: unknown): Element | null {
  const [top, setTop] = useState<Element | null>(null);
  useEffect(() => {
    setTop(what ? (Array.from(document.querySelectorAll("dialog:modal")).at(-1) ?? null) : null);
  }, [what]);
  return top?.isConnected ? top : null;
}
