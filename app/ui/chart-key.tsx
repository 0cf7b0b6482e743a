import { type ChartKind, type ChartSeries, fillOf } from "./chart-scale";

type ChartKeyProps = {
  series: ChartSeries[];
  onPhoneOnly: boolean;
  before: string | undefined;
  kind: ChartKind;
};

/** Names the series by their colours, and the period before. */
export function ChartKey({ series, onPhoneOnly, before, kind }: ChartKeyProps) {
  const hidden = onPhoneOnly ? "md:hidden" : "";
  if (series.length === 0 && !before) return null;
  return (
    <ul className={`mb-2 flex flex-wrap gap-x-4 text-sm text-ink-2 ${before ? "" : hidden}`}>
      {series.map((one, index) => (
        <li key={one.label} className={`flex items-center gap-1.5 ${hidden}`}>
          <Swatch className={fillOf(index, one)} />
          {one.label}
        </li>
      ))}
      {before ? (
        <li className="flex items-center gap-1.5">
          <svg width="18" height="10" aria-hidden="true">
            <line
              x2="18"
              y1="5"
              y2="5"
              strokeWidth="2"
              strokeDasharray={kind === "linear" ? "4 4" : undefined}
              className={kind === "linear" ? "stroke-ink-3" : "stroke-ink"}
            />
          </svg>
          {before}
        </li>
      ) : null}
    </ul>
  );
}

export const Swatch = ({ className }: { className: string }) => (
  <svg width="10" height="10" aria-hidden="true">
    <rect width="10" height="10" rx="3" className={className} />
  </svg>
);
