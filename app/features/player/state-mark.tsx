import type { ReactNode } from "react";
import { StateShape } from "~/ui/frame/pill";

const colours = { ok: "text-ok", warn: "text-warn", bad: "text-bad", live: "text-fever" } as const;

/** Shows a state by shape and words; its colour only repeats them. */
export function StateMark({
  tone,
  children,
  className = "",
}: {
  tone: keyof typeof colours;
  children: ReactNode;
  className?: string;
}) {
  const colour = colours[tone];
  return (
    <span className={`inline-flex items-baseline gap-1.5 ${className}`}>
      <StateShape of={tone} className={colour} />
      <span className={`min-w-0 ${tone === "ok" ? "" : colour}`}>{children}</span>
    </span>
  );
}
