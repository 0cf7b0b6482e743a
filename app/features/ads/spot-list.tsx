import { Link, type useLoaderData } from "@remix-run/react";
import {
  type SpotState,
  spotKinds,
  spotKindWords,
  spotStates,
  spotStateWords,
} from "#contract/ads/words";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Counted } from "~/ui/frame/figures";
import { FilterBar, FilterSearch, FilterSelect } from "~/ui/frame/filter-bar";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import { PlayButton } from "~/ui/play-button";
import { spotsPath as here, spotAddPath } from "./paths";
import type { loadSpots } from "./spots.server";
import { spotListTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadSpots>>;
type Row = Data["rows"][number];

const kindOptions = spotKinds.map((value) => ({ value, label: spotKindWords[value] }));
const stateOptions = spotStates.map((value) => ({ value, label: spotStateWords[value] }));

export function SpotList(list: Data) {
  const { rows, filters, sort, row, page, brands } = list;
  const viewParams = { sort: sort === "name" ? undefined : sort, limit: sizeMember(page.limit) };
  const active = Object.values(filters).filter(Boolean).length;
  return (
    <Panel>
      <FilterBar
        label="Filter spots"
        search={
          <FilterSearch
            name="search"
            label="Search"
            value={filters.search}
            placeholder={spotListTexts.search}
          />
        }
        active={active}
        clearTo={here}
        hidden={viewParams}
      >
        <FilterSelect
          name="kind"
          label="Kind"
          value={filters.kind}
          any="Any kind"
          options={kindOptions}
        />
        <FilterSelect
          name="state"
          label="State"
          value={filters.state}
          any="Any state"
          options={stateOptions}
        />
        {brands.length > 0 ? (
          <FilterSelect
            name="brandId"
            label="Brand"
            value={filters.brandId}
            any="Any brand"
            options={brands}
          />
        ) : null}
      </FilterBar>
      <Table
        caption="Spots"
        columns={columns}
        rows={rows}
        rowKey={({ path }) => path}
        sort={{
          by: sort,
          href: (by) =>
            withMembers(here, filters, { ...viewParams, sort: by === "name" ? undefined : by }),
        }}
        empty={<NoSpots {...list} isFiltered={active > 0} />}
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

const none = <span className="text-ink-3">–</span>;

const columns: Column<Row>[] = [
  {
    key: "name",
    header: "Spot",
    sortKey: "name",
    card: "title",
    cell: ({ path, name, audio, kind, brand }) => (
      <div className="flex items-center gap-3 md:min-w-[220px]">
        {audio ? <PlayButton src={audio} title={name} by={brand ?? kind} /> : null}
        <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <Link to={path} className="font-semibold">
            {name}
          </Link>
          <small className="block text-ink-3">
            <span className="text-ink-2">{kind}</span>
            {brand ? ` · ${brand}` : null}
            {audio ? null : " · No audio yet"}
          </small>
        </div>
      </div>
    ),
  },
  {
    key: "state",
    header: "State",
    card: "aside",
    cell: ({ state }) => <SpotStatePill state={state} />,
  },
  { key: "category", header: "Category", cell: ({ category }) => category ?? none },
  { key: "days", header: "Days", cell: ({ days }) => days ?? "Any day" },
  {
    key: "length",
    header: "Length",
    sortKey: "length",
    numeric: true,
    cell: ({ length }) => length,
  },
  {
    key: "uses",
    header: "Used by",
    numeric: true,
    cell: ({ uses }) => (uses === 0 ? none : <Counted of={uses} one="campaign" />),
  },
];

const tones = {
  active: "ok",
  upcoming: "info",
  ended: "idle",
  withdrawn: "idle",
} as const satisfies Record<SpotState, string>;

export const SpotStatePill = ({ state }: { state: SpotState }) => (
  <Pill tone={tones[state]}>{spotStateWords[state]}</Pill>
);

function NoSpots({ isFiltered, mayChange }: Data & { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="No Data Found" action={<ButtonLink to={here}>Show all spots</ButtonLink>}>
        {spotListTexts.noMatch}
      </EmptyState>
    );
  return (
    <EmptyState
      icon="ad"
      title="No List Found"
      action={
        mayChange ? (
          <ButtonLink to={spotAddPath} variant="primary" icon="upload">
            Add spot
          </ButtonLink>
        ) : undefined
      }
    >
      {mayChange ? spotListTexts.none : spotListTexts.noneToRead}
    </EmptyState>
  );
}
