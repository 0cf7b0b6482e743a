import type { SQL } from "drizzle-orm";
import type { ReportFilters } from "#contract/reports/endpoints";
import type { Scope } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import type { Cursor } from "../../db/keyset.ts";
import type { Units } from "./report-units.queries.ts";

export type ReportRow = Record<string, string | number | null>;

/** What a report's module gives besides its entry in the catalogue: where its rows, figures and graph come from. */
export type ReportSource = {
  figures(scope: Scope, db: Db, filters: ReportFilters): Promise<{ label: string; value: number }[]>;
  /**
   * The columns after the units', one row more than the limit, in reverse order when the cursor goes back; `cursor` is each row's place.
   * Throws 422 on `cursor` when its value is none of the sort's.
   */
  page(
    scope: Scope,
    db: Db,
    filters: ReportFilters,
    asked: { sort: string; limit: number; cursor: Cursor | undefined },
  ): Promise<{ cells: ReportRow; cursor: { value: string; id: number } }[]>;
  /** Null for a report without one. */
  points: ((scope: Scope, db: Db, filters: ReportFilters) => Promise<{ label: string; value: number }[]>) | null;
  /** Selects whose columns are the catalogue's, in their order. */
  slices(scope: Scope, filters: ReportFilters, units: Units): Iterable<SQL> | AsyncIterable<SQL>;
};
