import type { ReactNode } from "react";

const shapes = {
  ok: {
    path: "M6 0a6 6 0 1 0 0 12A6 6 0 0 0 6 0M6 2a4 4 0 1 1 0 8 4 4 0 0 1 0-8",
    colour: "text-ok",
  },
  warn: { path: "M6 0l6 11.5H0z", colour: "text-warn" },
  bad: { path: "M3.5 0h5L12 3.5v5L8.500 12h-5L0 8.500v-5z", colour: "text-bad" },
  live: {
    path: "M0 4h2.5v4H0zM4.75 0h2.5v12h-2.5zM9.5 3H12v6H9.500z",
    colour: "text-fever",
  },
} as const;

/** A state by its shape and words; the colour comes third. */
export function StateMark({
  tone,
  children,
  className = "",
}: {
  tone: keyof typeof shapes;
  children: ReactNode;
  className?: string;
}) {
  const { path, colour } = shapes[tone];
  return (
    <span className={`inline-flex items-baseline gap-1.5 ${className}`}>
      <svg
        width="12"
        height="12"
        viewBox="0 0 12 12"
        fill="currentColor"
        aria-hidden="true"
        className={`shrink-0 ${colour}`}
      >
        <path d={path} />
      </svg>
      <span className={`min-w-0 ${tone === "ok" ? "" : colour}`}>{children}</span>
    </span>
  );
}
