import { type SQL, sql } from "drizzle-orm";

/** WITH parts by name, each of which may use those before it. */
export type Parts = Readonly<Record<string, SQL>>;

/** What stands before a select that uses them. */
export const withParts = (parts: Parts): SQL =>
  sql`with ${sql.join(
    Object.entries(parts).map(([part, select]) => sql`${sql.identifier(part)} as (${select})`),
    sql`, `,
  )}`;
