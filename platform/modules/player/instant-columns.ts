import { type SQL, sql } from "drizzle-orm";
import { plainList } from "../../db/plain-list.ts";

/**
 * Instants go out as whole epoch milliseconds, which `toInstant` reads: writing and reading them as
 * dates takes three times as long.
 */
export const instants = (at: readonly (number | null)[]) =>
  plainList(at.map((one) => one && Math.trunc(one)));
export const toInstant = (milliseconds: SQL) => sql`to_timestamp(${milliseconds} / 1000)`;
