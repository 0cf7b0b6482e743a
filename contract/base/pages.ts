import { z } from "zod";

/**
 * Gives the sort values of a list's columns: the column for ascending order and, with a minus,
 * for descending.
 */
export const sortsBy = <Column extends string>(...columns: Column[]) =>
  columns.flatMap((column) => [column, `-${column}`] as const);

/** Keyset paging: an opaque cursor from the page before, at most 100 rows (LIM-1). */
export const paging = {
  cursor: z.string().max(2500).optional(),
  limit: z.number().int().min(1).max(100).default(25),
};

/**
 * The company a call is about: for client staff their own, and nothing else; provider staff name
 * it.
 */
export const ofCompany = { companyId: z.number().int().positive().optional() };
