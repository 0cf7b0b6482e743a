import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { addDays, daysBetween } from "#contract/base/dates";
import { type Column, graphColumns, rowIdOf, sortableColumns } from "#contract/reports/report";
import type { Scope } from "../../access/scope.ts";
import type { PageRequest } from "../../db/keyset.ts";
import type { Db } from "../../db/types.ts";
import type { AnyCriteria, ReportSource } from "./report-source.ts";
import { dayZero, name, namesOf, orderOf, whereOf, withRows } from "./report-statement.ts";

type RowValues = Record<string, string | number | Date | null>;
/** A graph whose x is not a date shows only its largest points, at most this many. */
const pointsAtMost = 20;

type PageQuery = PageRequest & { sort: string };

/**
 * A page of sorted rows, without the unit columns that the filters fix. Sorted by day, it reads
 * only the days that fill it. Throws 422 on `cursor` for one that this order did not make.
 */
export async function findReportPage(
  scope: Scope,
  db: Db,
  { source, criteria }: { source: ReportSource; criteria: AnyCriteria },
  { sort, limit, cursor }: PageQuery,
) {
  const order = orderOf(source, sort, cursor);
  let pageRows: PageRow[] = [];
  for (const dates of isByDay(source, sort) ? datesToTry(criteria, order) : [{}]) {
    const select = source.select(scope, { ...criteria, ...dates });
    const { rows } = await db.execute<PageRow>(
      sql`${withRows(select, namesOf(source))} ${pageOf(source, order, limit)}`,
    );
    pageRows = rows;
    if (pageRows.length > limit) break;
  }
  return order.page(pageRows, limit);
}

/**
 * True if the sort is by `day`, the date that the date filter uses, and days have several rows
 * each: then a few days fill a page.
 */
const isByDay = ({ report, key }: ReportSource, sort: string) =>
  /^-?day$/.test(sort) && "day" in report.columns && Object.keys(key).length > 1;

/**
 * Yields growing ranges from the start of the page, in its direction: a day, some days, and all the
 * rest of the dates asked for.
 */
function* datesToTry(
  { from, to }: AnyCriteria,
  { after, descending }: ReturnType<typeof orderOf>,
): Generator<{ from?: string; to?: string }> {
  if (from === undefined || to === undefined) return yield {};
  const earliest = daysBetween(dayZero, from) - 1;
  const latest = daysBetween(dayZero, to) - 1; // counted with both days
  const begin = Math.min(
    latest,
    Math.max(earliest, Number(after ?? (descending ? latest : earliest))),
  );
  const left = descending ? begin - earliest : latest - begin;
  for (const days of new Set([0, Math.min(7, left), left])) {
    const end = descending ? begin - days : begin + days;
    yield {
      from: addDays(dayZero, Math.min(begin, end)),
      to: addDays(dayZero, Math.max(begin, end)),
    };
  }
}

/**
 * The first and the last rows of a sort by a column, at most `many` of each and none twice, with
 * the number of rows.
 */
export async function findReportEnds<Row extends RowValues>(
  scope: Scope,
  db: Db,
  { source, criteria }: { source: ReportSource; criteria: AnyCriteria },
  { sort, many }: { sort: string; many: number },
) {
  const { orderBy } = orderOf(source, sort, undefined);
  const { rows } = await db.execute<
    Row & { place: number; count: number }
  >(sql`${withRows(source.select(scope, criteria), namesOf(source))}
    select * from (select *, row_number() over (order by ${orderBy})::int as place, count(*) over ()::int as count from report_rows) as placed
    where place <= ${many} or place > count - ${many} order by place`);
  return {
    first: rows.filter(({ place }) => place <= many),
    last: rows.filter(({ place }) => place > many).reverse(),
  };
}

/** The number of rows, and the totals by column key. */
export async function sumReport(scope: Scope, db: Db, source: ReportSource, criteria: AnyCriteria) {
  const { rows } = await db.execute<RowValues>(addedUp(scope, source, criteria).totals);
  return summaryOf(rows[0]);
}

/**
 * Finds a page, the totals and the graph's points, which a person sees together. Reads their
 * source once: the rows of an aggregate, or the rows added up. Throws as findReportPage does.
 */
export async function findWholeReport(
  scope: Scope,
  db: Db,
  {
    source,
    criteria,
    pageQuery,
  }: { source: ReportSource; criteria: AnyCriteria; pageQuery: PageQuery },
) {
  const ownPoints = () =>
    source.graph ? findReportPoints(scope, db, source, criteria) : undefined;
  if (!source.isAggregate || isByDay(source, pageQuery.sort)) {
    const [page, { rows }, points] = await Promise.all([
      findReportPage(scope, db, { source, criteria }, pageQuery),
      db.execute<TotalsRow>(addedUp(scope, source, criteria).totalsWithPoints),
      ownPoints(),
    ]);
    return { ...page, summary: summaryOf(rows[0]), points: points ?? rows[0]?.points ?? [] };
  }
  const order = orderOf(source, pageQuery.sort, pageQuery.cursor);
  const select = source.select(scope, criteria);
  const [{ rows }, points] = await Promise.all([
    db.execute<TotalsRow & PageRow>(sql`
      ${withRows(select, namesOf(source))},
      page as (select *, row_number() over () as place from (${pageOf(source, order, pageQuery.limit)}) as sorted),
      totals as (${totalsOf(source, select)})
      select *, ${pointsAsJson(source, criteria, false)} from totals left join page on true order by place`),
    ownPoints(),
  ]);
  const onPage = rows.filter(({ place }) => place !== null);
  return {
    ...order.page(onPage, pageQuery.limit),
    summary: summaryOf(rows[0]),
    points: points ?? rows[0]?.points ?? [],
  };
}

