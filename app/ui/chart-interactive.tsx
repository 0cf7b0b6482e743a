import { BarChart, DonutChart, LineChart } from "@tremor/react";
import type { ChartKind } from "./chart";
import { type ChartData, chartColours, colourOf } from "./chart-scale";

/** The same chart in Tremor, with values under the pointer; loaded lazily by chart.tsx alone. */
export default function InteractiveChart({ kind, series, points, format }: ChartData & { kind: ChartKind }) {
  if (kind === "pie")
    return (
      <DonutChart
        className="h-[244px]"
        variant="pie"
        data={points.map((point) => ({ label: point.label, value: point.values[0] ?? 0 }))}
        index="label"
        category="value"
        colors={chartColours}
        valueFormatter={format}
      />
    );
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
