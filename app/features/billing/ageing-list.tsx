import type { useLoaderData } from "@remix-run/react";
import { withMembers } from "~/ui/frame/address";
import { EmptyState } from "~/ui/frame/empty-state";
import { FilterBar, FilterSearch } from "~/ui/frame/filter-bar";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { type Column, Table } from "~/ui/frame/table";
import { TextLink } from "~/ui/frame/text-link";
import type { loadAgeing } from "./ageing.server";
import { ageingPath } from "./paths";
import { ageingTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadAgeing>>;
type Row = Omit<Data["total"], "to"> & { to: string | null };

const firstSort = "-total";

export function AgeingList({ rows, total, search, sort, row, page }: Data) {
  const viewParams = { sort: sort === firstSort ? undefined : sort, limit: sizeMember(page.limit) };
  const all: Row[] = rows.length > 0 ? [...rows, total] : [];
  return (
    <Panel>
      <FilterBar
        label="Filter companies"
        search={<FilterSearch name="search" label="Company" value={search} />}
        active={search ? 1 : 0}
        clearTo={ageingPath}
        hidden={viewParams}
      />
      <Table
        caption="Ageing"
        columns={columns}
        rows={all}
        rowKey={({ ref }) => ref}
        sort={{
          by: sort ?? firstSort,
          href: (by) =>
            withMembers(
              ageingPath,
              { search },
              {
                ...viewParams,
                sort: by === firstSort ? undefined : by,
              },
            ),
        }}
        empty={
          <EmptyState icon="billing" title={search ? "No Data Found" : "Nothing outstanding"}>
            {search ? ageingTexts.noMatch : ageingTexts.none}
          </EmptyState>
        }
      />
      <ListPager
        page={page}
        row={row}
        rowCount={rows.length}
        href={(at) => withMembers(ageingPath, { search, ...viewParams }, at)}
      />
    </Panel>
  );
}

const money = (key: keyof Row & string, header: string, sortKey?: string): Column<Row> => ({
  key,
  header,
  numeric: true,
  ...(sortKey && { sortKey }),
  cell: ({ [key]: amount, to }) => (to ? amount : <b className="font-semibold">{amount}</b>),
});

const columns: Column<Row>[] = [
  {
    key: "company",
    header: "Company",
    sortKey: "company",
    card: "title",
    cell: ({ company, to }) => (
      <b className="font-semibold">{to ? <TextLink to={to}>{company}</TextLink> : company}</b>
    ),
  },
  money("notDue", "Not due"),
  money("to30", "1–30 days"),
  money("to60", "31–60 days"),
  money("to90", "61–90 days"),
  money("over90", "Above 90 days", "over90"),
  money("credit", "Credit"),
  money("total", "Balance", "total"),
];
