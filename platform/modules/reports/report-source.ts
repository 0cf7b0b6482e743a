import type { AnyColumn, SQL, SQLWrapper } from "drizzle-orm";
import type { ColumnKey, Filters, Report, UnitFilters, UnitKey } from "#contract/reports/report";
import type { Scope } from "../../access/scope.ts";

/**
 * Where a report's rows come from: one select, from which its pages, sorts, totals, graph and file derive (report-rows.queries.ts). The
 * types ask it for every column of the definition with a value of the column's format, for the key's parts, and for the totals and the
 * graph that the definition leaves to it.
 */
export function sourceOf<const R extends Report, const K extends Record<string, KeyFormat>>(
  report: R,
  source: {
    /** What names a row, part by part: columns, or other members of the select. Never null. */
    key: K;
    /** The rows come only once everything is read, so the embedded engine's file is not cut into slices, each of which would read all again. */
    isAggregate: boolean;
    /** Every select begins with the scope, which belongs into its WHERE. */
    select: (scope: Scope, asked: Asked<R>) => Select<Cells<R, K>> & OwnTotals<R>;
  } & OwnGraph<R>,
): ReportSource<R["key"]> {
  return { report, ...source } as unknown as ReportSource<R["key"]>; // a definition's own types end here
}

/** A select in parts. The names of its columns are its members'. */
export type Select<Columns = Record<string, SQLWrapper>> = {
  /** WITH parts by name, each of which may use those before it. */
  with?: Record<string, SQL>;
  columns: Columns;
  /** FROM, WHERE and GROUP BY. */
  from: SQL;
};

/** What was asked, the present, and the company's time zone. */
export type Asked<R extends Report> = Filters<R> & { now: Date; timeZone: string };

/** A source as the mechanism sees it, for any report. */
export type ReportSource<Key extends string = string> = {
  report: Report & { key: Key };
  key: Record<string, KeyFormat>;
  isAggregate: boolean;
  select: (scope: Scope, asked: AnyAsked) => Select & { totals?: Record<string, SQL> };
  graph?: (scope: Scope, asked: AnyAsked) => Select;
};
export type AnyAsked = UnitFilters & { from?: string; to?: string; now: Date; timeZone: string };

export type KeyFormat = "text" | "integer" | "date" | "instant";

type Cells<R extends Report, K> = { [C in ColumnKey<R>]: Cell<ValueOf<ColumnOf<R, C>>> } & {
  [P in Exclude<keyof K, ColumnKey<R>>]: Cell<K[P] extends KeyFormat ? ValueOf<{ format: K[P] }> : never>;
};
type ColumnOf<R extends Report, C> = C extends keyof R["columns"] ? R["columns"][C] : C extends UnitKey ? { format: "text" } : never;

/** What the database gives for a cell of a format. */
type ValueOf<C> = C extends { labels: infer L }
  ? keyof L & string
  : C extends { format: "integer" | "seconds" | "money" | "percent" }
    ? number
    : C extends { format: "instant" }
      ? Date
      : string;
type Cell<V> = SQL<V> | SQL<V | null> | SQL.Aliased<V> | (AnyColumn & { _: { data: V } });

type OwnTotals<R extends Report> =
  KeysOfOwn<R["columns"]> extends never
    ? { totals?: never }
    : { /** By what the WITH parts have: a scalar each. */ totals: { [C in KeysOfOwn<R["columns"]>]: SQL<number> } };
type KeysOfOwn<Columns> = { [C in keyof Columns]: Columns[C] extends { total: "own" } ? C : never }[keyof Columns];

/** Where the graph's x is no column of the rows: days, with the series by day. */
type OwnGraph<R extends Report> = R["graph"] extends { x: infer X; series: readonly (infer S)[] }
  ? X extends ColumnKey<R>
    ? { graph?: never }
    : { graph: (scope: Scope, asked: Asked<R>) => Select<{ day: Cell<string> } & { [P in S & string]: Cell<number> }> }
  : { graph?: never };
