import type { ReactNode } from "react";

export type Tone = "ok" | "warn" | "bad" | "idle" | "info";

/** A state in words with its colour; the words alone must be enough. */
export function Pill({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`pill tone-${tone}`}>{children}</span>;
}

/** A small plain mark, such as a count beside a heading. */
export function Badge({ children }: { children: ReactNode }) {
  return <span className="rounded-full bg-idle-tint px-2 py-0.5 text-xs font-medium tabular-nums text-idle">{children}</span>;
}
