import type { useLoaderData } from "@remix-run/react";
import { messages } from "#contract/messages";
import { withMembers } from "~/lib/address";
import { ButtonLink } from "~/ui/button";
import { Chart } from "~/ui/chart";
import { EmptyState } from "~/ui/empty-state";
import { figure } from "~/ui/figure";
import { FilterBar, FilterDate, FilterSelect } from "~/ui/filter-bar";
import { ListPager } from "~/ui/pager";
import { Panel } from "~/ui/panel";
import { StatTiles } from "~/ui/stat-tiles";
import { type Column, Table } from "~/ui/table";
import type { loadReport } from "./report.server";

type Data = ReturnType<typeof useLoaderData<typeof loadReport>>;
type Result = NonNullable<Data["result"]>;

export const pathOf = (key: string) => `/admin/reports/${key}`;

/** The members of the address that say what was asked and how it is shown. */
const addressOf = ({ filters, sort, view }: Pick<Data, "filters" | "sort" | "view">) => ({
  ...filters,
  sort,
  view: view === "bar" ? undefined : view,
});

/** The filters, and below them the rows or the words for why there are none. */
export function ReportPanel(data: Data) {
  const { report, filters, proposed, choices, result, refused, sort, view } = data;
  const { regionId, zoneId, groupId, storeId } = filters;
  return (
    <Panel padded={false}>
      <FilterBar
        label={`Ask for the report ${report.title}`}
        clearTo={pathOf(report.key)}
        active={[regionId, zoneId, groupId, storeId].filter(Boolean).length}
        hidden={{ ...(sort && { sort }), ...(view !== "bar" && { view }) }}
        applyLabel="Show Report"
        search={
          <>
            <FilterDate name="from" label="First day" value={filters.from ?? proposed.from} required />
            <FilterDate name="to" label="Last day" value={filters.to ?? proposed.to} required />
          </>
        }
      >
        <FilterSelect name="regionId" label="Region" any="All regions" value={regionId} options={choices.regions} />
        <FilterSelect name="zoneId" label="Zone" any={choices.anyZone} value={zoneId} options={choices.zones} />
        <FilterSelect name="groupId" label="Group" any={choices.anyGroup} value={groupId} options={choices.groups} />
        {choices.stores ? <FilterSelect name="storeId" label="Store" any="All stores" value={storeId} options={choices.stores} /> : null}
      </FilterBar>
      {refused ? (
        <p role="alert" className="m-3 rounded-lg bg-bad-tint px-4 py-3 font-medium text-bad">
          {refused}
        </p>
      ) : null}
      {result ? <Rows {...data} result={result} /> : null}
      {result || refused ? null : (
        <EmptyState icon="report" title={messages.showReport}>
          {report.days === null ? null : `At most ${report.days} days at once. `}Choose a group to narrow it to one store.
        </EmptyState>
      )}
    </Panel>
  );
}

type Row = { key: string; cells: string[] };

function Rows({ report, result, order, row, ...data }: Data & { result: Result }) {
  const path = pathOf(report.key);
  const address = addressOf(data);
  const columns = result.columns.map(
    ({ key, heading, format, sortable }, at): Column<Row> => ({
      key,
      header: heading,
      numeric: format === "number",
      card: at === 0 ? "title" : "line",
      ...(sortable && { sortKey: key }),
      cell: ({ cells }) => cells[at] || <span className="text-ink-3">–</span>,
    }),
  );
  const rows = result.rows.map((cells, at): Row => ({ key: String(row + at), cells }));
  return (
    <>
      {result.units.length ? <p className="border-b border-line px-4 py-2 text-sm text-ink-2">{result.units.join(" › ")}</p> : null}
      <Table
        caption={report.title}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        sort={{ by: order, href: (by) => withMembers(path, address, { sort: by }) }}
        empty={
          <EmptyState title={messages.noData}>Nothing was reported in these days for what you chose. Try other days or units.</EmptyState>
        }
      />
      {rows.length ? (
        <ListPager
          page={result.page}
          from={row}
          shown={rows.length}
          href={({ cursor, from }) => withMembers(path, address, { cursor, row: from })}
        />
      ) : null}
    </>
  );
}

/** Figures over all rows and the graph; nothing where there are no rows. */
export function ReportFigures({ report, result, ...data }: Data) {
  if (!result || result.rows.length === 0) return null;
  return (
    <>
      <StatTiles label="Over all rows" tiles={result.figures.map(({ label, value }) => ({ label, value: figure(value) }))} />
      {result.graph ? (
        <Chart
          title={result.graph.title}
          axes={result.graph.axes}
          kind={data.view}
          kinds={["bar", "linear"]}
          kindHref={(kind) => withMembers(pathOf(report.key), addressOf(data), { view: kind === "bar" ? undefined : kind })}
          series={[{ label: result.graph.valueHeading }]}
          points={result.graph.points}
          pointHeader={result.graph.pointHeading}
        />
      ) : null}
    </>
  );
}

/** The file of what is shown; no link before there is anything. */
export function ReportDownload({ report, filters, result }: Pick<Data, "report" | "filters" | "result">) {
  if (!result) return null;
  return (
    <ButtonLink to={withMembers(`${pathOf(report.key)}/download`, filters)} download reloadDocument icon="download">
      Download CSV
    </ButtonLink>
  );
}
