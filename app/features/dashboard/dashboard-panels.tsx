import type { useLoaderData } from "@remix-run/react";
import { alertsPath } from "~/features/alerts/paths";
import { storesDownloadPath, storesPath } from "~/features/stores/paths";
import { reportedPlays } from "~/lib/stores/reported-plays";
import { notPlaying, storeStates } from "~/lib/stores/store-states";
import { DayStripKey, todayColumn } from "~/ui/day-strip";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Figure, useFigures } from "~/ui/frame/figures";
import { Icon } from "~/ui/frame/icon";
import { Menu } from "~/ui/frame/menu";
import { Facts, Panel } from "~/ui/frame/panel";
import { StateShape } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import type { loadDashboard } from "./dashboard.server";
import { attentionTexts, dashboardTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadDashboard>>;

/** Links to the alerts, with the number of open ones or the words for none. */
export function OpenAlerts({ openAlerts, inTrouble }: Pick<Data, "openAlerts" | "inTrouble">) {
  const { counted } = useFigures();
  const none = inTrouble > 0 ? dashboardTexts.noLongFault : dashboardTexts.noAlerts;
  return (
    <TextLink to={alertsPath}>{openAlerts > 0 ? counted(openAlerts, "open alert") : none}</TextLink>
  );
}

/** Lists current problems, the worst first, each with a link to its list. */
export function Attention(data: Pick<Data, "attention" | "openAlerts" | "inTrouble">) {
  const { figure } = useFigures();
  const { attention, openAlerts } = data;
  return (
    <Panel title="Needs attention" actions={openAlerts > 0 ? undefined : <OpenAlerts {...data} />}>
      {attention.length === 0 ? (
        <p className="flex items-center gap-2 text-ink-2">
          <Icon name="check" size={18} className="text-ok" /> {attentionTexts.none}
        </p>
      ) : (
        <ul aria-label="Needs attention">
          {attention.map(({ key, count, one, other, note, isUrgent, to }) => {
            const words = count === 1 ? one : other;
            return (
              <li
                key={key}
                className="grid grid-cols-[16px_minmax(40px,auto)_minmax(0,1fr)] items-center gap-x-2.5 border-b border-line py-2 last:border-b-0"
              >
                <StateShape
                  of={isUrgent ? "bad" : "warn"}
                  className={isUrgent ? "text-bad" : "text-warn"}
                />
                <b className={`text-xl font-bold ${isUrgent ? "text-bad" : "text-warn"}`}>
                  {figure(count)}
                </b>
                <span>
                  <span className="block font-medium">
                    {to ? <TextLink to={to}>{words}</TextLink> : words}
                  </span>
                  <small className="block text-xs text-ink-3">{note}</small>
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}

/**
 * Counts stores by status, without those listed under attention, so that both add up to the total.
 * Each number links to its list and a menu to the lists as CSV, if the person may open stores
 * (DASH-1).
 */
export function StoreStates({
  stores,
  listed,
  attention,
}: Pick<Data, "stores" | "listed" | "attention">) {
  const { figure } = useFigures();
  const states = [...storeStates, notPlaying];
  const hasRow = (condition: string | undefined) => attention.some(({ key }) => key === condition);
  return (
    <Panel
      title="All stores now"
      actions={
        listed ? (
          <Menu label="Download CSV" buttonClass="btn btn-quiet btn-small">
            {states.map(({ label, condition }) => (
              <ButtonLink key={label} to={withMembers(storesDownloadPath, { condition })} download>
                <span>
                  {label}
                  <span className="sr-only"> stores, CSV</span>
                </span>
              </ButtonLink>
            ))}
          </Menu>
        ) : undefined
      }
    >
      <ul aria-label="Stores by status">
        {states
          .filter(({ condition }) => !hasRow(condition))
          .map(({ label, key, condition }) => (
            <li key={key} className="flex items-baseline gap-2.5 py-1">
              <b className="min-w-12 text-right font-semibold tabular-nums">
                {figure(stores[key])}
              </b>
              <span className="text-ink-2">
                {listed ? (
                  <TextLink to={withMembers(storesPath, { condition })}>{label}</TextLink>
                ) : (
                  label
                )}
              </span>
            </li>
          ))}
      </ul>
    </Panel>
  );
}

export function Yesterday({ yesterday }: Pick<Data, "yesterday">) {
  const figures = useFigures();
  const { figure, counted } = figures;
  const hours = Math.round(yesterday.seconds / 3600);
  return (
    <Panel title="Yesterday" lead={yesterday.date}>
      <Facts
        facts={[
          { term: "Reported by players", value: reportedPlays(yesterday, figures) },
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

/** Shows the lower end of the report TopPerformingStores, the worst first, each with its day. */
export function HelpFirst({ ranking }: Pick<Data, "ranking">) {
  const { bottom, lead, all } = ranking;
  const { counted } = useFigures();
  if (bottom.length === 0) return null;
  return (
    <Panel
      title={dashboardTexts.helpFirst(counted(bottom.length, "store"))}
      lead={lead}
      actions={all ? <TextLink to={all}>All stores</TextLink> : undefined}
    >
      <Table
        caption={dashboardTexts.helpFirstCaption}
        columns={helpColumns}
        rows={bottom}
        rowKey={({ storeName, rank }) => `${rank} ${storeName}`}
      />
      <DayStripKey rows={bottom} />
    </Panel>
  );
}

const [, storeColumn, ...shares] = rankColumns;
const helpColumns: Column<RankedRow>[] = [
  ...(storeColumn ? [storeColumn] : []),
  ...shares,
  todayColumn,
];

/** Shows the report's upper end; both ends are empty until a store was open for a day. */
export function TopStores({ ranking: { top, lead } }: Pick<Data, "ranking">) {
  return (
    <Panel title="Top stores" lead={lead}>
      <Table
        caption="Top stores"
        columns={rankColumns}
        rows={top}
        rowKey={({ storeName, rank }) => `${rank} ${storeName}`}
        empty={<EmptyState title="No Data Found">{dashboardTexts.noRanks}</EmptyState>}
      />
    </Panel>
  );
}
