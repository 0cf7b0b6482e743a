import { Chart } from "~/ui/chart";
import type { ChartPoint, ChartSeries } from "~/ui/chart-scale";
import { arcTexts } from "./texts";

/** Energy by the hours of a day, as a rule asks for it and, where it was tried, as songs have it. */
export const ArcChart = ({ series, points }: { series: ChartSeries[]; points: ChartPoint[] }) => (
  <Chart
    title={series.length > 1 ? arcTexts.tried : arcTexts.asked}
    axes={arcTexts.axes}
    kind="linear"
    series={series}
    points={points}
    pointHeader="Hour"
  />
);
