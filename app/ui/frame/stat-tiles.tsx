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
 * Numbers side by side, each a link to the list behind it; a phone moves many of them sideways, so
 * that the list begins on its first screen.
 */
export function StatTiles({ tiles, label }: { tiles: StatTile[]; label: string }) {
  const areLinks = tiles.some(({ to }) => to);
  return (
    <ul
      aria-label={label}
      // without links nothing in it takes the focus, which a keyboard needs to move it sideways
      tabIndex={areLinks ? undefined : 0}
      className="mb-4 flex gap-px overflow-x-auto overflow-y-hidden rounded-lg border border-line bg-line max-md:snap-x print:flex-wrap"
    >
      {tiles.map((tile) => (
        <li
          key={tile.label}
          // the least width is its content's: on the item itself it would cut a long number
          className={`flex flex-1 bg-panel max-md:snap-start ${areLinks ? "max-md:[&>*]:min-w-[104px]" : "max-md:[&>*]:min-w-[86px]"} ${tiles.length > 3 ? "max-md:max-w-[150px]" : ""}`}
        >
          <Tile {...tile} />
        </li>
      ))}
    </ul>
  );
}

function Tile({ label, value, to, current, note }: StatTile) {
  const body = (
    <>
      <b className="block text-xl font-bold tabular-nums max-md:text-lg">{value}</b>
      <span className="block text-sm text-ink-2 max-md:text-xs">{label}</span>
      {note ? <span className="block text-xs text-ink-3">{note}</span> : null}
    </>
  );
  if (!to) return <div className="flex-1 px-4 py-3 max-md:px-3 max-md:py-2">{body}</div>;
  return (
    <Link
      to={to}
      aria-current={current ? "true" : undefined}
      className="flex-1 px-4 py-3 no-underline max-md:px-3 max-md:py-2 -outline-offset-2 hover:bg-sunken focus-visible:-outline-offset-2 aria-[current]:bg-brand-tint"
    >
      {body}
    </Link>
  );
}
