/** A point of a chart: one number per series, in the order of `series`. */
export type ChartPoint = {
  label: string;
  /** Null if there is no value yet. */
  values: (number | null)[];
  /** The values of the period before, or planned ones, drawn as an ink tick or a dashed line. */
  before?: (number | null)[] | undefined;
  /** The values expected at points that have none yet, drawn as a line that goes on, dashed. */
  projected?: (number | null)[] | undefined;
  to?: string | undefined;
  /** True if the point is unfinished, such as today; its bars are paler. */
  isPart?: boolean | undefined;
};
export type ChartKind = "bar" | "pie" | "linear";
export type ChartColour = "music" | "ad" | "jingle" | "toh" | "info" | "idle" | "line";
export type ChartSeries = { label: string; colour?: ChartColour };
export type ChartData = {
  series: ChartSeries[];
  points: ChartPoint[];
  format: (value: number) => string;
  /**
   * The axis marks are round multiples of this many units: 3600 for seconds that are shown as
   * hours.
   */
  tickUnit?: number;
  /** Keeps bars upright even if a label is long. */
  asColumns?: boolean;
  /** True if the series are parts of a whole, drawn as stacked bars or areas. */
  isStacked?: boolean;
  /** True for percentages: lines start where the data lies, bars always at zero. */
  isPercent?: boolean;
  /** A horizontal line with its name. */
  goal?: { value: number; label: string };
  /** Names the points' `projected` values where their line ends: "At this pace". */
  projected?: string | undefined;
};

export const chartHeight = 220;
export const chartColours: ChartColour[] = ["music", "ad", "jingle", "toh", "info", "idle"];

const fills: Record<ChartColour, string> = {
  music: "fill-music",
  ad: "fill-ad",
  jingle: "fill-jingle",
  toh: "fill-toh",
  info: "fill-info",
  idle: "fill-idle",
  line: "fill-line",
};
const strokes: Record<ChartColour, string> = {
  music: "stroke-music",
  ad: "stroke-ad",
  jingle: "stroke-jingle",
  toh: "stroke-toh",
  info: "stroke-info",
  idle: "stroke-idle",
  line: "stroke-line",
};

export const fillOf = (index: number, series?: ChartSeries) => fills[colourOf(index, series)];
export const strokeOf = (index: number, series?: ChartSeries) => strokes[colourOf(index, series)];
export const colourOf = (index: number, series?: ChartSeries): ChartColour =>
  series?.colour ?? chartColours[index % chartColours.length] ?? "music";

/**
 * Gives four or five round marks from zero to at least the largest value; whole ones if `areWhole`.
 */
export function ticksFor(largest: number, areWhole = false): number[] {
  if (largest <= 0) return [0, 1];
  const rough = largest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const steps = [1, 2, 2.5, 5, 10].map((factor) => factor * power);
  const step =
    steps.find((one) => one >= rough && (!areWhole || Number.isInteger(one))) ??
    Math.max(1, 10 * power);
  const count = Math.ceil(largest / step);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Gives the axis marks of a chart; percentages begin where the data lies unless `fromZero`. */
export function ticksOf(
  { points, tickUnit = 1, isStacked, isPercent, goal }: Omit<ChartData, "series" | "format">,
  { fromZero = false } = {},
): number[] {
  const values = valuesOf(points);
  const largest = Math.max(
    isStacked ? largestStackOf(points) : largestOf(points),
    goal?.value ?? 0,
  );
  const least = values.length > 0 ? Math.min(...values) : 0;
  if (isPercent && !fromZero && least > largest / 2) return ticksBetween(least, largest);
  return ticksFor(largest / tickUnit, tickUnit === 1 && values.every(Number.isInteger)).map(
    (tick) => tick * tickUnit,
  );
}

/** Gives round marks from at most the least to at least the largest value. */
export function ticksBetween(least: number, largest: number): number[] {
  const [, step = 1] = ticksFor(largest - least || largest / 100);
  const first = Math.floor(least / step);
  const count = Math.ceil(largest / step) - first;
  return Array.from({ length: Math.max(1, count) + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

const valuesOf = (points: readonly ChartPoint[]) =>
  points.flatMap(({ values, before = [], projected = [] }) =>
    [...values, ...before, ...projected].filter((value) => value !== null),
  );
export const largestOf = (points: readonly ChartPoint[]) => Math.max(0, ...valuesOf(points));
const largestStackOf = (points: readonly ChartPoint[]) =>
  Math.max(
    0,
    ...points.map(({ values }) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)),
  );

/** Sums the values of a stack below a series. */
export const sumBefore = ({ values }: ChartPoint, index: number) =>
  values.slice(0, index).reduce<number>((sum, value) => sum + (value ?? 0), 0);
