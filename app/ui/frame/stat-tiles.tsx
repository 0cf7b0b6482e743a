import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

export type StatTile = {
  label: string;
  value: string | number;
  to?: string;
  current?: boolean;
  note?: ReactNode;
};

/**
 * Shows numbers side by side: as a line of links if they lead to lists, which scrolls sideways on a
 * phone, otherwise as large figures.
 */
export function StatTiles({ tiles, label }: { tiles: StatTile[]; label: string }) {
  if (tiles.some(({ to }) => to)) return <Views tiles={tiles} label={label} />;
  const size = tiles.length > 7 ? "text-xl" : "text-2xl";
  return (
    <ul
      aria-label={label}
      className="mb-6 grid grid-cols-3 gap-x-6 gap-y-3 max-md:gap-x-3 md:flex md:flex-wrap"
    >
      {tiles.map(({ label, value, note }) => (
        <li
          key={label}
          className="min-w-0 md:border-l md:border-line md:pl-4 md:first:border-l-0 md:first:pl-0"
        >
          <b
            className={`block ${size} tracking-tight proportional-nums max-md:text-lg [overflow-wrap:anywhere]`}
          >
            {value}
          </b>
          <span className="block text-sm text-ink-2">{label}</span>
          {note ? <span className="block text-xs text-ink-3">{note}</span> : null}
        </li>
      ))}
    </ul>
  );
}

function Views({ tiles, label }: { tiles: StatTile[]; label: string }) {
  return (
    <ul
      aria-label={label}
      className="mb-3 flex gap-x-5 overflow-x-auto border-b border-line md:flex-wrap"
    >
      {tiles.map((tile) => (
        <li key={tile.label} className="flex whitespace-nowrap">
          <View {...tile} />
        </li>
      ))}
    </ul>
  );
}

function View({ label, value, to, current, note }: StatTile) {
  const body = (
    <>
      <b className="text-ink">{value}</b> {label}
      {note ? <span className="text-xs text-ink-3">{note}</span> : null}
    </>
  );
  const look =
    "flex min-h-[40px] items-baseline touch:min-h-[44px] gap-1.5 border-b-2 pb-2 pt-2.5 text-ink-2";
  if (!to) return <span className={`${look} border-transparent`}>{body}</span>;
  return (
    <Link
      to={to}
      aria-current={current ? "true" : undefined}
      className={`${look} border-transparent no-underline hover:border-line-strong focus-visible:-outline-offset-2 aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink`}
    >
      {body}
    </Link>
  );
}
