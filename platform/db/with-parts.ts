import { SQL, sql } from "drizzle-orm";

/**
 * WITH parts by name; each may use those before it. An `inline` part is repeated wherever it is
 * used, so that PostgreSQL plans with the statistics of its tables: for any other part that is used
 * twice, it knows neither which columns are unique nor how many rows there are.
 */
export type Parts = Readonly<Record<string, SQL | { inline: SQL }>>;

/** Writes the WITH clause that goes before a select. */
export const withParts = (parts: Parts): SQL =>
  sql`with ${sql.join(
    Object.entries(parts).map(([part, select]) =>
      select instanceof SQL
        ? sql`${sql.identifier(part)} as (${select})`
        : sql`${sql.identifier(part)} as not materialized (${select.inline})`,
    ),
    sql`, `,
  )}`;
