/** What a chart draws: one number per point and series, in the order of `series`. */
export type ChartPoint = {
  label: string;
  values: number[];
  to?: string;
  /** Not whole yet, such as today: its bars are paler. */
  isPart?: boolean | undefined;
};
export type ChartKind = "bar" | "pie" | "linear";
export type ChartColour = "music" | "ad" | "jingle" | "toh" | "info" | "idle";
export type ChartSeries = { label: string; colour?: ChartColour };
export type ChartData = {
  series: ChartSeries[];
  points: ChartPoint[];
  format: (value: number) => string;
  /**
   * The marks of the axis are round in this many of what is counted: 3600 for seconds that are
   * shown as hours.
   */
  tickUnit?: number;
  /** Bars stand, though a label is long. */
  asColumns?: boolean;
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
};
const strokes: Record<ChartColour, string> = {
  music: "stroke-music",
  ad: "stroke-ad",
  jingle: "stroke-jingle",
  toh: "stroke-toh",
  info: "stroke-info",
  idle: "stroke-idle",
};

export const fillOf = (index: number, series?: ChartSeries) => fills[colourOf(index, series)];
export const strokeOf = (index: number, series?: ChartSeries) => strokes[colourOf(index, series)];
export const colourOf = (index: number, series?: ChartSeries): ChartColour =>
  series?.colour ?? chartColours[index % chartColours.length] ?? "music";

/**
 * Round marks from zero to at least the largest value, four or five of them; of things that are
 * counted none lies between two.
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

/** Marks for what a chart draws. */
export const ticksOf = (points: ChartPoint[], unit = 1) =>
  ticksFor(
    largestOf(points) / unit,
    unit === 1 && points.every(({ values }) => values.every(Number.isInteger)),
  ).map((tick) => tick * unit);

export const largestOf = (points: ChartPoint[]) =>
  Math.max(0, ...points.flatMap((point) => point.values));
