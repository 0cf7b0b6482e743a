import { SQL, sql } from "drizzle-orm";

/**
 * WITH parts by name, each of which may use those before it. One that is `inline` stands anew
 * wherever it is used, so that PostgreSQL knows of it what it knows of its tables: of another that
 * is used twice it knows neither which columns are unique nor how many rows there are.
 */
export type Parts = Readonly<Record<string, SQL | { inline: SQL }>>;

/** What stands before a select that uses them. */
export const withParts = (parts: Parts): SQL =>
  sql`with ${sql.join(
    Object.entries(parts).map(([part, select]) =>
      select instanceof SQL
        ? sql`${sql.identifier(part)} as (${select})`
        : sql`${sql.identifier(part)} as not materialized (${select.inline})`,
    ),
    sql`, `,
  )}`;
