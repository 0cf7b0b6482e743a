import { Link } from "@remix-run/react";
import { Axes, scale, stepFrom, widthOf } from "./chart-axes";
import { type ChartData, fillOf, largestOf, sumBefore, ticksOf } from "./chart-scale";

/** Draws bars side by side or stacked; long names become rows, because text must not be cut. */
export function BarPlot(data: ChartData) {
  const { series, points, format, asColumns, isStacked } = data;
  const only = series.length === 1;
  if (only && !asColumns && points.length <= 20 && points.some((point) => point.label.length > 8))
    return <BarRows {...data} />;
  const ticks = ticksOf(data, { fromZero: true });
  const y = scale(ticks);
  const band = 100 / Math.max(1, points.length);
  const inner = band * (points.length < 4 ? 0.4 : 0.72);
  const width = isStacked ? inner : inner / series.length;
  const longest = Math.max(
    0,
    ...points.flatMap(({ values }) => values.map((value) => widthOf(format(value ?? 0)))),
  );
  const fits =
    isStacked || points.length * series.length > 16
      ? null
      : stepFrom((longest * 100) / (width * 0.92));
  return (
    <Axes ticks={ticks} format={format} labels={points.map((point) => point.label)}>
      {points.map((point, at) =>
        series.map((one, index) => {
          const value = point.values[index] ?? 0;
          const below = isStacked ? sumBefore(point, index) : 0;
          const x = at * band + (band - inner) / 2 + (isStacked ? 0 : index * width);
          const before = point.before?.[index];
          return (
            <g key={`${point.label} ${one.label}`}>
              <rect
                x={`${x}%`}
                y={y(below + value)}
                width={`${width * 0.92}%`}
                height={Math.max(0, y(below) - y(below + value))}
                className={`${fillOf(index, one)} ${point.isPart ? "opacity-50" : ""}`}
              />
              {before == null ? null : (
                <rect
                  x={`${x - width * 0.04}%`}
                  y={y(before) - 1}
                  width={`${width}%`}
                  height="2"
                  className="fill-ink"
                />
              )}
              {fits === null ? null : (
                <text
                  x={`${x + width * 0.46}%`}
                  y={Math.min(y(value), before == null ? y(value) : y(before)) - 5}
                  textAnchor="middle"
                  className={`chart-from-${fits} fill-ink-2 text-xs tabular-nums`}
                >
                  {format(value)}
                </text>
              )}
            </g>
          );
        }),
      )}
    </Axes>
  );
}

function BarRows({ series, points, format, isPercent }: ChartData) {
  const largest = Math.max(largestOf(points), isPercent ? 100 : 0) || 1;
  return (
    <div className="grid grid-cols-[fit-content(45%)_1fr_auto] items-center gap-x-3 gap-y-2">
      {points.map((point) => (
        <div key={point.label} className="contents">
          <span className="line-clamp-2 text-sm [overflow-wrap:anywhere]">
            {point.to ? <Link to={point.to}>{point.label}</Link> : point.label}
          </span>
          <svg width="100%" height="20" aria-hidden="true" className="block">
            <rect width="100%" height="20" rx="4" className="fill-sunken" />
            <rect
              width={`${((point.values[0] ?? 0) / largest) * 100}%`}
              height="20"
              rx="4"
              className={fillOf(0, series[0])}
            />
          </svg>
          <span className="text-right text-sm tabular-nums">{format(point.values[0] ?? 0)}</span>
        </div>
      ))}
    </div>
  );
}
