import { Link } from "@remix-run/react";
import type { PulseBars } from "./pulse-bars";

export type PulseData = {
  bars: PulseBars;
  /** "205", "of 217 open sound right", "of 217 right", "19:41"; if null, `words` has the count. */
  count: string | null;
  words: string;
  /** The short words for a phone's bar, which has no room for more. */
  short: string;
  time: string;
  /** The address of the store list, for those who may open it. */
  to: string | null;
};

/** Shows the day of all stores as sound, and the current count; on every back-office page. */
export function Pulse({ pulse }: { pulse: PulseData }) {
  const { bars, count, words, short, time, to } = pulse;
  const body = (
    <>
      <Wave bars={bars} className="h-[18px] md:h-[26px]" />
      <span className="whitespace-nowrap text-xs text-ink-2 md:text-sm">
        {count === null ? null : <b className="font-semibold text-ink">{count} </b>}
        <span aria-hidden="true" className="md:hidden">
          {short}
        </span>
        <span className="max-md:sr-only">
          {words} <span className="text-ink-3">{time}</span>
        </span>
      </span>
    </>
  );
  const place =
    "grid min-w-0 flex-1 items-center md:grid-cols-[minmax(0,1fr)_auto] md:gap-x-4 print:hidden";
  return to ? (
    <Link to={to} className={`${place} min-h-[44px] content-center rounded no-underline`}>
      {body}
      <span className="sr-only"> See stores</span>
    </Link>
  ) : (
    <p className={place}>{body}</p>
  );
}

/** The picture alone, for an empty state or the sign-in page; hidden from screen readers. */
export function Wave({ bars, className }: { bars: PulseBars; className: string }) {
  const { box, was, hurt, will, now } = bars;
  return (
    <svg
      viewBox={box}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={`block w-full ${className}`}
    >
      <Bars path={will} className="stroke-line" />
      <Bars path={hurt} className="stroke-bad" />
      <Bars path={was} className="stroke-ink-2" />
      <Bars path={now} className="stroke-fever" isNow />
    </svg>
  );
}

function Bars({
  path,
  className,
  isNow = false,
}: {
  path: string;
  className: string;
  isNow?: boolean;
}) {
  if (path === "") return null;
  return (
    <path
      d={path}
      fill="none"
      strokeLinecap="round"
      vectorEffect="non-scaling-stroke"
      className={`${className} ${isNow ? "[stroke-width:3] md:[stroke-width:4]" : "[stroke-width:1] md:[stroke-width:2.5]"}`}
    />
  );
}
