import type { useLoaderData } from "@remix-run/react";
import { Chart } from "~/ui/chart";
import type { ChartKind, ChartSeries } from "~/ui/chart-scale";
import { withMembers } from "~/ui/frame/address";
import { useFigures } from "~/ui/frame/figures";
import { Facts } from "~/ui/frame/panel";
import { TextLink } from "~/ui/frame/text-link";
import type { loadDashboard } from "./dashboard.server";
import { adminPath as here } from "./paths";
import { dashboardTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadDashboard>>;

const kinds: ChartKind[] = ["bar", "pie", "linear"];

const series: (ChartSeries & { kind: "MUSIC" | "AD" | "JINGLE" | "TOH" })[] = [
  { kind: "MUSIC", label: "Music", colour: "music" },
  { kind: "AD", label: "Ad", colour: "ad" },
  { kind: "JINGLE", label: "Promo", colour: "jingle" },
  { kind: "TOH", label: "Top of the Hour", colour: "toh" },
];

type Views = Data["views"];

/** Links to the other kinds of one chart; the other charts keep theirs. */
const kindHref = (views: Views, chart: keyof Views) => (kind: ChartKind) => {
  const viewEntries = Object.entries({ ...views, [chart]: kind }).map(([name, one]) => [
    name,
    one === "bar" ? undefined : one,
  ]);
  return withMembers(here, Object.fromEntries(viewEntries));
};

/** Plays of the last 14 days by type: by day as bars or lines, all days together as a pie. */
export function PlaysByType({
  views,
  days,
  playsFinding,
}: Pick<Data, "views" | "days" | "playsFinding">) {
  const { view } = views;
  const empty = days.every(({ plays }) => series.every(({ kind }) => !plays[kind]));
  const byDay = days.map(({ label, plays, isPart }) => ({
    label,
    isPart,
    values: series.map(({ kind }) => plays[kind] ?? 0),
  }));
  const byType = series.map(({ kind, label }) => ({
    label,
    values: [days.reduce((sum, { plays }) => sum + (plays[kind] ?? 0), 0)],
  }));
  return (
    <Chart
      title={playsFinding}
      axes={view === "pie" ? dashboardTexts.playsByType : dashboardTexts.playsPerDay}
      kind={view}
      kinds={kinds}
      kindHref={kindHref(views, "view")}
      series={view === "pie" ? [{ label: "Plays" }] : series}
      points={empty ? [] : view === "pie" ? byType : byDay}
      pointHeader={view === "pie" ? "Type" : "Day"}
    />
  );
}

const adSeries: ChartSeries[] = [
  { label: "Booked", colour: "ad" },
  { label: "Held", colour: "info" },
  { label: "Free", colour: "line" },
];

/**
 * How much of the coming week's ad time is booked and held: by day as bars or lines, all days
 * together as a pie (DASH-1).
 */
export function AdUtilisation({ views, ads }: Pick<Data, "views" | "ads">) {
  const { rounded } = useFigures();
  if (!ads) return null;
  const isPie = views.ads === "pie";
  return (
    <Chart
      title={ads.title}
      axes={isPie ? dashboardTexts.adsInAll(ads.dates) : dashboardTexts.adsByDay(ads.dates)}
      kind={views.ads}
      kinds={kinds}
      kindHref={kindHref(views, "ads")}
      series={isPie ? [{ label: "Hours" }] : adSeries}
      points={
        isPie
          ? adSeries.map(({ label }, index) => ({ label, values: [ads.parts[index] ?? 0] }))
          : ads.days
      }
      isStacked={!isPie}
      pointHeader={isPie ? "Ad time" : "Day"}
      format={(seconds) => `${rounded(seconds / 3600)} h`}
      tickUnit={3600}
    >
      <Facts facts={ads.facts} />
      {ads.to ? (
        <p className="mt-2">
          <TextLink to={ads.to}>See availability</TextLink>
        </p>
      ) : null}
    </Chart>
  );
}

/** Shows how many of the plays due so far the live campaigns have delivered. */
export function AdDelivery({ views, campaigns }: Pick<Data, "views" | "campaigns">) {
  if (!campaigns) return null;
  return (
    <Chart
      title={campaigns.title}
      axes={dashboardTexts.deliveryBar}
      kind={views.delivery}
      kinds={["bar", "pie"]}
      kindHref={kindHref(views, "delivery")}
      series={[{ label: "Plays", colour: "ad" }]}
      points={[
        { label: "Verified", values: [campaigns.verified] },
        { label: "Not verified", values: [campaigns.open] },
      ]}
      pointHeader="Plays due so far"
    >
      <Facts facts={campaigns.facts} />
    </Chart>
  );
}
