import { Link } from "@remix-run/react";
import { lazy, type ReactNode, Suspense, useId, useState } from "react";
import { BarPlot } from "./chart-bar";
import { ChartKey, Swatch } from "./chart-key";
import { LinePlot } from "./chart-line";
import { PiePlot } from "./chart-pie";
import {
  type ChartData,
  type ChartKind,
  type ChartPoint,
  type ChartSeries,
  colourOf,
  fillOf,
} from "./chart-scale";
import { Button } from "./frame/button";
import { useFigures } from "./frame/figures";
import { useHydrated } from "./frame/hydrated";

export type ChartProps = Pick<
  ChartData,
  "tickUnit" | "isStacked" | "asColumns" | "isPercent" | "goal" | "projected"
> & {
  /** The finding, or the measure if the page's heading is the finding. */
  title: string;
  /** The quantities of the axes with units: 'Plays a day, last 7 days'. */
  axes?: string;
  kind: ChartKind;
  /** The kinds to choose from; each has an address, so that the switch works without script. */
  kinds?: ChartKind[];
  kindHref?: (kind: ChartKind) => string;
  series: ChartSeries[];
  points: ChartPoint[];
  /** Heading of the points in the table: 'Day'. */
  pointHeader: string;
  format?: (value: number) => string;
  /** Names the points' `before` values: "7 days before". */
  before?: string | undefined;
  /** Shown below the chart, such as totals or links. */
  children?: ReactNode;
};

// Tremor is 124 KB: its chunk is fetched only by a press on "Interactive chart"
const Interactive = lazy(() => import("./chart-interactive"));

/** Draws a chart on the server, with its numbers in a table that can be opened. */
export function Chart(props: ChartProps) {
  const { figure } = useFigures();
  const {
    title,
    axes,
    kind,
    points,
    format = figure,
    before,
    tickUnit,
    isStacked,
    asColumns,
    isPercent,
    goal,
    projected,
    children,
  } = props;
  const { series, drawn } = withoutEmpty(props);
  const [interactive, setInteractive] = useState(false);
  const hydrated = useHydrated();
  const id = useId();
  const isApart = kind !== "pie" && !isStacked && !interactive && areApart(series, drawn);
  const Plot = isApart ? apartPlots[kind] : plots[kind];
  return (
    <figure aria-labelledby={id} className="mb-8 min-w-0 border-t-2 border-ink pt-3 md:mb-10">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <figcaption id={id} className="min-w-0 flex-1 basis-52">
          <b className="block font-semibold">{title}</b>
          {axes ? <span className="text-sm text-ink-3">{axes}</span> : null}
        </figcaption>
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          <KindSwitch {...props} />
          {/* every slice of a pie already names its value */}
          {kind === "pie" ? null : (
            <Button
              type="button"
              small
              variant="quiet"
              className={hydrated ? "" : "invisible"}
              onClick={() => setInteractive(!interactive)}
            >
              {interactive ? "Simple chart" : "Interactive chart"}
            </Button>
          )}
        </div>
      </div>
      {kind === "pie" || interactive ? null : (
        <ChartKey
          series={series.length > 1 && !isApart ? series : []}
          onPhoneOnly={kind === "linear"}
          before={before}
          kind={kind}
        />
      )}
      {points.length === 0 ? (
        <p className="grid h-[220px] place-items-center text-ink-3">No Data Found</p>
      ) : interactive && kind !== "pie" ? (
        <Suspense fallback={<div className="h-[244px]" />}>
          <Interactive kind={kind} series={series} points={drawn} format={format} />
        </Suspense>
      ) : (
        <Plot
          series={series}
          points={drawn}
          format={format}
          tickUnit={tickUnit}
          isStacked={isStacked}
          asColumns={asColumns}
          isPercent={isPercent}
          goal={goal}
          projected={projected}
        />
      )}
      {points.length ? <Numbers {...props} /> : null}
      {children ? <div className="mt-3">{children}</div> : null}
    </figure>
  );
}

