import type { ReactNode } from "react";

export type Tone = "ok" | "warn" | "bad" | "idle" | "info";

/** A state in words after a shape; colour only repeats it, and good states stay quiet. */
export function Pill({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`state ${tones[tone]}`}>
      <StateShape of={tone} />
      {children}
    </span>
  );
}

/** A small plain mark, such as a count beside a heading. */
export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="rounded bg-sunken px-1.5 py-0.5 text-xs font-medium text-ink-2">
      {children}
    </span>
  );
}

/** Drawn in the colour of the surrounding text, as high as its capitals. */
export const StateShape = ({
  of,
  className = "",
}: {
  of: keyof typeof shapes;
  className?: string;
}) => (
  <svg
    viewBox="0 0 12 12"
    aria-hidden="true"
    className={`h-[0.86em] w-[0.86em] shrink-0 fill-current ${className}`}
  >
    <path d={shapes[of]} />
  </svg>
);

/** Shapes distinct without colour: ring, triangle, octagon, dash, diamond; bars for live sound. */
export const shapes = {
  ok: "M6 0a6 6 0 1 0 0 12A6 6 0 1 0 6 0Zm0 2.2a3.8 3.8 0 1 1 0 7.6 3.8 3.8 0 1 1 0-7.6Z",
  warn: "M6 .6 12 11.4H0Z",
  bad: "M3.5 0h5L12 3.5v5L8.5 12h-5L0 8.5v-5Z",
  idle: "M0 5h12v2H0Z",
  info: "M6 0l6 6-6 6-6-6Zm0 3L3 6l3 3 3-3Z",
  live: "M0 4h2.5v4H0zM4.75 0h2.5v12h-2.5zM9.5 3H12v6H9.5z",
} as const satisfies Record<Tone | "live", string>;

// whole class names, because Tailwind drops those that it does not find written out
const tones: Record<Tone, string> = {
  ok: "tone-ok",
  warn: "tone-warn",
  bad: "tone-bad",
  idle: "tone-idle",
  info: "tone-info",
};
