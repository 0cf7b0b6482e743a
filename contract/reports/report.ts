import type { Area } from "../base/roles.ts";

/**
 * What a report is, written once (docs/decisions/reports.md): its page, table, graph, CSV, API calls, OpenAPI and tests derive from it,
 * and its rows come from the select of the same name in platform/modules/reports. No zod in here: pages import it too.
 */
export type Report = {
  /** Names it in the catalogue and in the page's address. */
  key: string;
  /** Below /api; the table, graph and file lie below it. By default /store/{key}. */
  path: `/${string}`;
  /** Of the CSV, without date and ending. By default the key. */
  fileName: string;
  title: string;
  /** One sentence: what the report answers. */
  purpose: string;
  /** By default REPORTS. */
  access: Area;
  /** Of present state: "none". Otherwise the most days at once (REP-2), and whether they lie behind or ahead of today. */
  dates: "none" | { required: boolean; range: "past" | "future"; limit: 31 | 1096 };
  /** "row": each row lies in units of its own, which the select gives. "asked": rows have the units that the filters fix. */
  units: "row" | "asked";
  /** Beside company, region, zone, group, store and dates. By default none. */
  filters: Readonly<Record<string, Filter>>;
  /** What the rows are, in the plural: "Songs". */
  rows: string;
  /** In the order of table and file, after those of the units. */
  columns: Readonly<Record<string, Column>>;
  /** How the rows are counted, and the columns: each figure has its note. */
  notes: Readonly<Record<string, string>>;
  /** The default sort: a column's key, with "-" in front for the largest first. */
  order: string;
  graph: Graph | null;
};

/** A choice of one; without `initial` it may stay open. */
export type Filter = { label: string; choices: Readonly<Record<string, string>>; initial?: string };

type Heading = string | { filter: string };
type Total = "sum" | "greatest" | "own" | { ratio: readonly [part: string, whole: string] };

/**
 * Money is in paise, a percent up to 100, an instant is shown on the company's clock. A total over all rows is the sum, the greatest, a
 * ratio of two columns' sums, or the select's own where rows do not add up.
 */
export type Column =
  | { format: "integer" | "seconds" | "money"; heading: Heading; total?: Total }
  | { format: "percent"; heading: Heading; total?: Exclude<Total, "sum"> }
  | { format: "text" | "date" | "time" | "instant"; heading: Heading; total?: "greatest" }
  | { format: "choice"; heading: Heading; labels: Readonly<Record<string, string>> };
export type Format = Column["format"];
type FigureFormat = "integer" | "seconds" | "money" | "percent";

export type Graph = {
  /** What the axes measure, with units. */
  axes: string;
  kinds: readonly ("bar" | "pie" | "linear")[];
  /**
   * A column's key: rows of one value, or of instants of one day, are one point, and of more than twenty points those with the most are
   * drawn. Or "day" where no column is: the source counts the series by day with a select of its own.
   */
  x: string;
  /** Keys of columns that add up, or "rows" for how many there are. */
  series: readonly string[];
};

/** Where rows come from; "All" where a filter fixes nothing. They stand before a report's own columns. */
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

export type ColumnKey<R extends Given> = (keyof R["columns"] & string) | (R["units"] extends "row" ? UnitKey : never);
export type Filters<R extends Report> = UnitFilters &
  (R["dates"] extends "none"
    ? unknown
    : R["dates"] extends { required: true }
      ? { from: string; to: string }
      : { from?: string; to?: string }) & {
    [K in keyof R["filters"]]: keyof R["filters"][K]["choices"] | (R["filters"][K] extends { initial: string } ? never : undefined);
  };
export type UnitFilters = { [K in "companyId" | "regionId" | "zoneId" | "groupId" | "storeId"]?: number | undefined };

/** What no type of its own can say: names within a definition name what it has, and each figure has a note. */
type Checked<R extends Given> = {
  order: `${"" | "-"}${ColumnKey<R>}`;
  columns: { [K in keyof R["columns"]]: { heading: string | { filter: keyof R["filters"] }; total?: Exclude<Total, object> | RatioOf<R> } };
  notes: { [K in FigureKey<R> | "rows"]: string } & { [K in keyof R["notes"]]: K extends ColumnKey<R> | "rows" ? string : never };
  graph: null | { x: ColumnKey<R> | "day"; series: readonly (ColumnKey<R> | "rows")[] };
};
type RatioOf<R extends Given> = { ratio: readonly [part: keyof R["columns"], whole: keyof R["columns"]] };
type FigureKey<R extends Given> = {
  [K in keyof R["columns"]]: R["columns"][K] extends { format: FigureFormat } ? K : never;
}[keyof R["columns"]];

type Default = "path" | "fileName" | "access" | "filters";
type Given = Omit<Report, Default> & Partial<Pick<Report, Default>>;
type Defined<R extends Given> = R &
  Pick<Report, "path" | "fileName" | "access"> &
  (R extends { filters: object } ? unknown : { filters: Record<never, never> });

export const defineReport = <const R extends Given>(report: R & Checked<R>): Defined<R> =>
  ({ path: `/store/${report.key}`, fileName: report.key, access: "REPORTS", filters: {}, ...report }) as unknown as Defined<R>;

/** All columns of table and file, by key and in order. */
export const columnsOf = ({ columns }: Report): [key: string, column: Column][] => [
  ...Object.entries<Column>(unitColumns),
  ...Object.entries(columns),
];

/** The columns that the rows are sorted by, which are those the select gives. */
export const sortableColumns = (report: Report): [key: string, column: Column][] =>
  report.units === "row" ? columnsOf(report) : Object.entries(report.columns);

export const isFigure = ({ format }: Column): boolean => figures.has(format);
const figures: ReadonlySet<Format> = new Set(["integer", "seconds", "money", "percent"]);

/** A column's heading: its own, or what was chosen of a filter ("Genre"). */
export function headingOf({ filters }: Report, { heading }: Pick<Column, "heading">, asked: Readonly<Record<string, unknown>>): string {
  if (typeof heading === "string") return heading;
  const filter = filters[heading.filter];
  return filter?.choices[String(asked[heading.filter] ?? filter.initial)] ?? filter?.label ?? "";
}

/** The same in a file, whose cells are bare numbers: with their unit. */
export const csvHeadingOf = (report: Report, column: Column, asked: Readonly<Record<string, unknown>>): string =>
  headingOf(report, column, asked) + (csvUnits[column.format] ?? "");
const csvUnits: Partial<Record<Format, string>> = { seconds: " (s)", percent: " (%)", money: " (INR)" };

/** The columns of a graph's points: x, then the series. */
export function graphColumns({ rows, columns: own }: Report, { x, series }: Graph): [key: string, column: Column][] {
  const columns: Readonly<Record<string, Column>> = {
    day: { format: "date", heading: "Day" },
    rows: { format: "integer", heading: rows },
    ...unitColumns,
    ...own,
  };
  const isInstant = columns[x]?.format === "instant";
  const points = isInstant ? { ...columns, [x]: { format: "date", heading: "Day" } as const } : columns;
  return [x, ...series].flatMap((key) => (points[key] ? [[key, points[key]]] : []));
}
