import { Link } from "@remix-run/react";
import { Axes, scale, spread, stepFrom, widthOf } from "./chart-axes";
import {
  type ChartData,
  type ChartPoint,
  chartHeight,
  fillOf,
  largestOf,
  strokeOf,
  ticksOf,
} from "./chart-scale";

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

/** Sums the values of a stack below a series. */
const sumBefore = ({ values }: ChartPoint, index: number) =>
  values.slice(0, index).reduce<number>((sum, value) => sum + (value ?? 0), 0);

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

/**
 * Lines over an axis of time, or areas stacked on it, each labelled where it ends; on a phone a key
 * above names them, as the names would take half its width.
 */
export function LinePlot(chart: ChartData) {
  const data = wholeOnly(chart);
  const { series, points, format, isStacked, goal } = data;
  const ticks = ticksOf(data);
  const y = scale(ticks);
  const x = (at: number) => (points.length === 1 ? 50 : ((at + 0.5) / points.length) * 100);
  const topOf = (point: ChartPoint, index: number) => {
    const value = point.values[index];
    return value == null ? null : (isStacked ? sumBefore(point, index) : 0) + value;
  };
  const ends = spread(
    series.map((_, index) => {
      const last = points.findLast(({ values }) => values[index] != null);
      const value = (last && topOf(last, index)) ?? 0;
      return y(isStacked ? value - (last?.values[index] ?? 0) / 2 : value);
    }),
  );
  const pathOf = (numberOf: (point: ChartPoint) => number | null | undefined) =>
    points.flatMap((point, at) => {
      const value = numberOf(point);
      return value == null ? [] : [`${x(at)},${y(value)}`];
    });
  return (
    <Axes
      ticks={ticks}
      format={format}
      labels={points.map((point) => point.label)}
      after={series.length > 1 ? <LineNames series={series} ends={ends} /> : null}
    >
      <svg
        width="100%"
        height={chartHeight}
        viewBox={`0 0 100 ${chartHeight}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {series.map((one, index) =>
          isStacked ? (
            <polygon
              key={one.label}
              points={[
                ...pathOf((point) => topOf(point, index)),
                ...pathOf((point) => sumBefore(point, index)).reverse(),
              ].join(" ")}
              className={fillOf(index, one)}
            />
          ) : (
            <polyline
              key={one.label}
              points={pathOf((point) => topOf(point, index)).join(" ")}
              className={`fill-none stroke-2 ${strokeOf(index, one)}`}
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          ),
        )}
        {series.map((one, index) => (
          <polyline
            key={one.label}
            points={pathOf(({ before }) => before?.[index]).join(" ")}
            className="fill-none stroke-ink-3"
            strokeDasharray="4 4"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {goal ? (
        <>
          <line x1="0" x2="100%" y1={y(goal.value)} y2={y(goal.value)} className="stroke-ink" />
          <text
            x="100%"
            y={y(goal.value) - 5}
            textAnchor="end"
            className="fill-ink text-xs font-semibold"
          >
            {goal.label}
          </text>
        </>
      ) : null}
      {isStacked ? null : <LineDots {...data} x={x} y={y} />}
    </Axes>
  );
}

/** Leaves out an unfinished day, which would look like a fall. */
const wholeOnly = (data: ChartData): ChartData => ({
  ...data,
  points: data.points.map((point) =>
    point.isPart && data.points.length > 1
      ? { label: point.label, values: point.values.map(() => null) }
      : point,
  ),
});

type Place = (value: number) => number;

/** Draws a line's points if they are few enough; labels the lowest and highest of a single line. */
function LineDots({ series, points, format, goal, x, y }: ChartData & { x: Place; y: Place }) {
  const labelledPoints =
    series.length === 1 && points.length > 1 ? turningPoints(points, goal) : [];
  return (
    <>
      {points.length <= 31
        ? series.flatMap((one, index) =>
            points.map((point, at) => {
              const value = point.values[index];
              return value == null ? null : (
                <circle
                  key={`${one.label} ${point.label}`}
                  cx={`${x(at)}%`}
                  cy={y(value)}
                  r="3"
                  className={fillOf(index, one)}
                />
              );
            }),
          )
        : null}
      {labelledPoints.map(({ at, value, isBelow }) => (
        <text
          key={at}
          x={`${x(at)}%`}
          y={isBelow && y(value) + 16 < chartHeight ? y(value) + 16 : y(value) - 8}
          textAnchor={at === 0 ? "start" : at === points.length - 1 ? "end" : "middle"}
          className="fill-ink text-xs tabular-nums"
        >
          {format(value)}
        </text>
      ))}
    </>
  );
}

function LineNames({ series, ends }: Pick<ChartData, "series"> & { ends: number[] }) {
  return (
    <svg
      width={Math.max(...series.map(({ label }) => widthOf(label))) + 22}
      height={chartHeight + 24}
      aria-hidden="true"
      className="max-md:hidden"
    >
      {series.map((one, index) => (
        <g key={one.label}>
          <rect
            x="4"
            y={(ends[index] ?? 0) - 5}
            width="10"
            height="10"
            rx="3"
            className={fillOf(index, one)}
          />
          <text x="18" y={(ends[index] ?? 0) + 4} className="fill-ink text-xs">
            {one.label}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** Finds a line's lowest and highest points; with a goal, only the highest. */
function turningPoints(points: ChartPoint[], goal: ChartData["goal"]) {
  const [lowest, ...others] = points
    .flatMap(({ values: [value] }, at) => (value == null ? [] : [{ at, value, isBelow: false }]))
    .sort((one, other) => one.value - other.value);
  const highest = others.at(-1);
  if (!lowest || !highest) return [];
  if (goal) return [{ at: highest.at, value: highest.value, isBelow: true }];
  return lowest.value === highest.value
    ? [highest]
    : [{ at: lowest.at, value: lowest.value, isBelow: true }, highest];
}
