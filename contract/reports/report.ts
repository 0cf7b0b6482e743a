import type { Area } from "../base/roles.ts";
import type { RelativePeriod } from "./periods.ts";

/**
 * The definition of a report (docs/decisions/reports.md). Its page, table, graph, CSV, API calls,
 * OpenAPI and tests derive from it; its rows come from its source in platform/modules/reports. This
 * file must not import zod, because pages import it too.
 */
export type Report = {
  /** Identifies the report in the catalogue and in the page's address. */
  key: string;
  /**
   * The API path, below /api. The table, graph and export have paths below it. By default
   * /store/{key}.
   */
  path: `/${string}`;
  /** The name of the CSV file, without date and extension. By default the key. */
  fileName: string;
  title: string;
  /** One sentence about the question that the report answers. */
  purpose: string;
  /** The area whose users may open it. By default REPORTS. */
  access: Area;
  /**
   * "none" for a report of present state. Otherwise `limit` is the longest range in days (REP-2),
   * `usual` the period with which it opens, where that is not seven days.
   */
  dates:
    | "none"
    | { required: boolean; range: "past" | "future"; limit: 31 | 1096; usual?: RelativePeriod };
  /**
   * "row": the select gives the units of each row. "asked": all rows have the units that the
   * filters fix.
   */
  units: "row" | "asked";
  /**
   * Where a row links to: its store's page, or the same report of its location, one level down in
   * the filter whose choices are levels. By default nowhere.
   */
  leadsTo: "store" | { filter: string } | null;
  /** Filters besides company, region, zone, group, store and dates. By default none. */
  filters: Readonly<Record<string, Filter>>;
  /** True if the rows are of campaigns, which a brand narrows. By default false. */
  byBrand: boolean;
  /** Names the rows in the plural, for example "Songs". */
  rows: string;
  /** In the order of the table and file, where they follow the unit columns. */
  columns: Readonly<Record<string, Column>>;
  /** Explains how the rows and each figure are counted, by column key. */
  notes: Readonly<Record<string, string>>;
  /** The default sort: a column's key, preceded by "-" for descending. */
  order: string;
  graph: Graph | null;
};

/** A choice of one value. Without `initial`, no choice means all. */
export type Filter = { label: string; choices: Readonly<Record<string, string>>; initial?: string };

type Heading = string | { filter: string };
type Total = "sum" | "greatest" | "own" | { ratio: readonly [part: string, whole: string] };

/**
 * Money is in paise, percents run from 0 to 100, and instants are shown in the company's time zone.
 * A total is a sum, the greatest value, a ratio of two columns' sums, or "own" where rows do not
 * add up and the source gives it.
 */
export type Column =
  | { format: "integer" | "seconds" | "money"; heading: Heading; total?: Total }
  | { format: "percent"; heading: Heading; total?: Exclude<Total, "sum"> }
  | { format: "text" | "date" | "time" | "instant"; heading: Heading; total?: "greatest" }
  | { format: "choice"; heading: Heading; labels: Readonly<Record<string, string>> };
export type Format = Column["format"];
type FigureFormat = "integer" | "seconds" | "money" | "percent";

export type Graph = {
  /** Names the graph's measure, with units. */
  axes: string;
  finding: Finding;
  /** Can be compared with the period before: daily totals answer it. */
  hasBefore?: true;
  kinds: readonly ("bar" | "pie" | "linear")[];
  /**
   * A column's key: rows with the same value (for instants, the same day) make one point, and
   * without dates only the twenty largest points are drawn. "day" if no column fits: then the
   * source counts the series by day in a select of its own.
   */
  x: string;
  /** Keys of columns that add up, or "rows" for the number of rows. */
  series: readonly string[];
};

/**
 * The figures that the heading of the page states (findings.ts of the pages).
 * - `shares`: the part of each in percent of the sum of the keys in `of`, by its name; the
 *   heading has the first in total, and the point where it is worst.
 * - `percent`: the series are percentages; the heading has this one.
 * - `perDay`: a count or time per day, with the words that follow its figure.
 * - `largest`: the largest point's part of the total, with the words that follow its percentage.
 */
export type Finding =
  | {
      shares: Readonly<Record<string, { part: string; of: readonly string[] }>>;
      says: string;
      worst: "lowest" | "highest";
    }
  | { percent: string; says: string; worst: "lowest" | "highest" }
  | { perDay: string }
  | { largest: string };

/**
 * The units of a row, before the report's own columns. The value is "All" where no filter fixes the
 * unit.
 */
export const unitColumns = {
  company: { format: "text", heading: "Company" },
  region: { format: "text", heading: "Region" },
  zone: { format: "text", heading: "Zone" },
  group: { format: "text", heading: "Group" },
  storeCode: { format: "text", heading: "Store code" },
  store: { format: "text", heading: "Store" },
} as const satisfies Record<string, Column>;
export type UnitKey = keyof typeof unitColumns;
export type Units = Record<UnitKey, string>;

export type ColumnKey<R extends ReportInput> =
  | (keyof R["columns"] & string)
  | (R["units"] extends "row" ? UnitKey : never);
