import { Link } from "@remix-run/react";
import { previewTexts } from "./texts";

/**
 * A line's title, which leads to why it stands there; the title alone where there is nothing to
 * say.
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

/** What an hour that is not open holds; it leads to its lines. */
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
