import { Link, type useLoaderData } from "@remix-run/react";
import { statusOptions } from "#contract/base/status";
import { PlayableSongs } from "~/features/library/playable-songs";
import { type Art, Cover } from "~/ui/cover";
import { withMembers } from "~/ui/frame/address";
import { ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Counted } from "~/ui/frame/figures";
import { FilterBar, FilterSearch, FilterSelect } from "~/ui/frame/filter-bar";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { Pill } from "~/ui/frame/pill";
import { type Column, Table } from "~/ui/frame/table";
import type { loadCharts } from "./charts.server";
import { chartsPath, listOf } from "./paths";
import { chartsTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadCharts>>;
type Row = Data["rows"][number];

export function ChartList(list: Data) {
  const { kind, rows, filters, sort, row, page } = list;
  const here = { kind: kind === "custom" ? kind : undefined };
  const address = { ...here, ...filters };
  const viewParams = { sort: sort === "name" ? undefined : sort, limit: sizeMember(page.limit) };
  const active = Object.values(filters).filter(Boolean).length;
  return (
    <Panel>
      <FilterBar
        label="Filter charts"
        search={
          <FilterSearch
            name="search"
            label="Search"
            value={filters.search}
            placeholder="Chart name"
          />
        }
        active={active}
        clearTo={withMembers(chartsPath, here)}
        hidden={{ ...here, ...viewParams }}
      >
        <FilterSelect
          name="status"
          label="Status"
          value={filters.status}
          any="Any status"
          options={statusOptions}
        />
      </FilterBar>
      <Table
        caption={kind === "custom" ? "Custom charts" : "Popular charts"}
        columns={columnsOf(kind)}
        rows={rows}
        rowKey={(row) => row.ref}
        sort={{
          by: sort,
          href: (by) =>
            withMembers(chartsPath, address, {
              ...viewParams,
              sort: by === "name" ? undefined : by,
            }),
        }}
        empty={<NoCharts {...list} isFiltered={active > 0} />}
      />
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(place) => withMembers(chartsPath, { ...address, ...viewParams }, place)}
      />
    </Panel>
  );
}

const columnsOf = (kind: Data["kind"]): Column<Row>[] => [
  {
    key: "name",
    header: "Chart",
    sortKey: "name",
    card: "title",
    cell: ({ ref, chartName, description, logo, art }) => (
      <div className="flex items-center gap-3 md:min-w-[220px]">
        <ChartLogo logo={logo} art={art} />
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <Link
            to={`${chartsPath}/${kind}/${ref}`}
            className="font-semibold underline-offset-2 hover:underline"
          >
            {chartName}
          </Link>
          {description ? <small className="block text-ink-3">{description}</small> : null}
        </div>
      </div>
    ),
  },
  {
    key: "status",
    header: "Status",
    sortKey: "status",
    card: "aside",
    cell: ({ status }) =>
      status === "active" ? <Pill tone="ok">Active</Pill> : <Pill tone="idle">Inactive</Pill>,
  },
  {
    key: "songs",
    header: "Songs",
    sortKey: "songs",
    numeric: true,
    cell: ({ songs, playable }) => <PlayableSongs songs={songs} playable={playable} />,
  },
  {
    key: "length",
    header: "Length",
    numeric: true,
    cell: ({ songs, length }) => (songs > 0 ? length : "–"),
  },
  {
    key: "rules",
    header: "Used by",
    numeric: true,
    cell: ({ rules }) => (rules === 0 ? "no rule" : <Counted of={rules} one="rule" />),
  },
];

/** The logo, or a drawing of the chart's name if there is none. */
export function ChartLogo({ logo, art }: { logo: string | null; art: Art }) {
  if (logo)
    return (
      <img
        src={logo}
        alt=""
        width={40}
        height={40}
        loading="lazy"
        className="h-10 w-10 shrink-0 rounded object-contain"
      />
    );
  return <Cover art={art} size="row" />;
}

function NoCharts({ kind, mayAdd, isFiltered }: Data & { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        title="No Data Found"
        action={<ButtonLink to={listOf(kind)}>Show all charts</ButtonLink>}
      >
        {chartsTexts.noMatch}
      </EmptyState>
    );
  return (
    <EmptyState icon="chart" title="No List Found">
      {kind === "popular" ? chartsTexts.nonePopular : chartsTexts.noneCustom}
      {mayAdd ? " Add the first one." : ""}
    </EmptyState>
  );
}
