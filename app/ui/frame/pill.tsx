import type { ReactNode } from "react";

export type Tone = "ok" | "warn" | "bad" | "idle" | "info";

/** A state in words with its colour; the words alone must be enough. */
export function Pill({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`pill ${tones[tone]}`}>{children}</span>;
}

/** A small plain mark, such as a count beside a heading. */
export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="rounded-full bg-idle-tint px-2 py-0.5 text-xs font-medium tabular-nums text-idle">
      {children}
    </span>
  );
}

// whole class names: Tailwind drops what it does not find written out
const tones: Record<Tone, string> = {
  ok: "tone-ok",
  warn: "tone-warn",
  bad: "tone-bad",
  idle: "tone-idle",
  info: "tone-info",
};