export type Filters<R extends Report> = UnitFilters &
  (R["byBrand"] extends true ? BrandFilter : unknown) &
  (R["dates"] extends "none"
    ? unknown
    : R["dates"] extends { required: true }
      ? { from: string; to: string }
      : { from?: string; to?: string }) & {
    [K in keyof R["filters"]]:
      | keyof R["filters"][K]["choices"]
      | (R["filters"][K] extends { initial: string } ? never : undefined);
  };
export type UnitFilters = {
  [K in "companyId" | "regionId" | "zoneId" | "groupId" | "storeId"]?: number | undefined;
};

export type BrandFilter = { brandId?: number | undefined };

/**
 * Checks what a plain type cannot: names within a definition refer to its own members, and each
 * figure has a note.
 */
type ReportChecks<R extends ReportInput> = {
  order: `${"" | "-"}${ColumnKey<R>}`;
  leadsTo?: "store" | { filter: keyof R["filters"] };
  columns: {
    [K in keyof R["columns"]]: {
      heading: string | { filter: keyof R["filters"] };
      total?: Exclude<Total, object> | RatioOf<R>;
    };
  };
  notes: { [K in FigureKey<R> | "rows"]: string } & {
    [K in keyof R["notes"]]: K extends ColumnKey<R> | "rows" ? string : never;
  };
  graph: null | { x: ColumnKey<R> | "day"; series: readonly (ColumnKey<R> | "rows")[] };
};
type RatioOf<R extends ReportInput> = {
  ratio: readonly [part: keyof R["columns"], whole: keyof R["columns"]];
};
type FigureKey<R extends ReportInput> = {
  [K in keyof R["columns"]]: R["columns"][K] extends { format: FigureFormat } ? K : never;
}[keyof R["columns"]];

type Default = "path" | "fileName" | "access" | "filters" | "leadsTo" | "byBrand";
type ReportInput = Omit<Report, Default> & Partial<Pick<Report, Default>>;
type DefinedReport<R extends ReportInput> = R &
  Pick<Report, "path" | "fileName" | "access"> &
  (R extends { leadsTo: unknown } ? unknown : { leadsTo: null }) &
  (R extends { byBrand: unknown } ? unknown : { byBrand: false }) &
  (R extends { filters: object } ? unknown : { filters: Record<never, never> });

export const defineReport = <const R extends ReportInput>(
  report: R & ReportChecks<R>,
): DefinedReport<R> =>
  ({
    path: `/store/${report.key}`,
    fileName: report.key,
    access: "REPORTS",
    filters: {},
    leadsTo: null,
    byBrand: false,
    ...report,
  }) as unknown as DefinedReport<R>;

/** All columns of the table and file, in order. */
export const columnsOf = ({ columns }: Report): [key: string, column: Column][] => [
  ...Object.entries<Column>(unitColumns),
  ...Object.entries(columns),
];

/** The member of a row with the id of the store or location that it leads to; 0 is none. */
export const rowIdOf = ({ leadsTo }: Report): "storeId" | "unitId" | undefined =>
  leadsTo === "store" ? "storeId" : leadsTo ? "unitId" : undefined;

/** The columns that rows can be sorted by: those the select gives. */
export const sortableColumns = (report: Report): [key: string, column: Column][] =>
  report.units === "row" ? columnsOf(report) : Object.entries(report.columns);

export const isFigure = ({ format }: Column): boolean => figures.has(format);
const figures: ReadonlySet<Format> = new Set(["integer", "seconds", "money", "percent"]);

/**
 * Gives a column's heading: a fixed text, or the label of the choice made in a filter ("Genre"),
 * worded differently from a unit's own column ("Region name").
 */
export function headingOf(
  { filters }: Report,
  { heading }: Pick<Column, "heading">,
  filterValues: Readonly<Record<string, unknown>>,
): string {
  if (typeof heading === "string") return heading;
  const filter = filters[heading.filter];
  const label =
    filter?.choices[String(filterValues[heading.filter] ?? filter.initial)] ?? filter?.label ?? "";
  return Object.values(unitColumns).some((unit) => unit.heading === label)
    ? `${label} name`
    : label;
}

/** The heading in the CSV file, with the unit, because cells there are bare numbers. */
export const csvHeadingOf = (
  report: Report,
  column: Column,
  filterValues: Readonly<Record<string, unknown>>,
): string => headingOf(report, column, filterValues) + (csvUnits[column.format] ?? "");
const csvUnits: Partial<Record<Format, string>> = {
  seconds: " (s)",
  percent: " (%)",
  money: " (INR)",
};

/** The columns of a graph's points: x first, then the series. */
export function graphColumns(
  { rows, columns: own }: Report,
  { x, series }: Graph,
): [key: string, column: Column][] {
  const columns: Readonly<Record<string, Column>> = {
    day: { format: "date", heading: "Day" },
    rows: { format: "integer", heading: rows },
    ...unitColumns,
    ...own,
  };
  const isInstant = columns[x]?.format === "instant";
  const points = isInstant
    ? { ...columns, [x]: { format: "date", heading: "Day" } as const }
    : columns;
  return [x, ...series].flatMap((key) => (points[key] ? [[key, points[key]]] : []));
}
