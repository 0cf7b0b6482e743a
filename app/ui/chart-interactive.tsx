// not from the package's index, which adds date pickers, dialogs and 900 other modules to the
// build
import BarChart from "@tremor/react/dist/components/chart-elements/BarChart/BarChart";
import LineChart from "@tremor/react/dist/components/chart-elements/LineChart/LineChart";
import { type ChartData, type ChartKind, colourOf } from "./chart-scale";

/** The same chart in Tremor, with values under the pointer; loaded lazily by chart.tsx alone. */
export default function InteractiveChart({
  kind,
  series,
  points,
  format,
}: ChartData & { kind: Exclude<ChartKind, "pie"> }) {
  const Drawn = kind === "bar" ? BarChart : LineChart;
  return (
    <Drawn
      className="h-[244px]"
      data={points.map((point) => ({
        label: point.label,
        ...Object.fromEntries(series.map((one, index) => [one.label, point.values[index] ?? 0])),
      }))}
      index="label"
      categories={series.map((one) => one.label)}
      colors={series.map((one, index) => colourOf(index, one))}
      valueFormatter={format}
      showLegend={false}
    />
  );
}
