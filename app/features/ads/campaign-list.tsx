import { Link, type useLoaderData } from "@remix-run/react";
import { campaignStates, campaignStateWords, spotKinds, spotKindWords } from "#contract/ads/words";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Figure, useFigures } from "~/ui/frame/figures";
import { FilterBar, FilterDate, FilterSearch, FilterSelect } from "~/ui/frame/filter-bar";
import { LocationFilters } from "~/ui/frame/location-filters";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import type { loadCampaigns } from "./campaigns.server";
import { adsPath, campaignAddPath } from "./paths";
import { campaignsTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadCampaigns>>;
type Row = Data["rows"][number];

const firstSort = "-starts";
export const kindOptions = spotKinds.map((kind) => ({ value: kind, label: spotKindWords[kind] }));
const stateOptions = campaignStates.map((state) => ({
  value: state,
  label: campaignStateWords[state],
}));

export function CampaignList({ rows, filters, choices, sort, row, page }: Data) {
  const viewParams = { sort: sort === firstSort ? undefined : sort, limit: sizeMember(page.limit) };
  const active = Object.values(filters).filter(Boolean).length;
  return (
    <Panel>
      <FilterBar
        label="Filter campaigns"
        search={
          <>
            <FilterSearch
              name="search"
              label="Search"
              value={filters.search}
              placeholder="Campaign name"
            />
            <FilterSelect
              name="state"
              label="State"
              value={filters.state}
              any="Any state"
              options={stateOptions}
            />
            <FilterSelect
              name="kind"
              label="Kind"
              value={filters.kind}
              any="All kinds"
              options={kindOptions}
            />
          </>
        }
        active={active}
        clearTo={adsPath}
        hidden={viewParams}
      >
        <FilterSelect
          name="brandId"
          label="Brand"
          any="All brands"
          value={filters.brandId}
          options={choices.brands}
        />
        <FilterDate name="from" label="Plays from" value={filters.from} />
        <FilterDate name="to" label="Plays to" value={filters.to} />
        <LocationFilters values={filters} choices={choices} />
      </FilterBar>
      <Table
        caption="Campaigns"
        columns={columns}
        rows={rows}
        rowKey={({ path }) => path}
        sort={{
          by: sort,
          href: (by) =>
            withMembers(adsPath, filters, {
              ...viewParams,
              sort: by === firstSort ? undefined : by,
            }),
        }}
        empty={<NoCampaigns isFiltered={active > 0} />}
      />
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(place) => withMembers(adsPath, { ...filters, ...viewParams }, place)}
      />
    </Panel>
  );
}

const columns: Column<Row>[] = [
  {
    key: "name",
    header: "Campaign",
    sortKey: "name",
    card: "title",
    cell: ({ path, name, kind, locations }) => (
      <div className="[overflow-wrap:anywhere] md:min-w-[220px]">
        <Link to={path} className="font-semibold underline underline-offset-2 hover:no-underline">
          {name}
        </Link>
        <small className="block text-ink-3">{`${kind} · ${locations}`}</small>
      </div>
    ),
  },
  {
    key: "brand",
    header: "Brand",
    cell: ({ brand, value }) => (
      <span className="max-md:text-right [overflow-wrap:anywhere]">
        {brand}
        {value ? <small className="block text-ink-3">{value}</small> : null}
      </span>
    ),
  },
  {
    key: "state",
    header: "State",
    card: "aside",
    cell: ({ state }) => <Pill tone={state.tone}>{state.words}</Pill>,
  },
  {
    key: "flight",
    header: "Flight",
    sortKey: "starts",
    cell: ({ flight, weekdays }) => (
      <span className="max-md:text-right">
        <span className="whitespace-nowrap">{flight}</span>
        <small className="block text-ink-3">{weekdays}</small>
      </span>
    ),
  },
  {
    key: "stores",
    header: "Stores",
    numeric: true,
    cell: ({ stores }) => (stores > 0 ? <Figure of={stores} /> : "–"),
  },
  { key: "plays", header: "Plays booked", numeric: true, cell: (row) => <TakenPlays {...row} /> },
  {
    key: "delivery",
    header: "Delivery",
    cell: ({ delivery }) => (delivery ? <Delivery {...delivery} /> : "–"),
  },
];

/**
 * Draws the delivered share of all plays as a bar, marks the share that is due by now, and says
 * both in words.
 */
function Delivery({
  path,
  share,
  due,
  words,
  pacing,
  isBehind,
  owed,
}: NonNullable<Row["delivery"]>) {
  return (
    <span className="block md:min-w-[124px] max-md:text-right">
      <svg
        width="100%"
        height="10"
        className="block max-w-[124px] max-md:ml-auto"
        aria-hidden="true"
      >
        <rect y="2" width="100%" height="6" rx="3" className="fill-sunken" />
        <rect
          y="2"
          width={`${share * 100}%`}
          height="6"
          rx="3"
          className={isBehind ? "fill-bad" : "fill-ink-2"}
        />
        {due > 0 && due < 1 ? (
          <rect x={`${due * 100}%`} width="2" height="10" className="fill-ink" />
        ) : null}
      </svg>
      <Link to={path} className="whitespace-nowrap underline underline-offset-2 hover:no-underline">
        {words}
      </Link>
      {pacing ? <small className="block whitespace-nowrap text-ink-3">{pacing}</small> : null}
      {owed && isBehind ? (
        <span className="block">
          <Pill tone="bad">{owed}</Pill>
        </span>
      ) : owed ? (
        <small className="block whitespace-nowrap text-ink-3">{owed}</small>
      ) : null}
    </span>
  );
}

/** Shows the plays taken in the ledger out of those the campaign wants. */
function TakenPlays({ takenPlays, wantedPlays }: Row) {
  const { figure } = useFigures();
  if (wantedPlays === 0) return "–";
  return (
    <span className="max-md:text-right">
      <span className="whitespace-nowrap">
        {figure(takenPlays)} of {figure(wantedPlays)}
      </span>
      {takenPlays < wantedPlays ? (
        <small className="block text-warn">
          {campaignsTexts.missing(figure(wantedPlays - takenPlays))}
        </small>
      ) : null}
    </span>
  );
}

function NoCampaigns({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        title="No Data Found"
        action={<ButtonLink to={adsPath}>Show all campaigns</ButtonLink>}
      >
        {campaignsTexts.noMatch}
      </EmptyState>
    );
  return (
    <EmptyState
      icon="ad"
      title="No List Found"
      action={<ButtonLink to={campaignAddPath}>Add campaign</ButtonLink>}
    >
      {campaignsTexts.none}
    </EmptyState>
  );
}
