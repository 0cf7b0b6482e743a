import { Link } from "@remix-run/react";
import { previewTexts } from "./texts";

/**
 * A line's title with a link to why it was scheduled; the plain title if there is nothing to
 * explain.
 */
export function WhyLink({ to, title }: { to: string | null; title: string }) {
  if (!to) return title;
  return (
    <Link to={to} preventScrollReset className="rounded-sm underline-offset-2 hover:underline">
      {title}
      <span className="sr-only">{previewTexts.why}</span>
    </Link>
  );
}

/** Sums up a closed hour and links to its lines. */
export function OpenHourLink({ to, clock, label }: { to: string; clock: string; label: string }) {
  return (
    <Link
      to={to}
      preventScrollReset
      className="inline-block rounded-sm py-1 text-sm text-ink-2 underline underline-offset-2 hover:no-underline"
    >
      {label}
      <span className="sr-only"> from {clock}: show them</span>
    </Link>
  );
}
