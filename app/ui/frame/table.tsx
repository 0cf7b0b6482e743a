import { Link } from "@remix-run/react";
import { type ReactNode, useRef } from "react";
import { type Bulk, BulkBar, RowTick, TickAll } from "./bulk";
import { Icon } from "./icon";

export type Column<Row> = {
  key: string;
  header: string;
  /** Stands below the header, such as the hours of a drawn day. */
  scale?: ReactNode;
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
  /** Folds the rows from this index on below a label, unless it is the first row. */
  fold?: { from: number; label: string } | undefined;
  /** Headings of the rows, each with its number of rows, in order; none for a list without. */
  sections?: readonly { label: string; note: string | null; rows: number }[];
};

/** A table with more columns than this sets them closer together. */
const mostWideColumns = 9;

/** A list: sorts by links, selects without script, and on phones draws each row as a card. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, sort, bulk, empty, fold } = props;
  const host = useRef<HTMLDivElement>(null);
  if (!rows.length && empty) return <div>{empty}</div>;
  const foldAt = fold && fold.from > 0 ? fold.from : rows.length;
  const rest = rows.slice(foldAt);
  return (
    <div ref={host} className="bulk-host">
      {bulk ? <BulkBar bulk={bulk} visibleRows={foldAt} host={host} /> : null}
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
                  {rows.some((row) => hasTick(bulk, row)) ? (
                    <TickAll within={host} bulk={bulk} label="Select page" />
                  ) : null}
                </td>
              ) : null}
              {columns.map((column) => (
                <HeaderCell key={column.key} column={column} sort={sort} />
              ))}
            </tr>
          </thead>
          {sectionsOf(rows.slice(0, foldAt), props.sections).map(({ heading, rows }) => (
            <Rows key={heading?.label ?? ""} {...props} rows={rows} heading={heading} />
          ))}
          {fold && rest.length > 0 ? (
            <>
              <tbody className="fold">
                <tr>
                  <td colSpan={columns.length + (bulk ? 1 : 0)} className="card-plain">
                    <details>
                      <summary className="inline-block rounded-sm py-1 text-ink underline underline-offset-2">
                        {fold.label}
                      </summary>
                    </details>
                  </td>
                </tr>
              </tbody>
              <Rows {...props} rows={rest} />
            </>
          ) : null}
        </table>
      </div>
    </div>
  );
}

const hasTick = <Row,>(bulk: Bulk<Row>, row: Row) => bulk.ticks?.(row) !== false;

type Heading = { label: string; note: string | null };

/** Splits rows below their headings; without any, all rows are one part. */
export function sectionsOf<Row>(rows: Row[], sections: TableProps<Row>["sections"] = []) {
  if (sections.length === 0) return [{ heading: undefined, rows }];
  let from = 0;
  return sections.map(({ rows: count, ...heading }) => {
    from += count;
    return { heading, rows: rows.slice(from - count, from) };
  });
}

function Rows<Row>({
  columns,
  rows,
  rowKey,
  bulk,
  currentKey,
  heading,
}: TableProps<Row> & { heading?: Heading | undefined }) {
  const body = useRef<HTMLTableSectionElement>(null);
  return (
    <tbody ref={body}>
      {heading ? (
        <tr>
          <th scope="rowgroup" colSpan={columns.length + (bulk ? 1 : 0)} className="section">
            <span className="flex flex-wrap items-center gap-x-3">
              {bulk ? (
                <TickAll within={body} bulk={bulk} label={`Select ${heading.label}`} />
              ) : null}
              <b>{heading.label}</b> {heading.note}
            </span>
          </th>
        </tr>
      ) : null}
      {rows.map((row) => (
        <tr
          key={rowKey(row)}
          aria-current={rowKey(row) === currentKey ? "true" : undefined}
          className="aria-[current]:bg-sunken"
        >
          {bulk ? (
            <td className="w-8">
              {hasTick(bulk, row) ? <RowTick bulk={bulk} row={row} value={rowKey(row)} /> : null}
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
  );
}

function HeaderCell<Row>({ column, sort }: { column: Column<Row>; sort: TableProps<Row>["sort"] }) {
  const numeric = column.numeric ? "num" : undefined;
  const header = column.numeric ? inTwoLines(column.header) : column.header;
  if (!column.sortKey || !sort)
    return (
      <th scope="col" className={column.card === "only" ? "md:hidden" : numeric}>
        {column.card === "corner" ? <span className="sr-only">{header}</span> : header}
        {column.scale}
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
          className={`print:hidden ${order.now ? "" : "opacity-60"}`}
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
            <Link to={to} className="inline-block py-1.5 touch:py-3 underline underline-offset-2">
              {header}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
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