type TotalsRow = RowValues & { points: RowValues[] | null };

/** Makes statements over a report's rows, or over its sums if it has them. */
function addedUp(scope: Scope, source: ReportSource, criteria: AnyCriteria) {
  const sums = source.sums?.(scope, criteria);
  const select = sums ?? source.select(scope, criteria);
  const rows = withRows(select, sums ? Object.keys(sums.columns) : namesOf(source));
  const totals = totalsOf(source, select, sums && sql`coalesce(sum(rows), 0)::bigint`);
  return {
    totals: sql`${rows} ${totals}`,
    totalsWithPoints: sql`${rows}, totals as (${totals}) select *, ${pointsAsJson(source, criteria, Boolean(sums))} from totals`,
    points: sql`${rows} ${pointsOf(source, criteria, Boolean(sums))}`,
  };
}

/** Null where the report has no graph or the graph has a select of its own. */
function pointsAsJson(source: ReportSource, criteria: AnyCriteria, isAdded: boolean): SQL {
  if (source.graph || !source.report.graph) return sql`null as points`;
  return sql`(select json_agg(point) from (${pointsOf(source, criteria, isAdded)}) as point) as points`;
}

type PageRow = RowValues & { rowKey: string[] };

function pageOf(source: ReportSource, order: ReturnType<typeof orderOf>, limit: number): SQL {
  const id = rowIdOf(source.report);
  const columns = [...sortableColumns(source.report).map(([key]) => key), ...(id ? [id] : [])].map(
    (key) => sql.identifier(key),
  );
  return sql`select ${sql.join(columns, sql`, `)}, ${order.select} as "rowKey" from report_rows
    ${whereOf(order.where)} order by ${order.orderBy} limit ${limit + 1}`;
}

/** Totals are named apart from the columns that they are of. */
const totalName = (key: string) => sql.identifier(`total ${key}`);

function totalsOf(
  source: ReportSource,
  select: ReturnType<ReportSource["select"]>,
  count = sql`count(*)::bigint`,
): SQL {
  const totals = sortableColumns(source.report).flatMap(([key, column]) => {
    const total = totalOf(key, column, select.totals?.[key]);
    return total ? [sql`${total} as ${totalName(key)}`] : [];
  });
  if (source.counts)
    totals.push(sql`count(*) filter (where ${source.counts}) as ${totalName("rows")}`);
  return sql`select ${sql.join([sql`${count} as "row count"`, ...totals], sql`, `)} from report_rows`;
}

function summaryOf(row: RowValues = {}) {
  const totals = Object.entries(row).flatMap(([name, total]) =>
    name.startsWith("total ") ? [[name.slice("total ".length), total]] : [],
  );
  return { count: Number(row["row count"] ?? 0), totals: Object.fromEntries(totals) as RowValues };
}

/**
 * The points of a report's graph: from the graph's own select if there is one, otherwise from the
 * rows or their sums.
 */
export async function findReportPoints(
  scope: Scope,
  db: Db,
  source: ReportSource,
  criteria: AnyCriteria,
): Promise<RowValues[]> {
  const { report } = source;
  if (!report.graph) return [];
  const { rows } = await db.execute<RowValues>(
    source.graph
      ? sql`${withRows(source.graph(scope, criteria), ["day", ...report.graph.series])} select * from report_rows order by day`
      : addedUp(scope, source, criteria).points,
  );
  return rows;
}

/** The rows, or their sums, added up by the graph's x (instants by day). */
function pointsOf({ report }: ReportSource, criteria: AnyCriteria, isAdded: boolean): SQL {
  const [[x, { format }] = ["", { format: "text" }], ...series] = report.graph
    ? graphColumns(report, report.graph)
    : [];
  const isInstant = sortableColumns(report).some(
    ([key, column]) => key === x && column.format === "instant",
  );
  const group = isInstant ? sql`(${name(x)} at time zone ${criteria.timeZone})::date` : name(x);
  const sums = series.map(([key]) =>
    key === "rows" && !isAdded
      ? sql`count(*) as rows`
      : sql`${sumOf(name(key))} as ${sql.identifier(key)}`,
  );
  const order = format === "date" ? sql`1` : sql`2 desc, 1 limit ${pointsAtMost}`;
  return sql`select ${group} as ${sql.identifier(x)}, ${sql.join(sums, sql`, `)} from report_rows group by 1 order by ${order}`;
}

function totalOf(key: string, column: Column, own: SQL | undefined): SQL | undefined {
  if (!("total" in column) || column.total === undefined) return undefined;
  const { total } = column;
  if (total === "own") return own;
  if (total === "sum") return sumOf(name(key));
  if (total === "greatest") return sql`max(${name(key)})`;
  return percentOf(sql`sum(${name(total.ratio[0])})`, sql`sum(${name(total.ratio[1])})`);
}

const sumOf = (value: SQL) => sql`coalesce(sum(${value}), 0)::bigint`;

/** A part of a whole in percent, to one decimal; null if the whole is 0. */
export const percentOf = (part: SQLWrapper, whole: SQLWrapper): SQL<number | null> =>
  sql`round(100.0 * ${part} / nullif(${whole}, 0), 1)::float8`;
