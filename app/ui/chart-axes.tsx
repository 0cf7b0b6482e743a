import { type ReactNode, useId } from "react";
import { chartHeight } from "./chart-scale";

const top = 18; // room for the label above the highest bar
const letter = 7; // px, of a figure or a letter in text-xs

/** The width of a text in text-xs, in px. */
export const widthOf = (text: string) => text.length * letter;

/**
 * Gives the smallest step of a plot's width (px) that is at least `px` (`.chart-plot` in
 * app.css); 0 if every plot is that wide, null if none is.
 */
export const stepFrom = (px: number) =>
  px <= 240 ? 0 : ([320, 400, 480, 600, 720, 840].find((step) => step >= px) ?? null);

export function Axes({
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
              className={tick === ticks[0] ? "stroke-line-strong" : "stroke-line"}
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

export function scale(ticks: number[]) {
  const lowest = ticks[0] ?? 0;
  const height = (ticks.at(-1) || 1) - lowest;
  return (value: number) =>
    Number((chartHeight - ((value - lowest) / height) * (chartHeight - top)).toFixed(1));
}

/** Moves labels apart so that they do not overlap. */
export function spread(positions: number[], gap = 15): number[] {
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
