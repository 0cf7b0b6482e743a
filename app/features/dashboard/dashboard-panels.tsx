import type { useLoaderData } from "@remix-run/react";
import { alertsPath } from "~/features/alerts/paths";
import { reportPath } from "~/features/reports/paths";
import { storesDownloadPath, storesPath } from "~/features/stores/paths";
import { Chart, type ChartKind } from "~/ui/chart";
import type { ChartSeries } from "~/ui/chart-scale";
import { withMembers } from "~/ui/frame/address";
import { EmptyState } from "~/ui/frame/empty-state";
import { Figure, useFigures } from "~/ui/frame/figures";
import { Facts, Panel } from "~/ui/frame/panel";
import { StatTiles } from "~/ui/frame/stat-tiles";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import type { loadDashboard } from "./dashboard.server";
import { adminPath as here } from "./paths";
import { dashboardTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadDashboard>>;

const conditions = [
  { label: "Total", key: "total", condition: undefined },
  { label: "Online", key: "online", condition: "online" },
  { label: "Offline", key: "offline", condition: "offline" },
  { label: "Not playing for 24 hours", key: "notPlaying", condition: "not-playing" },
  { label: "Below threshold volume", key: "lowVolume", condition: "low-volume" },
  { label: dashboardTexts.silent, key: "silent", condition: "silent" },
] as const;

/** Stores by what they are doing; each number leads to its list and its CSV where the person may open the stores (DASH-1). */
export function StoreStates({ stores, listed }: Pick<Data, "stores" | "listed">) {
  const { figure } = useFigures();
  const to = (path: string, condition?: string) => (listed ? withMembers(path, { condition }) : undefined);
  return (
    <>
      <StatTiles
        label="Stores by status"
        tiles={conditions.map(({ label, key, condition }) => ({ label, value: figure(stores[key]), to: to(storesPath, condition) }))}
      />
      {listed ? (
        <p className="-mt-2 mb-4 flex flex-wrap gap-x-3 text-sm text-ink-3">
          <span className="py-1">Download CSV:</span>
          {conditions.map(({ label, condition }) => (
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

/** Faults of stores that last, to be looked at first. */
export function OpenAlerts({ openAlerts }: Pick<Data, "openAlerts">) {
  const { counted } = useFigures();
  return (
    <p className="mb-4">
      <TextLink to={alertsPath}>{openAlerts > 0 ? counted(openAlerts, "open alert") : dashboardTexts.noAlerts}</TextLink>
    </p>
  );
}

const kinds: ChartKind[] = ["bar", "pie", "linear"];
const series: (ChartSeries & { kind: "MUSIC" | "AD" | "JINGLE" | "TOH" })[] = [
  { kind: "MUSIC", label: "Music", colour: "music" },
  { kind: "AD", label: "Ad", colour: "ad" },
  { kind: "JINGLE", label: "Promo", colour: "jingle" },
  { kind: "TOH", label: "Top of the Hour", colour: "toh" },
];

/** Plays of the last 14 days by type: by day as bars or lines, all days together as a pie. */
export function PlaysByType({ view, days, finding }: Pick<Data, "view" | "days" | "finding">) {
  const empty = days.every(({ plays }) => series.every(({ kind }) => !plays[kind]));
  const byDay = days.map(({ label, plays }) => ({ label, values: series.map(({ kind }) => plays[kind] ?? 0) }));
  const byType = series.map(({ kind, label }) => ({ label, values: [days.reduce((sum, { plays }) => sum + (plays[kind] ?? 0), 0)] }));
  return (
    <Chart
      title={finding}
      axes={view === "pie" ? dashboardTexts.playsByType : dashboardTexts.playsPerDay}
      kind={view}
      kinds={kinds}
      kindHref={(kind) => withMembers(here, { view: kind === "bar" ? undefined : kind })}
      series={view === "pie" ? [{ label: "Plays" }] : series}
      points={empty ? [] : view === "pie" ? byType : byDay}
      pointHeader={view === "pie" ? "Type" : "Day"}
    />
  );
}

export function Yesterday({ yesterday, change }: Pick<Data, "yesterday" | "change">) {
  const { figure, counted } = useFigures();
  const hours = Math.round(yesterday.seconds / 3600);
  return (
    <Panel title="Yesterday" lead={yesterday.date}>
      <Facts
        facts={[
          { term: "Plays", value: `${figure(yesterday.plays)}${change ? `, ${change}` : ""}` },
          { term: "Received from players", value: figure(yesterday.received) },
          { term: "Playing time", value: counted(hours, "hour") },
          { term: "Stores that played", value: figure(yesterday.stores) },
        ]}
      />
    </Panel>
  );
}

/** How much of the coming week's ad seconds is booked and held (DASH-1). */
export function AdUtilisation({ ads }: Pick<Data, "ads">) {
  if (!ads) return null;
  const { booked, held } = ads.shares;
  return (
    <Panel
      title={ads.title}
      lead={dashboardTexts.adsBar(ads.dates)}
      actions={ads.to ? <TextLink to={ads.to}>See availability</TextLink> : undefined}
    >
      <svg width="100%" height="20" aria-hidden="true" className="mb-3 block">
        <rect width="100%" height="20" rx="4" className="fill-sunken" />
        <rect width={`${booked + held}%`} height="20" rx="4" className="fill-heat-2" />
        <rect width={`${booked}%`} height="20" rx="4" className="fill-ad" />
      </svg>
      <Facts facts={ads.facts} />
    </Panel>
  );
}

type Song = Data["topSongs"][number];
const columns: Column<Song>[] = [
  {
    key: "title",
    header: "Song",
    card: "title",
    cell: (song) => (
      <>
        <b className="font-semibold [overflow-wrap:anywhere]">{song.title}</b>
        <small className="block text-ink-3">{song.artist}</small>
      </>
    ),
  },
  { key: "plays", header: "Plays", numeric: true, card: "line", cell: (song) => <Figure of={song.plays} /> },
  { key: "stores", header: "Stores", numeric: true, card: "line", cell: (song) => <Figure of={song.stores} /> },
];

export function TopSongs({ topSongs, reported }: Pick<Data, "topSongs" | "reported">) {
  return (
    <Panel
      title="Most played songs"
      lead="Last 14 days"
      padded={false}
      actions={reported ? <TextLink to={reportPath("SongPlayOutReport")}>All songs</TextLink> : undefined}
    >
      <Table
        caption={dashboardTexts.songs}
        columns={columns}
        rows={topSongs}
        rowKey={(song) => String(song.songId)}
        empty={<EmptyState title="No Data Found">{dashboardTexts.noSongs}</EmptyState>}
      />
    </Panel>
  );
}
