import { Form, type useLoaderData } from "@remix-run/react";
import { withMembers } from "~/ui/frame/address";
import { Button, ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Figure } from "~/ui/frame/figures";
import { FilterBar, FilterDate, FilterSearch } from "~/ui/frame/filter-bar";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { PostForm } from "~/ui/frame/post-form";
import { type Column, Table } from "~/ui/frame/table";
import { makeGoodTexts as texts } from "./delivery-words";
import type { loadMakeGoods } from "./make-goods.server";
import { campaignMakeGoodsPath } from "./paths";
import { StoreName } from "./store-name";

type Data = ReturnType<typeof useLoaderData<typeof loadMakeGoods>>;

/**
 * Asks until which day after the flight missed plays may be made up: first shows the effect, then
 * the button that books them.
 */
export function AfterFlight({ after }: Data) {
  const { lead, until, first, refused, notes, book, isOpen } = after;
  return (
    <Panel title={texts.after} lead={lead}>
      {isOpen ? (
        <Form method="get" className="mb-3 flex flex-wrap items-end gap-2 print:hidden">
          <FilterDate name="until" label={texts.until} value={until} min={first} required />
          <Button>Preview</Button>
        </Form>
      ) : null}
      <div role="status" className="grid gap-1">
        {refused ? <p className="font-medium text-bad">{refused}</p> : null}
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      {book ? (
        <PostForm id="book" className="mt-3 print:hidden">
          <input type="hidden" name="until" value={until} />
          <Button variant="primary">{book}</Button>
        </PostForm>
      ) : null}
    </Panel>
  );
}

type Row = Data["rows"][number];
const columns: Column<Row>[] = [
  {
    key: "store",
    header: "Store",
    sortKey: "store",
    cell: ({ name, code, to }) => <StoreName name={name} code={code} to={to} />,
  },
  {
    key: "missedOn",
    header: "Missed on",
    cell: ({ missedOn }) => <span className="whitespace-nowrap">{missedOn}</span>,
  },
  {
    key: "day",
    header: "Booked on",
    sortKey: "day",
    cell: ({ day }) => <span className="whitespace-nowrap">{day}</span>,
  },
  { key: "plays", header: "Plays", numeric: true, cell: ({ plays }) => <Figure of={plays} /> },
  { key: "state", header: "State", cell: ({ state }) => state },
];

const firstSort = "-day";

export function MakeGoodList({ rows, filters, until, sort, row, page, path }: Data) {
  const here = campaignMakeGoodsPath(path);
  const viewParams = {
    until,
    sort: sort === firstSort ? undefined : sort,
    limit: sizeMember(page.limit),
  };
  return (
    <Panel title="Make-goods booked" lead={texts.rows}>
      <FilterBar
        label="Filter make-goods"
        search={
          <FilterSearch
            name="search"
            label="Store"
            value={filters.search}
            placeholder="Name or code"
          />
        }
        active={filters.search ? 1 : 0}
        clearTo={here}
        hidden={viewParams}
      />
      <Table
        caption={texts.caption}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        sort={{
          by: sort,
          href: (by) =>
            withMembers(here, filters, { ...viewParams, sort: by === firstSort ? undefined : by }),
        }}
        empty={
          filters.search ? (
            <EmptyState
              title="No Data Found"
              action={<ButtonLink to={here}>Show all stores</ButtonLink>}
            >
              {texts.noMatch}
            </EmptyState>
          ) : (
            <EmptyState title="No List Found">
              {texts.none} {texts.within}
            </EmptyState>
          )
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
