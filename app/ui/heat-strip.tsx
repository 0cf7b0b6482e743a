import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useFigures } from "./frame/figures";
import { extentOf, type HeatCell, heatSteps, stepOf } from "./heat-map";

type HeatStripProps = {
  label: string;
  /** `note` says the value in full. */
  cells: (HeatCell & { label: string; note: string })[];
  /** Classes of the list: its columns, and on what screens it shows. */
  className: string;
};

/** Shows a row of values, each below its label and coloured like the cells of a heat map. */
export function HeatStrip({ label, cells, className }: HeatStripProps) {
  const { short } = useFigures();
  const extent = extentOf(cells);
  return (
    <ul
      aria-label={label}
      className={`grid gap-px text-center text-[11px] tabular-nums ${className}`}
    >
      {cells.map(({ label, value, to, note }) => (
        <li
          key={note}
          title={note}
          className={value === null ? "text-ink-3" : heatSteps[stepOf(value, extent)]}
        >
          <Target to={value === null ? undefined : to}>
            <span className="block">{label}</span>
            <span className="sr-only">: </span>
            <b className="block font-semibold">{value === null ? "–" : short(value)}</b>
          </Target>
        </li>
      ))}
    </ul>
  );
}

const Target = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? (
    <span className="block py-1">{children}</span>
  ) : (
    <Link to={to} className="block py-1 no-underline hover:underline">
      {children}
    </Link>
  );
