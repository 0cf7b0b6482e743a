import type { useLoaderData } from "@remix-run/react";
import { Chart } from "~/ui/chart";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Figure } from "~/ui/frame/figures";
import { FilterBar, FilterSearch, FilterSelect } from "~/ui/frame/filter-bar";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { StatTiles } from "~/ui/frame/stat-tiles";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import type { loadDelivery } from "./delivery.server";
import { deliveryTexts as texts } from "./delivery-words";
import { campaignDeliveryPath, footfallPath } from "./paths";
import { ImpressionLines } from "./proof";
import { StoreName } from "./store-name";

type Data = ReturnType<typeof useLoaderData<typeof loadDelivery>>;

export const DeliveryTiles = ({ tiles, impressions, hasPlays }: Data) => (
  <>
    <StatTiles label="Delivery in short" tiles={tiles} />
    {impressions ? <ImpressionLines {...impressions} /> : null}
    {hasPlays ? (
      <p className="mb-6 text-sm text-ink-3">
        {impressions ? null : texts.noImpressions}{" "}
        <TextLink to={footfallPath}>{impressions ? "Change footfall" : "Add footfall"}</TextLink>
      </p>
    ) : null}
  </>
);

type Day = Data["days"]["rows"][number];
const dayColumns: Column<Day>[] = [
  {
    key: "day",
    header: "Day",
    cell: ({ dayLabel }) => <span className="whitespace-nowrap">{dayLabel}</span>,
  },
  { key: "booked", header: "Booked", numeric: true, cell: ({ booked }) => <Figure of={booked} /> },
  {
    key: "makeGoods",
    header: "Make-goods",
    numeric: true,
    cell: ({ makeGoods }) => <Figure of={makeGoods} />,
  },
  {
    key: "extra",
    header: "Beyond booking",
    numeric: true,
    cell: ({ extra }) => <Figure of={extra} />,
  },
  {
    key: "verified",
    header: "Verified",
    numeric: true,
    cell: ({ verified }) => <Figure of={verified} />,
  },
  {
    key: "missed",
    header: "Missed",
    numeric: true,
    cell: ({ missed }) => <MissedPlays of={missed} />,
  },
  {
    key: "toCome",
    header: "Still to come",
    numeric: true,
    cell: ({ toCome }) => <Figure of={toCome} />,
  },
];

const MissedPlays = ({ of }: { of: number }) => (
  <span className={of > 0 ? "font-semibold text-warn" : undefined}>
    <Figure of={of} />
  </span>
);

export const DeliveryGraph = ({ graph }: Data) =>
  graph.points.length > 0 ? <Chart {...graph} kind="bar" /> : null;

/** Draws verified plays against booked ones as they add up. */
export const Pacing = ({ pacing }: { pacing: Data["pacing"] }) =>
  pacing ? <Chart {...pacing} kind="linear" /> : null;

export function DeliveryDays({ days: { rows, earlier, later } }: Data) {
  if (rows.length === 0) return null;
  return (
    <Panel title="Days" lead={texts.days}>
      <Table
        caption={texts.daysCaption}
        columns={dayColumns}
        rows={rows}
        rowKey={({ day }) => day}
      />
      {earlier || later ? (
        <nav aria-label="Days" className="flex gap-2 border-t border-line p-3 print:hidden">
          {earlier ? <ButtonLink to={earlier}>Earlier days</ButtonLink> : null}
          {later ? <ButtonLink to={later}>Later days</ButtonLink> : null}
        </nav>
      ) : null}
    </Panel>
  );
}

type Spot = Data["spots"][number];
const spotColumns: Column<Spot>[] = [
  {
    key: "name",
    header: "Spot",
    cell: ({ name }) => <b className="font-semibold [overflow-wrap:anywhere]">{name}</b>,
  },
  { key: "plays", header: "Verified", numeric: true, cell: ({ plays }) => <Figure of={plays} /> },
  { key: "share", header: "Share", numeric: true, cell: ({ share }) => share ?? "–" },
  {
    key: "shareByWeight",
    header: "Share by weight",
    numeric: true,
    cell: ({ shareByWeight }) => shareByWeight ?? "–",
  },
];