/** The numbers of a chart as a table. */
function Numbers(props: ChartProps) {
  const { figure } = useFigures();
  const { title, series, points, pointHeader, format = figure, before, projected } = props;
  const kinds = [
    { name: "", of: ({ values }: ChartPoint) => values },
    { name: before, of: (point: ChartPoint) => point.before },
    { name: projected, of: (point: ChartPoint) => point.projected },
  ].filter(({ name }) => name !== undefined);
  const headingOf = (one: ChartSeries, name?: string) => one.label + (name ? `, ${name}` : "");
  const show = (value: number | null | undefined) => (value == null ? "–" : format(value));
  return (
    <details className="group mt-3">
      <summary className="inline-block rounded-sm py-1 text-sm text-ink underline underline-offset-2 print:hidden">
        Show as table
      </summary>
      <div className="mt-2 overflow-x-auto">
        <table className="table w-full">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{pointHeader}</th>
              {series.flatMap((one) =>
                kinds.map(({ name }) => (
                  <th key={headingOf(one, name)} scope="col" className="num">
                    {headingOf(one, name)}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.label}>
                <td>{point.to ? <Link to={point.to}>{point.label}</Link> : point.label}</td>
                {series.flatMap((one, index) =>
                  kinds.map(({ name, of }) => (
                    <td key={headingOf(one, name)} className="num">
                      {show(of(point)?.[index])}
                    </td>
                  )),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** Leaves out series without values, unless all are without. */
function withoutEmpty({ series, points }: Pick<ChartProps, "series" | "points">) {
  const hasValue = series.map((_, index) =>
    points.some(({ values, before }) => values[index] || before?.[index]),
  );
  if (series.length < 2 || !hasValue.includes(true) || !hasValue.includes(false))
    return { series, drawn: points };
  const isKept = (_: unknown, index: number) => hasValue[index];
  return {
    series: series
      .map((one, index) => ({ label: one.label, colour: colourOf(index, one) }))
      .filter(isKept),
    drawn: points.map(({ label, values, before, projected, to, isPart }) => ({
      label,
      values: values.filter(isKept),
      before: before?.filter(isKept),
      projected: projected?.filter(isKept),
      to,
      isPart,
    })),
  };
}

function KindSwitch({ kind, kinds = [], kindHref, title }: ChartProps) {
  if (!kindHref || kinds.length < 2) return null;
  return (
    <nav aria-label={`View as: ${title}`} className="flex items-center gap-1 text-sm">
      <span className="text-ink-3">View as:</span>
      {kinds.map((one) => (
        <Link
          key={one}
          to={kindHref(one)}
          preventScrollReset
          aria-current={one === kind ? "true" : undefined}
          className="rounded px-2 py-1 capitalize touch:min-h-[44px] touch:content-center text-ink-2 no-underline hover:bg-sunken aria-[current]:bg-sunken aria-[current]:font-semibold aria-[current]:text-ink"
        >
          {one}
        </Link>
      ))}
    </nav>
  );
}

type Plot = (data: ChartData) => ReactNode;

/** Draws each series in a small plot with its own scale, if one dwarfs another. */
const apart = (One: Plot): Plot =>
  function Apart({ series, points, ...how }) {
    return (
      <div className="grid gap-x-10 gap-y-5 md:grid-cols-2">
        {series.map((one, index) => (
          <div key={one.label} className="min-w-0">
            <p className="mb-1 flex items-center gap-1.5 text-sm font-semibold">
              <Swatch className={fillOf(index, one)} />
              {one.label}
            </p>
            <One
              series={[{ label: one.label, colour: colourOf(index, one) }]}
              points={points.map(({ label, values, before, projected, isPart }) => ({
                label,
                values: [values[index] ?? null],
                before: before && [before[index] ?? null],
                projected: projected && [projected[index] ?? null],
                isPart,
              }))}
              {...how}
              asColumns
            />
          </div>
        ))}
      </div>
    );
  };

/** If one series is this many times larger, another cannot be seen on the same scale. */
const dwarfs = 5;
function areApart(series: readonly ChartSeries[], points: readonly ChartPoint[]): boolean {
  const largest = series
    .map((_, index) => Math.max(0, ...points.map(({ values }) => values[index] ?? 0)))
    .filter((value) => value > 0);
  return largest.length > 1 && Math.max(...largest) > dwarfs * Math.min(...largest);
}

const plots = { bar: BarPlot, pie: PiePlot, linear: LinePlot };
const apartPlots = { bar: apart(BarPlot), linear: apart(LinePlot) };
