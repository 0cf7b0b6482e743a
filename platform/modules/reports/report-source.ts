import type { AnyColumn, SQL, SQLWrapper } from "drizzle-orm";
import type {
  BrandFilter,
  ColumnKey,
  Filters,
  Report,
  UnitFilters,
  UnitKey,
} from "#contract/reports/report";
import type { Scope } from "../../access/scope.ts";
import type { Parts } from "../../db/with-parts.ts";

/**
 * Defines where a report's rows come from: one select, from which pages, sorts, totals, graph and
 * file derive (report-rows.queries.ts). The types demand every column of the definition in its
 * format, the parts of the key, and any totals and graph that the definition leaves to it.
 */
export function sourceOf<const R extends Report, const K extends Record<string, KeyFormat>>(
  report: R,
  source: {
    /**
     * The parts that together identify a row: columns or other members of the select. None is ever
     * null.
     */
    key: K & IdOf<R>;
    /**
     * True if the select groups. Then a file is not cut into slices, because each slice would read
     * everything again.
     */
    isAggregate: boolean;
    /** The scope comes first and belongs in the WHERE. */
    select: (scope: Scope, criteria: Criteria<R>) => Select<Cells<R, K>> & OwnTotals<R>;
    /**
     * The same rows added up, for totals and graph, if narrower tables have the figures. A select
     * that groups at least by the graph's x; `rows` counts the report's rows in each of its rows.
     */
    sums?: (scope: Scope, criteria: Criteria<R>) => Select<Sums<R>>;
    /** Matches the rows that the page counts, by the key's parts. By default all. */
    counts?: SQL;
    /** The share that the graph's heading states, for each store, so that it can name the worst. */
    byStore?: (scope: Scope, criteria: Criteria<R>) => Select<StoreShares>;
  } & OwnGraph<R>,
): ReportSource<R["key"]> {
  // the mechanism treats all reports alike, so their own types end here
  return { report, ...source } as unknown as ReportSource<R["key"]>;
}

/** The part of the key that says where a row leads. */
type IdOf<R extends Report> = R["leadsTo"] extends null
  ? unknown
  : { [P in R["leadsTo"] extends "store" ? "storeId" : "unitId"]: "integer" };

type StoreShares = { storeId: Cell<number>; part: Cell<number>; whole: Cell<number> };

/** A select in parts. Its columns are named by their keys here. */
export type Select<Columns = Record<string, SQLWrapper>> = {
  with?: Parts;
  columns: Columns;
  /** FROM, WHERE and GROUP BY. */
  from: SQL;
};

/** The filters and dates of a call, the present, and the company's time zone. */
export type Criteria<R extends Report> = Filters<R> & { now: Date; timeZone: string };

/** A source without the types of its own report, as the mechanism uses it. */
export type ReportSource<Key extends string = string> = {
  report: Report & { key: Key };
  key: Record<string, KeyFormat>;
  isAggregate: boolean;
  select: (scope: Scope, criteria: AnyCriteria) => Select & { totals?: Record<string, SQL> };
  sums?: (scope: Scope, criteria: AnyCriteria) => Select;
  counts?: SQL;
  byStore?: (scope: Scope, criteria: AnyCriteria) => Select<StoreShares>;
  graph?: (scope: Scope, criteria: AnyCriteria) => Select;
};
export type AnyFilters = UnitFilters & BrandFilter & { from?: string; to?: string };
export type AnyCriteria = AnyFilters & { now: Date; timeZone: string };

export type KeyFormat = "text" | "integer" | "date" | "instant";

type Cells<R extends Report, K> = { [C in ColumnKey<R>]: Cell<ValueOf<ColumnOf<R, C>>> } & {
  [P in Exclude<keyof K, ColumnKey<R>>]: Cell<
    K[P] extends KeyFormat ? ValueOf<{ format: K[P] }> : never
  >;
};
type ColumnOf<R extends Report, C> = C extends keyof R["columns"]
  ? R["columns"][C]
  : C extends UnitKey
    ? { format: "text" }
    : never;

/** Gives the type that the database returns for a cell of a format. */
type ValueOf<C> = C extends { labels: infer L }
  ? keyof L & string
  : C extends { format: "integer" | "seconds" | "money" | "percent" }
    ? number
    : C extends { format: "instant" }
      ? Date
      : string;
type Cell<V> = SQL<V> | SQL<V | null> | SQL.Aliased<V> | (AnyColumn & { _: { data: V } });

type Sums<R extends Report> = { rows: Cell<number> } & {
  [C in SummedKey<R> & string]: Cell<ValueOf<ColumnOf<R, C>>>;
};
type SummedKey<R extends Report> =
  | {
      [C in keyof R["columns"]]: R["columns"][C] extends { total: infer T }
        ? T extends { ratio: readonly (infer P)[] }
          ? P
          : C
        : never;
    }[keyof R["columns"]]
  | (R["graph"] extends { x: infer X; series: readonly (infer S)[] }
      ? Exclude<X | S, "rows">
      : never);

type OwnTotals<R extends Report> =
  KeysOfOwn<R["columns"]> extends never
    ? { totals?: never }
    : {
        /** Scalar expressions over the WITH parts. */ totals: {
          [C in KeysOfOwn<R["columns"]>]: SQL<number>;
        };
      };
type KeysOfOwn<Columns> = {
  [C in keyof Columns]: Columns[C] extends { total: "own" } ? C : never;
}[keyof Columns];

/**
 * Needed if the graph's x is not a column of the rows: a select of days, with the series for each.
 */
type OwnGraph<R extends Report> = R["graph"] extends { x: infer X; series: readonly (infer S)[] }
  ? X extends ColumnKey<R>
    ? { graph?: never }
    : {
        graph: (
          scope: Scope,
          criteria: Criteria<R>,
        ) => Select<{ day: Cell<string> } & { [P in S & string]: Cell<number> }>;
      }
  : { graph?: never };
