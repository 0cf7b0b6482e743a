import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** Selects a person's first and last name as one text. */
export const fullNameOf = (person: { firstName: AnyColumn; lastName: AnyColumn }): SQL<string> =>
  sql<string>`concat_ws(' ', ${person.firstName}, ${person.lastName})`;
