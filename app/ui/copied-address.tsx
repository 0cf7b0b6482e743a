import { useState } from "react";
import { Button } from "~/ui/frame/button";
import { useHydrated } from "~/ui/frame/hydrated";

/** Shows a full address to type or pass on; with script a button copies it. */
export function CopiedAddress({ url }: { url: string }) {
  const hydrated = useHydrated();
  const [isCopied, setIsCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(url).then(() => setIsCopied(true));
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <code className="select-all rounded-sm bg-sunken px-1.5 py-0.5 [overflow-wrap:anywhere]">
        {url}
      </code>
      {hydrated && "clipboard" in navigator ? (
        <Button type="button" small variant="quiet" onClick={() => void copy()}>
          Copy
        </Button>
      ) : null}
      <span role="status" className="text-sm text-ink-3">
        {isCopied ? "Copied" : ""}
      </span>
    </span>
  );
}
