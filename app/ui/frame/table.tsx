import { Form, Link } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { HiddenFields } from "./confirm";
import { useFigures } from "./figures";
import { useHydrated } from "./hydrated";
import { Icon } from "./icon";
import { PostForm } from "./post-form";

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the header a link that sorts; passed to `sort.href`. */
  sortKey?: string;
  /** Right-aligned in tabular figures. */
  numeric?: boolean;
  /**
   * The place on a phone's card: beside the title, on a line after its header (the default),
   * without a header, on cards only, or left out. "corner" holds a RowMenu; its heading is spoken.
   */
  card?: "title" | "aside" | "line" | "plain" | "only" | "hide" | "corner";
};

/** A list's order as in its address: "name", or "-name" for descending. */
type Sort = { by: string; href: (by: string) => string };

export type Bulk<Row> = {
  /** ID of the bulk form; the ticks belong to it by their form attribute. */
  formId: string;
  action?: string;
  /** The name of the posted IDs; by default "id". */
  name?: string;
  /** The spoken name of a row's tick. */
  label: (row: Row) => string;
  /** False for a row without bulk actions, which gets no tick. */
  ticks?: (row: Row) => boolean;
  /**
   * The bulk buttons; each posts its action or, with `asks`, leads by formAction to the page that
   * asks.
   */
  actions: ReactNode;
  /**
   * Members of the list's address, sent by GET with the ticks to a page that asks first
   * (confirmation.server.ts).
   */
  asks?: Record<string, string | undefined>;
  /**
   * The number of rows that match the filters on all pages; "all" posts `all=on` with the filters.
   */
  total?: number;
};

export type TableProps<Row> = {
  /** Read by screen readers before the table. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  sort?: Sort;
  bulk?: Bulk<Row>;
  /** Shown instead of the table if there are no rows. */
  empty?: ReactNode;
  /** The key of the row that is being viewed. */
  currentKey?: string;
};

/** A table with more columns than this sets them closer together. */
const mostWideColumns = 9;

/** A list: sorts by links, selects without script, and on phones draws each row as a card. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, sort, bulk, empty, currentKey } = props;
  const host = useRef<HTMLDivElement>(null);
  if (!rows.length && empty) return <div>{empty}</div>;
  const hasTick = (row: Row) => bulk?.ticks?.(row) !== false;
  return (
    <div ref={host} className="bulk-host">
      {bulk ? <BulkBar bulk={bulk} rows={rows.length} host={host} /> : null}
      {sort ? <SortOnPhone columns={columns} sort={sort} /> : null}
      <div className="overflow-x-auto">
        <table
          className={`table cards w-full border-collapse ${bulk ? "ticks" : ""} ${columns.length > mostWideColumns ? "dense" : ""}`}
        >
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {bulk ? (
                <td className="w-8 border-b border-line-strong pb-2 align-bottom">
                  {rows.some(hasTick) ? <TickPage host={host} formId={bulk.formId} /> : null}
                </td>
              ) : null}
              {columns.map((column) => (
                <HeaderCell key={column.key} column={column} sort={sort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                key={rowKey(row)}
                aria-current={rowKey(row) === currentKey ? "true" : undefined}
                className="aria-[current]:bg-sunken"
              >
                {bulk ? (
                  <td className="w-8">
                    {hasTick(row) ? <RowTick bulk={bulk} row={row} value={rowKey(row)} /> : null}
                  </td>
                ) : null}
                {columns.map((column, index) => (
                  <td
                    key={column.key}
                    data-label={cardOf(column, index) === "line" ? column.header : undefined}
                    className={cellClass(column, index)}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function RowTick<Row>({ bulk, row, value }: { bulk: Bulk<Row>; row: Row; value: string }) {
  return (
    <label className="-m-1.5 grid h-8 w-8 place-items-center">
      <input
        type="checkbox"
        form={bulk.formId}
        name={bulk.name ?? "id"}
        value={value}
        aria-label={bulk.label(row)}
        className="tick row-tick"
      />
    </label>
  );
}

function HeaderCell<Row>({ column, sort }: { column: Column<Row>; sort: TableProps<Row>["sort"] }) {
  const numeric = column.numeric ? "num" : undefined;
  const header = column.numeric ? inTwoLines(column.header) : column.header;
  if (!column.sortKey || !sort)
    return (
      <th scope="col" className={column.card === "only" ? "md:hidden" : numeric}>
        {column.card === "corner" ? <span className="sr-only">{header}</span> : header}
      </th>
    );
  const order = orderBy(sort, column.sortKey);
  return (
    <th scope="col" className={numeric} aria-sort={order.now}>
      <Link
        to={order.to}
        preventScrollReset
        className="-my-1.5 inline-flex items-center gap-1 rounded-sm py-1.5 no-underline hover:text-ink hover:underline"
      >
        {header}
        <Icon
          name={order.now ? (order.now === "ascending" ? "up" : "down") : "sort"}
          size={14}
          className={order.now ? "" : "opacity-60"}
        />
      </Link>
    </th>
  );
}

/**
 * Lets a figure's heading wrap into at most two lines, at the space where the longer line is
 * shortest.
 */
