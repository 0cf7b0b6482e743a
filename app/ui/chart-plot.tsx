import { Link } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import { type ChartData, chartHeight, fillOf, largestOf, strokeOf, ticksOf } from "./chart-scale";

const top = 18; // room for the label above the highest bar
const letter = 7; // px, of a figure or a letter in text-xs

/**
 * The least step of a plot's width, in px, that is at least so wide (`.chart-plot` in app.css); 0
 * where any plot is, null where none is.
 */
const stepFrom = (px: number) =>
  px <= 240 ? 0 : ([320, 400, 480, 600, 720, 840].find((step) => step >= px) ?? null);

/** Bars side by side; long names lie as rows instead, since text must not be turned or cut. */
export function BarPlot({ series, points, format, tickUnit, asColumns }: ChartData) {
  const only = series.length === 1;
  if (only && !asColumns && points.length <= 20 && points.some((point) => point.label.length > 8))
    return <BarRows points={points} series={series} format={format} />;
  const ticks = ticksOf(points, tickUnit);
  const y = scale(ticks);
  const band = 100 / Math.max(1, points.length);
  const inner = band * (points.length < 4 ? 0.4 : 0.72);
  const width = inner / series.length;
  const bars = points.length * series.length;
  const longest = Math.max(
    0,
    ...points.flatMap(({ values }) => values.map((value) => format(value).length)),
  );
  const fits = stepFrom((longest * letter * 100) / (width * 0.92));
  return (
    <Axes ticks={ticks} format={format} labels={points.map((point) => point.label)}>
      {points.map((point, at) =>
        point.values.map((value, index) => {
          const x = at * band + (band - inner) / 2 + index * width;
          return (
            <g key={`${point.label} ${series[index]?.label}`}>
              <rect
                x={`${x}%`}
                y={y(value)}
                width={`${width * 0.92}%`}
                height={Math.max(0, chartHeight - y(value))}
                className={`${fillOf(index, series[index])} ${point.isPart ? "opacity-50" : ""}`}
              />
              {bars <= 16 && fits !== null ? (
                <text
                  x={`${x + width * 0.46}%`}
                  y={y(value) - 5}
                  textAnchor="middle"
                  className={`chart-from-${fits} fill-ink-2 text-xs tabular-nums`}
                >
                  {format(value)}
                </text>
              ) : null}
            </g>
          );
        }),
      )}
    </Axes>
  );
}

