import type { useLoaderData } from "@remix-run/react";
import { campaignAddPath } from "~/features/ads/paths";
import { CommandButtons } from "~/features/alerts/command-buttons";
import { storeStates } from "~/lib/stores/store-states";
import { DayStripKey, todayColumn } from "~/ui/day-strip";
import { withMembers } from "~/ui/frame/address";
import { Button, ButtonLink } from "~/ui/frame/button";
import { ConfirmLink } from "~/ui/frame/confirm";
import { EmptyState } from "~/ui/frame/empty-state";
import { Figure, useFigures } from "~/ui/frame/figures";
import { FilterBar, FilterSearch, FilterSelect } from "~/ui/frame/filter-bar";
import { LocationFilters } from "~/ui/frame/location-filters";
import { RowMenu } from "~/ui/frame/menu";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { StatTiles } from "~/ui/frame/stat-tiles";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import {
  storesPath as here,
  severalStoresPath,
  storeAddPath,
  storeEditPath,
  storePath,
  storesChangePath,
  storesCommandPath,
} from "./paths";
import type { loadStores } from "./stores.server";
import { storesTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadStores>>;
type Row = Data["rows"][number];

/**
 * Counts the filtered stores by status; each count links to its list with the filters
 * kept.
 */
export function StoreTiles({
  counts,
  countedAt,
  filters,
}: Pick<Data, "counts" | "countedAt" | "filters">) {
  const { figure } = useFigures();
  const tile = (label: string, value: number, condition?: string) => ({
    label,
    value: figure(value),
    to: withMembers(here, filters, { condition }),
    current: filters.condition === condition,
  });
  return (
    <>
      <StatTiles
        label="Stores by status"
        tiles={storeStates.map(({ label, key, condition }) => tile(label, counts[key], condition))}
      />
      <p className="-mt-2 mb-4 flex flex-wrap gap-x-4 gap-y-2 text-sm text-ink-3">
        {counts.notPlaying > 0 ? (
          <TextLink to={withMembers(here, filters, { condition: "not-playing" })}>
            {storesTexts.notPlaying(figure(counts.notPlaying), counts.notPlaying === 1)}
          </TextLink>
        ) : null}
        {counts.licenceEnding > 0 ? (
          <TextLink to={withMembers(here, filters, { condition: "licence-ending" })}>
            {storesTexts.licenceEnding(figure(counts.licenceEnding), counts.licenceEnding === 1)}
          </TextLink>
        ) : null}
        {countedAt ? <span>As of {countedAt}</span> : null}
      </p>
    </>
  );
}

export function StoreTable({
  rows,
  filters,
  back,
  sort,
  askedSort,
  quietFrom,
  row,
  page,
  choices,
  maySell,
}: Data) {
  const { counted } = useFigures();
  const address = { ...filters, sort: askedSort, limit: sizeMember(page.limit) };
  const inUse = Object.values(filters).filter(Boolean).length;
  return (
    <Panel>
      <FilterBar
        label="Filter stores"
        clearTo={here}
        active={inUse}
        hidden={{ sort: address.sort, limit: address.limit, condition: filters.condition }}
        search={
          <FilterSearch
            name="search"
            label="Search"
            value={filters.search}
            placeholder="Name or code"
          />
        }
      >
        <LocationFilters values={filters} choices={choices} />
        <FilterSelect
          name="status"
          label="Status"
          any="Any status"
          value={filters.status}
          options={statusOptions}
        />
      </FilterBar>
      <Table
        caption="Stores"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.ref}
        sort={{
          by: sort,
          href: (by) => withMembers(here, address, { sort: by }),
        }}
        fold={{
          from: quietFrom,
          label: storesTexts.quiet(counted(rows.length - quietFrom, "store")),
        }}
        bulk={{
          formId: "bulk",
          asks: { ...filters, sort: address.sort, back },
          label: (row) => `Select ${row.name}`,
          total: page.total,
          actions: <BulkActions maySell={maySell} />,
        }}
        empty={<NoStores filtered={inUse > 0} />}
      />
      {rows.length > 0 ? <DayStripKey rows={rows} /> : null}
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(place) =>
          // a cursor belongs to one order
          withMembers(here, address, { ...place, sort: place.cursor ? sort : askedSort })
        }
      />
    </Panel>
  );
}

function BulkActions({ maySell }: Pick<Data, "maySell">) {
  return (
    <>
      <Button formAction={storesChangePath} small>
        Change…
      </Button>
      <Button formAction={`${severalStoresPath}/activate`} small>
        Activate
      </Button>
      <Button formAction={`${severalStoresPath}/deactivate`} small>
        Deactivate
      </Button>
      <CommandButtons targetOf={(command) => ({ formAction: storesCommandPath(command) })} />
      {maySell ? (
        <Button formAction={campaignAddPath} small>
          Add campaign
        </Button>
      ) : null}
    </>
  );
}

const columns: Column<Row>[] = [
  {
    key: "name",
    header: "Store",
    sortKey: "name",
    card: "title",
    cell: (row) => (
      <>
        <b className="font-semibold [overflow-wrap:anywhere] md:inline-block md:min-w-32">
          <TextLink to={storePath(row.ref)}>{row.name}</TextLink>
        </b>
        <small className="block text-ink-3">{row.code}</small>
      </>
    ),
  },
  {
    key: "state",
    header: "Status",
    sortKey: "status",
    card: "aside",
    cell: (row) => (
      // a long status wraps before the table has to scroll
      <span className="[&_.state]:whitespace-normal">
        <Pill tone={row.state.tone}>{row.state.words}</Pill>
        {row.lastSeen ? (
          <small className="block whitespace-nowrap text-ink-3">Seen {row.lastSeen}</small>
        ) : null}
      </span>
    ),
  },
  todayColumn,
  {
    key: "unit",
    header: "Location",
    sortKey: "location",
    card: "plain",
    cell: (row) => (
      <span className="md:inline-block md:min-w-28">
        {row.unit || <span className="text-ink-3">No group yet</span>}
      </span>
    ),
  },
  {
    key: "volume",
    header: "Volume",
    sortKey: "volume",
    numeric: true,
    card: "hide",
    cell: (row) => row.volume ?? <span className="text-ink-3">–</span>,
  },
  {
    key: "plays",
    header: "Plays today",
    sortKey: "plays",
    numeric: true,
    card: "hide",
    cell: (row) => <Figure of={row.plays} />,
  },
  {
    key: "act",
    header: "Actions",
    card: "corner",
    cell: (row) => (
      <RowMenu of={row.name}>
        <ButtonLink to={storeEditPath(row.ref)}>
          Edit<span className="sr-only"> {row.name}</span>
        </ButtonLink>
        <ConfirmLink {...row.turn} of={row.name} />
      </RowMenu>
    ),
  },
];

function NoStores({ filtered }: { filtered: boolean }) {
  if (filtered)
    return (
      <EmptyState title="No Data Found" action={<ButtonLink to={here}>Show all stores</ButtonLink>}>
        {storesTexts.noMatch}
      </EmptyState>
    );
  return (
    <EmptyState
      icon="store"
      title="No List Found"
      action={<ButtonLink to={storeAddPath}>Add store</ButtonLink>}
    >
      {storesTexts.none}
    </EmptyState>
  );
}

const statusOptions = [
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
];
