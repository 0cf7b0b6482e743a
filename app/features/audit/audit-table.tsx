import { type useLoaderData, useLocation } from "@remix-run/react";
import { withMembers } from "~/ui/frame/address";
import { Button, ButtonLink } from "~/ui/frame/button";
import { EmptyState } from "~/ui/frame/empty-state";
import { Counted } from "~/ui/frame/figures";
import { FilterBar, FilterDate, FilterSearch, FilterSelect } from "~/ui/frame/filter-bar";
import { ListPager, sizeMember } from "~/ui/frame/pager";
import { Panel } from "~/ui/frame/panel";
import { PostForm } from "~/ui/frame/post-form";
import { type Column, Table } from "~/ui/frame/table";
import { Tabs } from "~/ui/frame/tabs";
import { TextLink } from "~/ui/frame/text-link";
import type { loadAudit } from "./audit.server";
import { auditPath as here } from "./paths";
import { auditTexts } from "./texts";

type Data = ReturnType<typeof useLoaderData<typeof loadAudit>>;
type Row = Data["rows"][number];

/** Tabs between the chosen company's items and the provider's own. */
export function AuditOwnerTabs({ filters: { of, ...narrowing }, company }: Data) {
  const { itemKind: _, one: __, ...otherFilters } = narrowing; // the provider has other kinds
  const tab = (label: string, whose: "provider" | undefined) => ({
    label,
    to: withMembers(here, otherFilters, { of: whose }),
    current: of === whose,
  });
  return company ? (
    <Tabs label="Whose items" tabs={[tab(company, undefined), tab("Fever's own", "provider")]} />
  ) : null;
}

export function AuditTable({ filters, sort, row, page, kinds, company, rows, reach }: Data) {
  const { of, one, ...narrowing } = filters;
  const inUse = Object.values(narrowing).filter(Boolean).length;
  const viewParams = { sort: sort === "-at" ? undefined : sort, limit: sizeMember(page.limit) };
  return (
    <Panel>
      <AuditFilters filters={filters} kinds={kinds} viewParams={viewParams} active={inUse} />
      {one ? (
        <p className="flex flex-wrap items-center gap-x-3 border-t border-line py-2 text-ink-2">
          {auditTexts.oneItem} <TextLink to={withMembers(here, { of })}>Show all items</TextLink>
        </p>
      ) : null}
      {reach ? (
        <p className="border-t border-line py-2 text-sm text-ink-3">{auditTexts.reach(reach)}</p>
      ) : null}
      <Table
        caption={auditTexts.caption}
        sort={{
          by: sort,
          href: (by) =>
            withMembers(here, filters, { ...viewParams, sort: by === "-at" ? undefined : by }),
        }}
        columns={columns}
        rows={rows}
        rowKey={(row) => String(row.id)}
        empty={
          <EmptyState
            icon="audit"
            title={inUse ? "No Data Found" : company ? "No changes yet" : auditTexts.noneOfOwnTitle}
            action={
              inUse ? (
                <ButtonLink to={withMembers(here, { of, one })}>Show everything</ButtonLink>
              ) : undefined
            }
          >
            {inUse ? auditTexts.noMatch : company ? auditTexts.none : auditTexts.chooseCompany}
          </EmptyState>
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

function AuditFilters({
  filters,
  kinds,
  viewParams,
  active,
}: Pick<Data, "filters" | "kinds"> & {
  viewParams: { sort: string | undefined; limit: number | undefined };
  active: number;
}) {
  const { of, one } = filters;
  return (
    <FilterBar
      label="Filter the audit log"
      clearTo={withMembers(here, { of, one })}
      active={active}
      hidden={{ of, one, ...viewParams }}
      search={
        one ? undefined : (
          <FilterSearch
            name="item"
            label="Item"
            value={filters.item}
            placeholder="Name or number"
          />
        )
      }
    >
      {one ? null : (
        <FilterSelect
          name="itemKind"
          label="Kind"
          any="All kinds"
          value={filters.itemKind}
          options={kinds}
        />
      )}
      <FilterSearch name="who" label="Who" value={filters.who} placeholder="Username" narrow />
      <FilterSearch
        name="action"
        label="Action"
        value={filters.action}
        placeholder="removed"
        narrow
      />
      <FilterDate name="from" label="From" value={filters.from} />
      <FilterDate name="to" label="To" value={filters.to} />
    </FilterBar>
  );
}

const columns: Column<Row>[] = [
  {
    key: "when",
    header: "When",
    sortKey: "at",
    card: "aside",
    cell: (row) => <span className="whitespace-nowrap tabular-nums">{row.when}</span>,
  },
  {
    key: "who",
    header: "Who",
    card: "line",
    cell: (row) => (
      <span className="[overflow-wrap:anywhere] md:inline-block md:min-w-24 lg:min-w-36">
        {row.who}
        {row.sentFrom ? <small className="block text-ink-3">from {row.sentFrom}</small> : null}
      </span>
    ),
  },
  {
    key: "what",
    header: "What",
    card: "title",
    cell: (row) => (
      <span className="lg:inline-block lg:min-w-48">
        <b className="font-semibold">{row.action}</b>
        <small className="block text-ink-3 [overflow-wrap:anywhere]">
          {row.kind}: {row.item}
        </small>
      </span>
    ),
  },
  {
    key: "changes",
    header: "Before and after",
    card: "plain",
    cell: (row) => (
      <>
        <Changes row={row} />
        {row.undo ? <Undo undo={row.undo} of={row.item} /> : null}
      </>
    ),
  },
];

function Changes({ row: { changes, more } }: { row: Row }) {
  if (changes.length === 0) return <span className="text-ink-3">No details</span>;
  return (
    <details>
      <summary className="cursor-pointer rounded-sm py-1 text-ink underline underline-offset-2">
        <Counted of={changes.length + more} one="change" />
      </summary>
      <div aria-hidden="true" className={`${sideBySide} mt-1 text-xs font-medium text-ink-3`}>
        <span>Field</span>
        <span>Before</span>
        <span>After</span>
      </div>
      <dl className="text-sm">
        {changes.map(({ field, before, after }) => (
          <div key={field} className={`${sideBySide} py-1`}>
            <dt className="text-ink-3">{field}</dt>
            <dd>
              <span className="sr-only">Before: </span>
              {before ? <del className="text-bad">{before}</del> : <NoValue />}
            </dd>
            <dd>
              <span className="sr-only">After: </span>
              {after ? <ins className="text-ok no-underline">{after}</ins> : <NoValue />}
            </dd>
          </div>
        ))}
      </dl>
      {more ? <p className="text-ink-3">{auditTexts.moreChanges(more)}</p> : null}
    </details>
  );
}

const sideBySide = "grid grid-cols-3 gap-x-3 [overflow-wrap:anywhere]";
const NoValue = () => <span className="text-ink-3">–</span>;

/**
 * Undoes the change with all its other rows; the platform refuses if somebody changed it since.
 */
function Undo({ undo: { to, fields }, of }: { undo: NonNullable<Row["undo"]>; of: string }) {
  const { pathname, search } = useLocation();
  return (
    <PostForm action={to} className="mt-1">
      {Object.entries({ ...fields, back: pathname + search }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button small>
        Undo<span className="sr-only"> the change of {of}</span>
      </Button>
    </PostForm>
  );
}