export const DeliverySpots = ({ spots }: Data) =>
  spots.length > 0 ? (
    <Panel title="Spots" lead={texts.spots}>
      <Table
        caption={texts.spotsCaption}
        columns={spotColumns}
        rows={spots}
        rowKey={({ key }) => key}
      />
    </Panel>
  ) : null;

type Store = Data["stores"]["rows"][number];
const storeColumns: Column<Store>[] = [
  {
    key: "store",
    header: "Store",
    sortKey: "store",
    cell: ({ name, code, to }) => <StoreName name={name} code={code} to={to} />,
  },
  { key: "booked", header: "Booked", numeric: true, cell: ({ booked }) => <Figure of={booked} /> },
  {
    key: "makeGoods",
    header: "Make-goods",
    numeric: true,
    cell: ({ makeGoods }) => <Figure of={makeGoods} />,
  },
  {
    key: "extra",
    header: "Beyond booking",
    numeric: true,
    cell: ({ extra }) => <Figure of={extra} />,
  },
  {
    key: "verified",
    header: "Verified",
    numeric: true,
    cell: ({ verified }) => <Figure of={verified} />,
  },
  {
    key: "missed",
    header: "Missed",
    sortKey: "missed",
    numeric: true,
    cell: ({ missed }) => <MissedPlays of={missed} />,
  },
  {
    key: "toCome",
    header: "Still to come",
    numeric: true,
    cell: ({ toCome }) => <Figure of={toCome} />,
  },
  {
    key: "owed",
    header: "Owed",
    sortKey: "owed",
    numeric: true,
    cell: ({ owed }) => <Figure of={owed} />,
  },
  { key: "pacing", header: "Pacing", numeric: true, cell: ({ pacing }) => pacing ?? "–" },
  {
    key: "asRun",
    header: "Plays",
    card: "plain",
    cell: ({ asRun, name }) => (
      <TextLink to={asRun}>
        As-run log<span className="sr-only"> of {name}</span>
      </TextLink>
    ),
  },
];

const firstSort = "-missed";
const behindOptions = [
  { value: "yes", label: "Behind" },
  { value: "no", label: "Not behind" },
];

export function DeliveryStores({ stores: { rows, filters, sort, row, page }, path }: Data) {
  const here = campaignDeliveryPath(path);
  const viewParams = { sort: sort === firstSort ? undefined : sort, limit: sizeMember(page.limit) };
  const active = Object.values(filters).filter(Boolean).length;
  return (
    <Panel title="Stores">
      <FilterBar
        label="Filter stores"
        search={
          <>
            <FilterSearch
              name="search"
              label="Store"
              value={filters.search}
              placeholder="Name or code"
            />
            <FilterSelect
              name="behind"
              label="Delivery"
              any="All stores"
              value={filters.behind}
              options={behindOptions}
            />
          </>
        }
        active={active}
        clearTo={here}
        hidden={viewParams}
      />
      <Table
        caption={texts.storesCaption}
        columns={storeColumns}
        rows={rows}
        rowKey={({ key }) => key}
        sort={{
          by: sort,
          href: (by) =>
            withMembers(here, filters, { ...viewParams, sort: by === firstSort ? undefined : by }),
        }}
        empty={
          <EmptyState
            title="No Data Found"
            action={active > 0 ? <ButtonLink to={here}>Show all stores</ButtonLink> : undefined}
          >
            {active > 0 ? texts.noStores : texts.notDelivered}
          </EmptyState>
        }
      />
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(place) => withMembers(here, { ...filters, ...viewParams }, place)}
      />
    </Panel>
  );
}
