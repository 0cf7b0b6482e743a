import { Button, ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Figure } from "~/ui/frame/figures";
import { FilterBar, FilterDate, FilterSearch, FilterSelect } from "~/ui/frame/filter-bar";
import { RowMenu } from "~/ui/frame/menu";
import { Pager } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { StatTiles } from "~/ui/frame/stat-tiles";
import { type Column, Table } from "~/ui/frame/table";
import { Tabs } from "~/ui/frame/tabs";
import { TextLink } from "~/ui/frame/text-link";
import { type SampleStore, stores } from "./gallery-data";
import { galleryPath as here } from "./paths";

const columns: Column<SampleStore>[] = [
  {
    key: "name",
    header: "Store",
    sortKey: "name",
    cell: (store) => (
      <>
        <a href={here}>{store.name}</a>
        <small>{store.code}</small>
      </>
    ),
  },
  {
    key: "status",
    header: "Status",
    card: "aside",
    cell: (store) => <Pill tone={store.tone}>{store.status}</Pill>,
  },
  { key: "unit", header: "Location", card: "plain", cell: (store) => store.unit },
  { key: "seen", header: "Last seen", sortKey: "seen", cell: (store) => store.lastSeen },
  { key: "volume", header: "Volume", numeric: true, card: "hide", cell: (store) => store.volume },
  {
    key: "plays",
    header: "Plays today",
    sortKey: "plays",
    numeric: true,
    cell: (store) => <Figure of={store.plays} />,
  },
  {
    key: "act",
    header: "Actions",
    card: "corner",
    cell: (store) => (
      <RowMenu of={store.name}>
        <ButtonLink to={here}>Edit</ButtonLink>
        <ButtonLink to={here} variant="danger">
          Deactivate
        </ButtonLink>
      </RowMenu>
    ),
  },
];

/** Tiles, tabs, a list with everything, a list that is empty. */
export function GalleryLists({ sort }: { sort: string }) {
  return (
    <>
      <StatTiles
        label="Stores by status"
        tiles={[
          { label: "Total", value: 240, to: here },
          { label: "Online", value: 201, to: `${here}?status=online`, current: true },
          { label: "Offline", value: 9, to: `${here}?status=offline` },
          { label: "Not playing for 24 hours", value: 3, to: `${here}?status=quiet` },
          {
            label: "Below threshold volume",
            value: 11,
            to: `${here}?status=low`,
            note: "limit 40",
          },
          { label: "Online but silent 30 min", value: 4 },
        ]}
      />
      <Tabs
        label="Store lists"
        tabs={[
          { label: "Stores", to: here, current: true, count: 240 },
          { label: "Players", to: `${here}?tab=players`, current: false },
          { label: "Opening hours", to: `${here}?tab=hours`, current: false },
        ]}
      />
      <Panel>
        <StoreFilters />
        <Table
          caption="Stores"
          columns={columns}
          rows={stores}
          rowKey={(store) => store.id}
          sort={{ by: sort, href: (by) => `${here}?sort=${by}` }}
          currentKey="33"
          bulk={{
            formId: "bulk",
            label: (store) => `Select ${store.name}`,
            total: 61,
            actions: (
              <>
                <Button small name="status" value="active">
                  Activate
                </Button>
                <Button small variant="danger" name="status" value="inactive">
                  Deactivate
                </Button>
              </>
            ),
          }}
        />
        <Pager from={1} to={5} total={61} nextHref={`${here}?page=2`} />
      </Panel>
      <Panel>
        <Table
          caption="No stores"
          columns={columns}
          rows={[]}
          rowKey={(store) => store.id}
          empty={
            <EmptyState
              icon="store"
              title="No stores match these filters"
              action={<ButtonLink to={here}>Clear the filters</ButtonLink>}
            >
              Look in another region, or <TextLink to={here}>add the first store</TextLink>.
            </EmptyState>
          }
        />
      </Panel>
    </>
  );
}

function StoreFilters() {
  return (
    <FilterBar
      label="Filter stores"
      clearTo={here}
      active={1}
      search={<FilterSearch name="q" label="Search" placeholder="Name or code" />}
    >
      <FilterSelect
        name="region"
        label="Region"
        any="All regions"
        value="w"
        options={[{ value: "w", label: "West" }]}
      />
      <FilterSelect
        name="status"
        label="Status"
        any="Any status"
        options={[{ value: "online", label: "Online" }]}
      />
      <FilterDate name="since" label="Seen since" value="2026-11-22" />
    </FilterBar>
  );
}