function inTwoLines(header: string): string {
  const words = header.split(" ");
  const ways = words.map((_, at) => [
    words.slice(0, at).join("\u00a0"),
    words.slice(at).join("\u00a0"),
  ]);
  const longer = (lines: string[]) => Math.max(...lines.map(({ length }) => length));
  return ways
    .reduce((best, way) => (longer(way) < longer(best) ? way : best))
    .join(" ")
    .trim();
}

/**
 * Gives a column's current order, if any, and the address of its header, which turns an ascending
 * order around.
 */
function orderBy({ by, href }: Sort, key: string) {
  const now =
    by === key ? ("ascending" as const) : by === `-${key}` ? ("descending" as const) : undefined;
  return { now, to: href(now === "ascending" ? `-${key}` : key) };
}

/** Lists links that sort on phones, because cards have no header row. */
function SortOnPhone<Row>({ columns, sort }: { columns: Column<Row>[]; sort: Sort }) {
  const sortable = columns.flatMap(({ sortKey, header }) =>
    sortKey ? [{ header, ...orderBy(sort, sortKey) }] : [],
  );
  const current = sortable.find(({ now }) => now);
  if (sortable.length < 2) return null;
  return (
    <details className="group border-b border-line md:hidden" key={sort.by}>
      <summary className="flex min-h-[44px] items-center justify-between text-sm text-ink-2">
        <span>Sorted by {current ? `${current.header}, ${current.now}` : "default"}</span>
        <Icon name="down" size={16} className="group-open:rotate-180" />
      </summary>
      <ul className="grid gap-1 pb-3">
        {sortable.map(({ header, to }) => (
          <li key={header}>
            <Link to={to} className="inline-block py-1.5 underline underline-offset-2">
              {header}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

type Host = { host: React.RefObject<HTMLDivElement> };

/** Appears once a row is ticked (by CSS alone); with script it also counts. */
function BulkBar<Row>({ bulk, rows, host }: { bulk: Bulk<Row>; rows: number } & Host) {
  const count = useTicked(host);
  const all = useTicked(host, ".all-tick") > 0;
  const hydrated = useHydrated();
  const { figure } = useFigures();
  const BulkForm = bulk.asks ? Form : PostForm;
  return (
    <BulkForm
      id={bulk.formId}
      action={bulk.action}
      className="bulk-bar flex flex-wrap items-center gap-x-4 gap-y-2 sticky bottom-2 z-10 [body:has([data-listening])_&]:bottom-24 rounded-lg bg-sunken px-3 py-2 font-medium text-ink"
    >
      <HiddenFields values={givenOf(bulk.asks)} />
      <span role="status">
        {hydrated
          ? `${figure(all && bulk.total ? bulk.total : count)} selected`
          : "With the selection:"}
      </span>
      <span className="flex flex-wrap gap-2">{bulk.actions}</span>
      {bulk.total && bulk.total > (hydrated ? rows : 1) ? (
        <label className="flex min-h-[28px] items-center gap-2">
          <input type="checkbox" name="all" className="tick all-tick" />
          Select all {figure(bulk.total)} that match
        </label>
      ) : null}
    </BulkForm>
  );
}

const givenOf = (members: Record<string, string | undefined> = {}) =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );

/** Ticks or clears the whole page; hidden without script. */
function TickPage({ host, formId }: { formId: string } & Host) {
  const ticks = () =>
    Array.from(
      host.current?.querySelectorAll<HTMLInputElement>(`.row-tick[form="${formId}"]`) ?? [],
    );
  const count = useTicked(host);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!box.current) return;
    const all = ticks().length;
    box.current.checked = all > 0 && count === all;
    box.current.indeterminate = count > 0 && count < all;
  });
  return (
    <label className="-m-1.5 hidden h-8 w-8 place-items-center scripted:grid">
      <input
        ref={box}
        type="checkbox"
        aria-label="Select page"
        className="tick"
        onChange={(event) => {
          const { checked } = event.currentTarget;
          for (const tick of ticks()) tick.checked = checked;
          host.current?.dispatchEvent(new Event("ticked"));
        }}
      />
    </label>
  );
}

/**
 * Counts the ticked rows. The ticks are the browser's own, so that they survive going back. Counts
 * again whenever the list is drawn, because other rows bring other
 * ticks.
 */
function useTicked(host: React.RefObject<HTMLDivElement>, ticks = ".row-tick"): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const read = () => setCount(element.querySelectorAll(`${ticks}:checked`).length);
    read();
    element.addEventListener("change", read);
    element.addEventListener("ticked", read);
    return () => {
      element.removeEventListener("change", read);
      element.removeEventListener("ticked", read);
    };
  });
  return count;
}

function cardOf<Row>(column: Column<Row>, index: number) {
  return column.card ?? (index === 0 ? "title" : "line");
}

function cellClass<Row>(column: Column<Row>, index: number) {
  const card = cardOf(column, index);
  return (
    [column.numeric ? "num" : "", card === "title" ? "name" : "", cards[card]]
      .filter(Boolean)
      .join(" ") || undefined
  );
}

// whole class names, because Tailwind drops those that it does not find written out
const cards = {
  title: "",
  aside: "",
  line: "card-line",
  plain: "card-plain",
  only: "card-plain md:hidden",
  hide: "card-hide",
  corner: "card-corner",
};
