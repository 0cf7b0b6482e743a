import { Link } from "@remix-run/react";
import { useFigures } from "./frame/figures";

/** `value` is 0 or more, null if the cell has none (closed). */
export type HeatCell = { value: number | null; to?: string; note?: string };

export type HeatMapProps = {
  caption: string;
  /** The unit of the values: 'Free seconds'. */
  unit: string;
  columns: string[];
  rows: { label: string; cells: HeatCell[] }[];
  /** The text of a cell without a value. */
  nothing?: string;
};

export const heatSteps = [
  "bg-sunken text-ink-2",
  "bg-q1 text-ink",
  "bg-q2 text-ink",
  "bg-q3 text-ink",
  "bg-q4 text-paper",
  "bg-q5 text-paper",
];

/** The smallest value above 0, and the largest; the colours divide the range between them. */
type Extent = { least: number; max: number };
export function extentOf(cells: readonly Pick<HeatCell, "value">[]): Extent {
  const values = cells.flatMap(({ value }) => (value ? [value] : []));
  return values.length === 0
    ? { least: 0, max: 0 }
    : { least: Math.min(...values), max: Math.max(...values) };
}

/** With more columns than this, columns are narrow: hours of two digits, small figures. */
const mostWideColumns = 16;

/**
 * Shows days by hours with the number in each cell; the colours also differ in grey. On a phone,
 * each row is a block of the cells that have a value, each with its column's name.
 */
export function HeatMap({ caption, unit, columns, rows, nothing = "Closed" }: HeatMapProps) {
  const { short } = useFigures();
  const extent = extentOf(rows.flatMap(({ cells }) => cells));
  const isDense = columns.length > mostWideColumns;
  return (
    <div>
      <div className="md:overflow-x-auto">
        <table
          className={`w-full border-separate text-center tabular-nums max-md:block ${isDense ? "border-spacing-px text-[11px]" : "border-spacing-0.5 text-xs"}`}
        >
          <caption className="sr-only">
            {caption}, {unit}
          </caption>
          <thead className="max-md:sr-only">
            <tr>
              <td />
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className="whitespace-nowrap py-1 font-semibold text-ink-2"
                >
                  {isDense ? column.replace(/:00$/, "") : column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-md:grid max-md:gap-3">
            {rows.map((row) => (
              <tr key={row.label} className="max-md:grid max-md:grid-cols-6 max-md:gap-0.5">
                <th
                  scope="row"
                  className="whitespace-nowrap pr-1 md:w-px text-right font-semibold text-ink-2 max-md:col-span-full max-md:text-left max-md:text-sm md:sticky md:left-0 md:bg-paper"
                >
                  {row.label}
                  {row.cells.every(({ value }) => value === null) ? (
                    <span className="font-normal md:hidden">: {nothing}</span>
                  ) : null}
                </th>
                {row.cells.map((cell, index) => (
                  <Cell
                    key={columns[index]}
                    cell={cell}
                    column={columns[index] ?? ""}
                    extent={extent}
                    nothing={nothing}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="mt-2 flex items-center gap-1 text-xs text-ink-3">
        <span className="mr-1">
          {unit}: {short(extent.least)}
        </span>
        {heatSteps.slice(1).map((step) => (
          <span key={step} aria-hidden="true" className={`h-3 w-6 rounded-sm ${step}`} />
        ))}
        <span className="ml-1">{short(extent.max)}</span>
      </div>
    </div>
  );
}

function Cell({
  cell: { value, to, note },
  column,
  extent,
  nothing,
}: {
  cell: HeatCell;
  column: string;
  extent: Extent;
  nothing: string;
}) {
  const { short } = useFigures();
  if (value === null)
    return (
      <td title={nothing} className="text-ink-3 max-md:hidden">
        –
      </td>
    );
  const shortValue = short(value);
  return (
    <td
      title={note}
      data-label={column}
      className={`h-8 min-w-[30px] rounded-sm max-md:block max-md:h-auto max-md:min-w-0 max-md:py-1 max-md:text-sm max-md:before:block max-md:before:text-xs max-md:before:content-[attr(data-label)] ${heatSteps[stepOf(value, extent)]}`}
    >
      {to ? (
        <Link to={to} className="block py-1.5 no-underline hover:underline">
          {shortValue}
        </Link>
      ) : (
        shortValue
      )}
    </td>
  );
}

/** Gives a value's colour step: 0 for no value above 0, otherwise 1 to 5 within the extent. */
export function stepOf(value: number, { least, max }: Extent): number {
  if (value <= 0) return 0;
  if (max <= least) return 3;
  return Math.min(5, Math.max(1, Math.ceil(((value - least) / (max - least)) * 5)));
}
