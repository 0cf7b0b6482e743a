import type { useLoaderData } from "@remix-run/react";
import { songReportReasonLabels, songReportReasons } from "#contract/song-reports/words";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { FilterBar, FilterSearch, FilterSelect } from "~/ui/frame/filter-bar";
import { LocationFilters } from "~/ui/frame/location-filters";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { type Column, Table } from "~/ui/frame/table";
import { Tabs } from "~/ui/frame/tabs";
import { TextLink } from "~/ui/frame/text-link";
import { PlayButton } from "~/ui/play-button";
import { songReportsPath } from "./paths";
import type { loadSongReports } from "./song-reports.server";
import { songReportsTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadSongReports>>;
type Row = Data["rows"][number];

const firstSort = "-reported";
const reasons = songReportReasons.map((reason) => ({
  value: reason,
  label: songReportReasonLabels[reason],
}));

export function ReportTabs({ state }: Pick<Data, "state">) {
  const tab = (label: string, value: Data["state"]) => ({
    label,
    to: withMembers(songReportsPath, { state: value === "open" ? undefined : value }),
    current: value === state,
  });
  return <Tabs label="Song reports" tabs={[tab("Open", "open"), tab("Settled", "settled")]} />;
}

export function ReportList({ rows, state, filters, choices, sort, row, page }: Data) {
  const viewParams = {
    state: state === "open" ? undefined : state,
    sort: sort === firstSort ? undefined : sort,
    limit: sizeMember(page.limit),
  };
  const { search, ...narrowed } = filters;
  const active = Object.values(filters).filter(Boolean).length;
  return (
    <Panel>
      <FilterBar
        label="Filter song reports"
        search={<FilterSearch name="search" label="Song or store" value={search} />}
        active={Object.values(narrowed).filter(Boolean).length}
        clearTo={withMembers(songReportsPath, { state: viewParams.state })}
        hidden={viewParams}
      >
        <FilterSelect
          name="reason"
          label="Reason"
          any="All reasons"
          value={filters.reason}
          options={reasons}
        />
        <LocationFilters values={filters} choices={choices} />
      </FilterBar>
      <Table
        caption="Song reports"
        columns={columns.filter(({ key }) => key !== (state === "open" ? "settled" : "act"))}
        rows={rows}
        rowKey={({ to }) => to}
        sort={{
          by: sort,
          href: (by) =>
            withMembers(songReportsPath, filters, {
              ...viewParams,
              sort: by === firstSort ? undefined : by,
            }),
        }}
        empty={<NoReports isFiltered={active > 0} state={state} />}
      />
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(at) => withMembers(songReportsPath, { ...filters, ...viewParams }, at)}
      />
    </Panel>
  );
}

const columns: Column<Row>[] = [
  {
    key: "song",
    header: "Song",
    card: "title",
    cell: ({ song, to }) => (
      <div className="flex items-center gap-3">
        <PlayButton src={song.audio} title={song.title} by={song.artist} />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <b className="font-semibold">
            <TextLink to={to}>{song.title}</TextLink>
          </b>
          <small className="block text-ink-3">{song.artist}</small>
        </span>
      </div>
    ),
  },
  {
    key: "store",
    header: "Store",
    sortKey: "store",
    cell: ({ store, location, others }) => (
      <span className="max-md:text-right">
        {store.to ? <TextLink to={store.to}>{store.name}</TextLink> : store.name}
        <small className="block text-ink-3">
          {[store.code, location].filter(Boolean).join(" · ")}
        </small>
        {others ? <small className="block text-ink-3">{others}</small> : null}
      </span>
    ),
  },
  {
    key: "reason",
    header: "Reason",
    cell: ({ reason, note, repeats }) => (
      <span className="max-md:text-right [overflow-wrap:anywhere]">
        {reason}
        {note ? <small className="block text-ink-2">{note}</small> : null}
        {repeats ? <small className="block text-ink-3">{repeats}</small> : null}
      </span>
    ),
  },
  {
    key: "reported",
    header: "Reported",
    sortKey: "reported",
    cell: ({ reported }) => <span className="whitespace-nowrap">{reported}</span>,
  },
  {
    key: "settled",
    header: "Settled",
    cell: ({ settled }) =>
      settled ? (
        <span className="max-md:text-right [overflow-wrap:anywhere]">
          {settled.outcome}
          <small className="block text-ink-3">
            {settled.who}, {settled.at}
          </small>
          {settled.answer ? <small className="block text-ink-2">{settled.answer}</small> : null}
        </span>
      ) : null,
  },
  {
    key: "act",
    header: "Actions",
    card: "plain",
    cell: ({ to, song, store }) => (
      <ButtonLink to={to} variant="quiet" small>
        Settle
        <span className="sr-only">
          {" "}
          {song.title}, {store.name}
        </span>
      </ButtonLink>
    ),
  },
];

function NoReports({ isFiltered, state }: { isFiltered: boolean } & Pick<Data, "state">) {
  if (isFiltered) return <EmptyState title="No Data Found">{songReportsTexts.noMatch}</EmptyState>;
  return (
    <EmptyState icon="check" title={state === "open" ? "No open reports" : "No settled reports"}>
      {state === "open" ? songReportsTexts.noneOpen : songReportsTexts.noneSettled}
    </EmptyState>
  );
}
