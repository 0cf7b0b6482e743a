import { Axes, scale, spread, widthOf } from "./chart-axes";
import {
  type ChartData,
  type ChartPoint,
  chartHeight,
  fillOf,
  strokeOf,
  sumBefore,
  ticksOf,
} from "./chart-scale";

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
  const ends = spread(
    series.map((_, index) => {
      const last = points.findLast(({ values }) => values[index] != null);
      const value = (last && topOf(last, index, isStacked)) ?? 0;
      return y(isStacked ? value - (last?.values[index] ?? 0) / 2 : value);
    }),
  );
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
        <Lines {...data} x={x} y={y} />
      </svg>
      {goal ? <GoalLine {...goal} top={y(goal.value)} /> : null}
      <ProjectedEnd {...data} x={x} y={y} />
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

/** Where a series' line or area ends at a point: on top of those below it if they are stacked. */
function topOf(point: ChartPoint, index: number, isStacked: boolean | undefined) {
  const value = point.values[index];
  return value == null ? null : (isStacked ? sumBefore(point, index) : 0) + value;
}

/** Draws each series, its values before and its projection. */
function Lines({ series, points, isStacked, x, y }: ChartData & { x: Place; y: Place }) {
  const pathOf = (numberOf: (point: ChartPoint) => number | null | undefined) =>
    points.flatMap((point, at) => {
      const value = numberOf(point);
      return value == null ? [] : [`${x(at)},${y(value)}`];
    });
  return (
    <>
      {series.map((one, index) =>
        isStacked ? (
          <polygon
            key={one.label}
            points={[
              ...pathOf((point) => topOf(point, index, isStacked)),
              ...pathOf((point) => sumBefore(point, index)).reverse(),
            ].join(" ")}
            className={fillOf(index, one)}
          />
        ) : (
          <polyline
            key={one.label}
            points={pathOf((point) => topOf(point, index, isStacked)).join(" ")}
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
      {series.map((one, index) => (
        <polyline
          key={one.label}
          points={pathOf(({ projected }) => projected?.[index]).join(" ")}
          className={`fill-none stroke-2 ${strokeOf(index, one)}`}
          strokeDasharray="6 4"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </>
  );
}

function GoalLine({ label, top }: { label: string; top: number }) {
  return (
    <>
      <line x1="0" x2="100%" y1={top} y2={top} className="stroke-ink" />
      <text x="100%" y={top - 5} textAnchor="end" className="fill-ink text-xs font-semibold">
        {label}
      </text>
    </>
  );
}

/** Keeps a label readable where a line runs below it. */
const aboveLines = "stroke-paper [paint-order:stroke] [stroke-linejoin:round] [stroke-width:5px]";
/** Further right on the plot, a label would run into that of the projection. */
const lastLabelShare = 0.6;

/** Draws a line's points if they are few enough; labels the lowest and highest of a single line. */
function LineDots({
  series,
  points,
  format,
  goal,
  projected,
  x,
  y,
}: ChartData & { x: Place; y: Place }) {
  const labelledPoints = (
    series.length === 1 && points.length > 1 ? turningPoints(points, goal) : []
  ).filter(({ at }) => !projected || at < points.length * lastLabelShare);
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
          className={`fill-ink text-xs tabular-nums ${aboveLines}`}
        >
          {format(value)}
        </text>
      ))}
    </>
  );
}

/** Names the projection of a single line where it ends. */
function ProjectedEnd({ points, format, projected, x, y }: ChartData & { x: Place; y: Place }) {
  const end = points.findLastIndex((point) => point.projected?.[0] != null);
  const value = points[end]?.projected?.[0];
  if (!projected || value == null) return null;
  return (
    <text
      x={`${x(end)}%`}
      y={Math.min(y(value) + 20, chartHeight - 4)}
      textAnchor="end"
      className={`fill-ink text-xs font-semibold tabular-nums ${aboveLines}`}
    >
      {format(value)} {projected.toLowerCase()}
    </text>
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
