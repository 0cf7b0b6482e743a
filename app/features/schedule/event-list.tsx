import { Link, type useLoaderData } from "@remix-run/react";
import { eventStateLabels, eventStates } from "#contract/schedule/words";
import { PlayableSongs } from "~/features/library/playable-songs";
import { Cover } from "~/ui/cover";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { FilterBar, FilterSearch, FilterSelect } from "~/ui/frame/filter-bar";
import { Icon } from "~/ui/frame/icon";
import { LocationFilters } from "~/ui/frame/location-filters";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import type { loadEvents } from "./events.server";
import { eventAddPath, eventsPath } from "./paths";
import { eventTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadEvents>>;
type Row = Data["rows"][number];

const firstSort = "-starts";
const stateOptions = eventStates.map((state) => ({ value: state, label: eventStateLabels[state] }));

export function EventList({ rows, filters, choices, sort, row, page }: Data) {
  const order = { sort: sort === firstSort ? undefined : sort, limit: sizeMember(page.limit) };
  const active = Object.values(filters).filter(Boolean).length;
  return (
    <Panel>
      <FilterBar
        label="Filter event playlists"
        search={
          <FilterSearch
            name="search"
            label="Search"
            value={filters.search}
            placeholder="Event name"
          />
        }
        active={active}
        clearTo={eventsPath}
        hidden={order}
      >
        <LocationFilters values={filters} choices={choices} regionLabel="Plays in region" />
        <FilterSelect
          name="state"
          label="State"
          value={filters.state}
          any="Any state"
          options={stateOptions}
        />
      </FilterBar>
      <Table
        caption="Event playlists"
        columns={columns}
        rows={rows}
        rowKey={({ path }) => path}
        sort={{
          by: sort,
          href: (by) =>
            withMembers(eventsPath, filters, { ...order, sort: by === firstSort ? undefined : by }),
        }}
        empty={<NoEvents isFiltered={active > 0} />}
      />
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(place) => withMembers(eventsPath, { ...filters, ...order }, place)}
      />
    </Panel>
  );
}

const columns: Column<Row>[] = [
  {
    key: "name",
    header: "Event",
    sortKey: "name",
    card: "title",
    cell: ({ path, name, locations, image, covers }) => (
      <div className="flex items-center gap-3 md:min-w-[220px]">
        <EventImage image={image} covers={covers} />
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <Link to={path} className="font-semibold underline-offset-2 hover:underline">
            {name}
          </Link>
          <small className="block text-ink-3">{locations}</small>
        </div>
      </div>
    ),
  },
  {
    key: "state",
    header: "State",
    card: "aside",
    cell: ({ state }) => <Pill tone={state.tone}>{state.words}</Pill>,
  },
  {
    key: "when",
    header: "Days",
    sortKey: "starts",
    cell: ({ days, hours }) => (
      <>
        {days}
        <small className="block text-ink-3">{hours}</small>
      </>
    ),
  },
  {
    key: "songs",
    header: "Songs",
    numeric: true,
    cell: ({ songs, playable }) => <PlayableSongs songs={songs} playable={playable} />,
  },
  {
    key: "priority",
    header: "Priority",
    sortKey: "priority",
    numeric: true,
    cell: ({ priority }) => priority,
  },
];

/** Shows the event's image, else the covers of its first songs, else an icon. */
function EventImage({ image, covers }: Pick<Row, "image" | "covers">) {
  const place = "h-10 w-10 shrink-0 rounded";
  if (image)
    return (
      <img
        src={image}
        alt=""
        width={40}
        height={40}
        loading="lazy"
        className={`${place} object-cover`}
      />
    );
  // four tiles fill the square; of fewer songs the first does
  const tiles = covers.length === 4 ? covers : covers.slice(0, 1);
  if (tiles.length > 0)
    return (
      <span className={`${place} grid overflow-hidden ${tiles.length > 1 ? "grid-cols-2" : ""}`}>
        {tiles.map(({ key, art }) => (
          <Cover key={key} art={art} size="tile" />
        ))}
      </span>
    );
  return (
    <span className={`${place} grid place-items-center bg-sunken text-ink-3`}>
      <Icon name="calendar" size={20} />
    </span>
  );
}

function NoEvents({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        title="No Data Found"
        action={<ButtonLink to={eventsPath}>Show all events</ButtonLink>}
      >
        {eventTexts.noMatch}
      </EmptyState>
    );
  return (
    <EmptyState
      icon="calendar"
      title="No List Found"
      action={<ButtonLink to={eventAddPath}>Add event</ButtonLink>}
    >
      {eventTexts.none}
    </EmptyState>
  );
}
