import { Link } from "@remix-run/react";

/** `value` is from 0 to `max`; null where there is nothing to offer (closed). */
export type HeatCell = { value: number | null; to?: string; note?: string };

export type HeatMapProps = {
  caption: string;
  /** What a number is, with its unit: 'Free seconds'. */
  unit: string;
  /** The value of the strongest colour. */
  max: number;
  columns: string[];
  rows: { label: string; cells: HeatCell[] }[];
};

const steps = [
  "bg-sunken text-ink-2",
  "bg-heat-1 text-ink",
  "bg-heat-2 text-ink",
  "bg-heat-3 text-ink",
  "bg-heat-4 text-brand-ink",
  "bg-heat-5 text-brand-ink",
];

/** Hours by days with the number in each cell; the steps also read in grey. */
export function HeatMap({ caption, unit, max, columns, rows }: HeatMapProps) {
  return (
    <div>
      <div className="overflow-x-auto">
        <table className="w-full border-separate border-spacing-0.5 text-center text-sm tabular-nums">
          <caption className="sr-only">
            {caption}, {unit}
          </caption>
          <thead>
            <tr>
              <td />
              {columns.map((column) => (
                <th key={column} scope="col" className="whitespace-nowrap px-1 py-1 text-xs font-semibold text-ink-2">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.label}>
                <th scope="row" className="sticky left-0 whitespace-nowrap bg-panel pr-2 text-right text-xs font-semibold text-ink-2">
                  {row.label}
                </th>
                {row.cells.map((cell, index) => (
                  <td
                    key={columns[index]}
                    title={cell.note}
                    className={`h-8 min-w-[44px] rounded-sm ${cell.value === null ? "text-ink-3" : steps[stepOf(cell.value, max)]}`}
                  >
                    {cell.value === null ? (
                      <span title="Closed">–</span>
                    ) : cell.to ? (
                      <Link to={cell.to} className="block py-1.5 no-underline hover:underline">
                        {cell.value}
                      </Link>
                    ) : (
                      cell.value
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="mt-2 flex items-center gap-1 text-xs text-ink-3">
        <span className="mr-1">{unit}: 0</span>
        {steps.map((step) => (
          <span key={step} aria-hidden="true" className={`h-3 w-6 rounded-sm ${step}`} />
        ))}
        <span className="ml-1">{max}</span>
      </div>
    </div>
  );
}

const stepOf = (value: number, max: number) => (value <= 0 ? 0 : Math.min(5, Math.max(1, Math.ceil((value / (max || 1)) * 5))));
