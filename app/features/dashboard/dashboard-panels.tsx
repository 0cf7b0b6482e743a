import { Link, type useLoaderData } from "@remix-run/react";
import { alertsPath } from "~/features/alerts/paths";
import { storesDownloadPath, storesPath } from "~/features/stores/paths";
import { notPlaying, storeStates } from "~/lib/store-states";
import { Chart } from "~/ui/chart";
import type { ChartKind, ChartSeries } from "~/ui/chart-scale";
import { withMembers } from "~/ui/frame/address";
import { EmptyState } from "~/ui/frame/empty-state";
import { Figure, useFigures } from "~/ui/frame/figures";
import { Icon } from "~/ui/frame/icon";
import { Facts, Panel } from "~/ui/frame/panel";
import { StatTiles } from "~/ui/frame/stat-tiles";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import type { loadDashboard } from "./dashboard.server";
import { adminPath as here } from "./paths";
import { attentionTexts, dashboardTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadDashboard>>;

/** The way to the alerts, open ones or none. */
export function OpenAlerts({ openAlerts }: Pick<Data, "openAlerts">) {
  const { counted } = useFigures();
  return (
    <TextLink to={alertsPath}>
      {openAlerts > 0 ? counted(openAlerts, "open alert") : dashboardTexts.noAlerts}
    </TextLink>
  );
}

/** Lists current problems, each with a link to its list. */
export function Attention({ attention, openAlerts }: Pick<Data, "attention" | "openAlerts">) {
  const { figure } = useFigures();
  if (attention.length === 0)
    return (
      <p className="panel mb-4 flex flex-wrap items-center justify-between gap-2 px-4 py-3">
        <span className="flex items-center gap-2 text-ok">
          <Icon name="check" size={18} /> {attentionTexts.none}
        </span>
        <OpenAlerts openAlerts={openAlerts} />
      </p>
    );
  return (
    <section aria-label="Needs attention" className="mb-4">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="text-lg font-semibold">Needs attention</h2>
        <OpenAlerts openAlerts={openAlerts} />
      </div>
      <ul className="grid grid-cols-2 gap-2 md:grid-cols-[repeat(auto-fit,minmax(130px,1fr))]">
        {attention.map(({ key, count, one, other, note, isUrgent, to }) => {
          const body = (
            <>
              <b
                className={`block text-2xl font-bold tabular-nums ${isUrgent ? "text-bad" : "text-warn"}`}
              >
                {figure(count)}
              </b>
              <span className="block font-medium">{count === 1 ? one : other}</span>
              <span className="block text-sm text-ink-3">{note}</span>
            </>
          );
          const box = `panel block h-full border-l-4 px-4 py-3 max-md:px-3 ${isUrgent ? "border-l-bad" : "border-l-warn"}`;
          return (
            <li key={key}>
              {to ? (
                <Link to={to} className={`${box} no-underline hover:bg-sunken`}>
                  {body}
                </Link>
              ) : (
                <div className={box}>{body}</div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/**
 * Stores by status, which add up to the total; each number leads to its list and its CSV where the
 * person may open the stores (DASH-1).
 */
export function StoreStates({ stores, listed }: Pick<Data, "stores" | "listed">) {
  const { figure } = useFigures();
  const to = (path: string, condition?: string) =>
    listed ? withMembers(path, { condition }) : undefined;
  return (
    <>
      <StatTiles
        label="Stores by status"
        tiles={[...storeStates, notPlaying].map(({ label, key, condition }) => ({
          label,
          value: figure(stores[key]),
          to: to(storesPath, condition),
        }))}
      />
      {listed ? (
        <p className="-mt-2 mb-4 flex flex-wrap gap-x-3 text-sm text-ink-3">
          <span className="py-1">Download CSV:</span>
          {[...storeStates, notPlaying].map(({ label, condition }) => (
            <a
              key={label}
              href={withMembers(storesDownloadPath, { condition })}
              className="inline-block rounded-sm py-1 underline underline-offset-2 hover:no-underline"
            >
              {label}
              <span className="sr-only"> stores</span>
            </a>
          ))}
        </p>
      ) : null}
    </>
  );
}

const kinds: ChartKind[] = ["bar", "pie", "linear"];
const series: (ChartSeries & { kind: "MUSIC" | "AD" | "JINGLE" | "TOH" })[] = [
  { kind: "MUSIC", label: "Music", colour: "music" },
  { kind: "AD", label: "Ad", colour: "ad" },
  { kind: "JINGLE", label: "Promo", colour: "jingle" },
  { kind: "TOH", label: "Top of the Hour", colour: "toh" },
];

type Views = Data["views"];
/** The addresses of one chart's kinds; the others stay as they are. */
const kindHref = (views: Views, chart: keyof Views) => (kind: ChartKind) => {
  const viewEntries = Object.entries({ ...views, [chart]: kind }).map(([name, one]) => [
    name,
    one === "bar" ? undefined : one,
  ]);
  return withMembers(here, Object.fromEntries(viewEntries));
};

/** Plays of the last 14 days by type: by day as bars or lines, all days together as a pie. */
export function PlaysByType({ views, days, finding }: Pick<Data, "views" | "days" | "finding">) {
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
      title={finding}
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

export function Yesterday({ yesterday }: Pick<Data, "yesterday">) {
  const { figure, counted } = useFigures();
  const hours = Math.round(yesterday.seconds / 3600);
  return (
    <Panel title="Yesterday" lead={yesterday.date}>
      <Facts
        facts={[
          { term: "Plays", value: figure(yesterday.plays) },
          { term: "Reported by players", value: figure(yesterday.received) },
          { term: "Playing time", value: counted(hours, "hour") },
          { term: "Stores that played", value: figure(yesterday.stores) },
        ]}
      />
    </Panel>
  );
}

/** The week that ended yesterday beside the one before it. */
export function Trend({ trend }: Pick<Data, "trend">) {
  return (
    <Panel title="Last 7 days" lead={trend.lead}>
      <Table
        caption={dashboardTexts.trend}
        columns={[
          { key: "term", header: "Figure", card: "title", cell: ({ term }) => term },
          {
            key: "now",
            header: "7 days",
            numeric: true,
            card: "line",
            cell: ({ now }) => <b className="font-semibold">{now}</b>,
          },
          {
            key: "before",
            header: "Week before",
            numeric: true,
            card: "line",
            cell: ({ before }) => before,
          },
          { key: "change", header: "Change", card: "line", cell: (row) => <Change {...row} /> },
        ]}
        rows={trend.rows}
        rowKey={({ term }) => term}
      />
    </Panel>
  );
}

function Change({ change, isUp }: { change: string | null; isUp: boolean }) {
  if (change === null) return <span className="text-ink-3">–</span>;
  return (
    <span
      className={change === dashboardTexts.unchanged ? "text-ink-3" : isUp ? "text-ok" : "text-bad"}
    >
      {change}
    </span>
  );
}

const adSeries: ChartSeries[] = [
  { label: "Booked", colour: "ad" },
  { label: "Held", colour: "info" },
  { label: "Free", colour: "idle" },
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
      pointHeader={isPie ? "Ad time" : "Day"}
      format={(seconds) => rounded(seconds / 3600)}
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

/** How many of the plays due so far live campaigns have delivered. */
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

type RankedRow = Data["ranking"]["top"][number];
const share = (key: "played" | "uptime" | "delivery", header: string): Column<RankedRow> => ({
  key,
  header,
  numeric: true,
  card: "line",
  cell: (store) =>
    store[key] === null ? <span className="text-ink-3">–</span> : <Percent of={store[key]} />,
});
const Percent = ({ of }: { of: number }) => `${useFigures().figure(of)}%`;
const rankColumns: Column<RankedRow>[] = [
  {
    key: "rank",
    header: "Rank",
    numeric: true,
    card: "line",
    cell: ({ rank }) => <Figure of={rank} />,
  },
  {
    key: "store",
    header: "Store",
    card: "title",
    cell: ({ storeName, to }) => (
      <span className="break-words">
        {to ? <TextLink to={to}>{storeName}</TextLink> : storeName}
      </span>
    ),
  },
  share("played", "Played"),
  share("uptime", "Uptime"),
  share("delivery", "Ads"),
];

/** Both ends of the report TopPerformingStores. */
export function Ranking({ ranking }: Pick<Data, "ranking">) {
  const { top, bottom, lead, all } = ranking;
  return (
    <div className="grid gap-x-4 md:grid-cols-2 md:items-start">
      <Panel
        title="Top stores"
        lead={lead}
        actions={all ? <TextLink to={all}>All stores</TextLink> : undefined}
      >
        <Table
          caption="Top stores"
          columns={rankColumns}
          rows={top}
          rowKey={({ storeName, rank }) => `${rank} ${storeName}`}
          empty={<EmptyState title="No Data Found">{dashboardTexts.noRanks}</EmptyState>}
        />
      </Panel>
      {bottom.length > 0 ? (
        <Panel title="Bottom stores" lead={lead}>
          <Table
            caption="Bottom stores"
            columns={rankColumns}
            rows={bottom}
            rowKey={({ storeName, rank }) => `${rank} ${storeName}`}
          />
        </Panel>
      ) : null}
    </div>
  );
}
