import { Chart } from "~/ui/chart";
import type { ChartPoint, ChartSeries } from "~/ui/chart-scale";
import type { MoodStretch } from "./arc-lines";
import { DayBand } from "./day-band";
import { arcTexts } from "./rule-texts";

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

/** The moods that a rule asks for, as a band of the day. */
export function MoodBand({ stretches }: { stretches: readonly MoodStretch[] }) {
  const moods = [...new Set(stretches.flatMap(({ mood }) => mood ?? []))];
  return (
    <DayBand
      stretches={stretches.map(({ from, to, mood }) => ({
        from,
        to,
        words: mood ?? arcTexts.anyMood,
        colour: mood === null ? null : moods.indexOf(mood),
      }))}
    />
  );
}