function BarRows({ series, points, format }: ChartData) {
  const largest = largestOf(points) || 1;
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
 * Lines over an axis of time, each named where it ends; on a phone a key above names them, as the
 * names would take half its width.
 */
export function LinePlot({ series, points, format, tickUnit }: ChartData) {
  const ticks = ticksOf(points, tickUnit);
  const y = scale(ticks);
  const x = (at: number) => (points.length === 1 ? 50 : ((at + 0.5) / points.length) * 100);
  const ends = spread(series.map((_, index) => y(points.at(-1)?.values[index] ?? 0)));
  return (
    <Axes
      ticks={ticks}
      format={format}
      labels={points.map((point) => point.label)}
      after={
        series.length > 1 ? (
          <svg
            width={Math.max(...series.map(({ label }) => label.length)) * 7 + 22}
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
        ) : null
      }
    >
      <svg
        width="100%"
        height={chartHeight}
        viewBox={`0 0 100 ${chartHeight}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {series.map((one, index) => (
          <polyline
            key={one.label}
            points={points.map((point, at) => `${x(at)},${y(point.values[index] ?? 0)}`).join(" ")}
            fill="none"
            strokeWidth="2"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            className={strokeOf(index, one)}
          />
        ))}
      </svg>
      {points.length <= 31
        ? series.flatMap((one, index) =>
            points.map((point, at) => (
              <circle
                key={`${one.label} ${point.label}`}
                cx={`${x(at)}%`}
                cy={y(point.values[index] ?? 0)}
                r="3"
                className={fillOf(index, one)}
              />
            )),
          )
        : null}
    </Axes>
  );
}

/** So much of a name fits beside a pie; all of it is in the table behind. */
const pieLetters = 15;

/** Shares of a whole, at most six; what is smaller goes together as "Other". */
export function PiePlot({ points, format }: ChartData) {
  const slices = slicesOf(
    points.map((point) => ({ label: point.label, value: point.values[0] ?? 0 })),
  );
  const labels = spreadSides(slices.map((slice) => at((slice.from + slice.to) / 2, 96)));
  return (
    <svg viewBox="0 0 360 232" className="mx-auto block w-full max-w-[420px]" aria-hidden="true">
      {slices.map((slice, index) => {
        const share = slice.to - slice.from;
        const label = labels[index] ?? { x: 0, y: 0 };
        return (
          <g key={slice.label}>
            {share > 0.999 ? (
              <circle cx="180" cy="116" r="80" className={fillOf(index)} />
            ) : (
              <path
                d={wedge(slice.from, slice.to)}
                className={`${fillOf(index)} stroke-paper`}
                strokeWidth="2"
              />
            )}
            <text
              x={label.x}
              y={label.y}
              textAnchor={label.x < 180 ? "end" : "start"}
              className="fill-ink text-[11px] font-medium"
            >
              {slice.label.length > pieLetters
                ? `${slice.label.slice(0, pieLetters - 1).trimEnd()}…`
                : slice.label}
              <tspan x={label.x} dy="13" className="fill-ink-2 font-normal">
                {format(slice.value)}, {Math.round(share * 100)}%
              </tspan>
            </text>
          </g>
        );
      })}
    </svg>
  );
}

function Axes({
  ticks,
  format,
  labels,
  after,
  children,
}: {
  ticks: number[];
  format: (value: number) => string;
  labels: string[];
  after?: ReactNode;
  children: ReactNode;
}) {
  const y = scale(ticks);
  const every = Math.ceil(labels.length / 12);
  const everyOnPhone = Math.ceil(labels.length / 5);
  const inOneRow =
    every > 1
      ? 0
      : stepFrom(labels.length * (Math.max(...labels.map(({ length }) => length)) + 2) * letter);
  const inTwoRows = inOneRow !== 0;
  const height = chartHeight + (inTwoRows ? 38 : 24);
  const id = useId();
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto]">
      <div className="grid justify-items-end pr-2 text-xs tabular-nums text-ink-3">
        <svg
          width={Math.max(...ticks.map((tick) => format(tick).length)) * 7 + 8}
          height={chartHeight + 24}
          aria-hidden="true"
        >
          {ticks.map((tick) => (
            <text key={tick} x="100%" y={y(tick) + 4} textAnchor="end" className="fill-ink-3">
              {format(tick)}
            </text>
          ))}
        </svg>
      </div>
      <div className="chart-plot">
        <svg
          width="100%"
          height={height}
          className={`chart-rows-${inOneRow} block overflow-visible`}
          aria-hidden="true"
        >
          {ticks.map((tick) => (
            <line
              key={tick}
              x1="0"
              x2="100%"
              y1={y(tick)}
              y2={y(tick)}
              className={tick === 0 ? "stroke-line-strong" : "stroke-line"}
            />
          ))}
          {children}
          {labels.map((label, index) =>
            index % every === 0 ? (
              <text
                key={`${id} ${label}`}
                x={`${((index + 0.5) / labels.length) * 100}%`}
                y={chartHeight + (inTwoRows && index % 2 === 1 ? 31 : 17)}
                textAnchor="middle"
                className={`fill-ink-3 text-xs ${inTwoRows && index % 2 === 1 ? `chart-lower-${inOneRow}` : ""} ${index % everyOnPhone === 0 ? "" : "max-md:hidden"}`}
              >
                {label}
              </text>
            ) : null,
          )}
        </svg>
      </div>
      {after}
    </div>
  );
}

function scale(ticks: number[]) {
  const highest = ticks.at(-1) || 1;
  return (value: number) =>
    Number((chartHeight - (value / highest) * (chartHeight - top)).toFixed(1));
}

/** Moves labels apart so that none lies on another. */
function spread(positions: number[], gap = 15): number[] {
  const placed = [...positions];
  const order = positions
    .map((_, index) => index)
    .sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0));
  for (const [rank, index] of order.entries()) {
    const above = order[rank - 1];
    if (above !== undefined)
      placed[index] = Math.max(placed[index] ?? 0, (placed[above] ?? 0) + gap);
  }
  const below = Math.max(0, Math.max(0, ...placed) - chartHeight);
  return below ? placed.map((y) => y - below) : placed;
}

type Spot = { x: number; y: number };

/** A pie's labels, left and right each apart by two lines of text. */
function spreadSides(spots: Spot[]): Spot[] {
  const sides = [spots.filter((spot) => spot.x < 180), spots.filter((spot) => spot.x >= 180)];
  const moved = new Map<Spot, Spot>();
  for (const side of sides) {
    const ys = spread(
      side.map((spot) => Math.max(12, spot.y)),
      28,
    );
    for (const [index, spot] of side.entries())
      moved.set(spot, besidePie({ x: spot.x, y: ys[index] ?? spot.y }));
  }
  return spots.map((spot) => moved.get(spot) ?? spot);
}

/** A label of two lines that was moved up or down goes out as far as the pie is wide there. */
function besidePie({ x, y }: Spot): Spot {
  const above = y - 10;
  const below = y + 16;
  const off = above > 116 ? above - 116 : below < 116 ? 116 - below : 0;
  const wide = off < 86 ? Math.ceil(Math.sqrt(86 ** 2 - off ** 2)) + 4 : 0;
  return { x: x < 180 ? Math.min(x, 180 - wide) : Math.max(x, 180 + wide), y };
}

function slicesOf(points: { label: string; value: number }[]) {
  const sorted = points.filter((point) => point.value > 0).sort((a, b) => b.value - a.value);
  const rest = sorted.slice(5).reduce((sum, point) => sum + point.value, 0);
  const slices =
    sorted.length > 6 ? [...sorted.slice(0, 5), { label: "Other", value: rest }] : sorted;
  const total = slices.reduce((sum, slice) => sum + slice.value, 0) || 1;
  let before = 0;
  return slices.map((slice) => {
    const from = before / total;
    before += slice.value;
    return { ...slice, from, to: before / total };
  });
}

function at(share: number, radius: number): Spot {
  const angle = share * 2 * Math.PI - Math.PI / 2;
  return {
    x: Math.round(180 + radius * Math.cos(angle)),
    y: Math.round(116 + radius * Math.sin(angle)),
  };
}

function wedge(from: number, to: number) {
  const start = at(from, 80);
  const end = at(to, 80);
  return `M180 116L${start.x} ${start.y}A80 80 0 ${to - from > 0.5 ? 1 : 0} 1 ${end.x} ${end.y}Z`;
}
