import { songPlayOutReport } from "./song-play-out.ts";

/** Said once a report (domain.md section 5): page, table, graph, CSV and API paths all come of it. No zod in here: pages import it too. */
export type Report = {
  /** Also the last part of its addresses, and the file's name. */
  key: string;
  title: string;
  /** One sentence: what the report answers. */
  purpose: string;
  source: "log" | "daily" | "state";
  /** The most days a report takes at once (REP-2); null for present state, which takes no dates. */
  days: 31 | 1096 | null;
  filters: readonly ReportFilter[];
  columns: readonly ReportColumn[];
  /** Keys of sortable columns, with "-" in front for the largest first. The first is the default. */
  sorts: readonly string[];
  graph: { title: string; axes: string; pointHeading: string; valueHeading: string } | null;
};

export type ReportFilter = "company" | "region" | "zone" | "group" | "store";

export type ReportColumn = { key: string; heading: string; format: "text" | "number" | "date" };

export const reports: readonly Report[] = [songPlayOutReport];

/** The report of a key, or undefined. */
export const reportOf = (key: string | undefined): Report | undefined => reports.find((report) => report.key === key);
