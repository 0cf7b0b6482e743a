import { and, eq, sql } from "drizzle-orm";
import { company } from "../../db/schema/index.ts";
import type { Db, Tx } from "../../db/types.ts";

/** The companies that songs can be reserved for: for the library's own staff alone. */

const hasOwnSongs = and(eq(company.kind, "client"), eq(company.ownSongs, true));

/** By name. */
export const findSongCompanies = (db: Db) =>
  db
    .select({ id: company.id, name: company.name, code: company.code })
    .from(company)
    .where(hasOwnSongs)
    .orderBy(company.nameKey, company.id);
export type SongCompany = Awaited<ReturnType<typeof findSongCompanies>>[number];

/**
 * Finds the named companies that have songs of their own, by id. Until the transaction ends, nobody
 * can switch that off for them.
 */
export async function lockSongCompanies(tx: Tx, ids: number[]): Promise<Map<number, string>> {
  const rows = await tx
    .select({ id: company.id, name: company.name })
    .from(company)
    .where(and(hasOwnSongs, sql`${company.id} = any(${sql.param(ids)}::bigint[])`))
    .orderBy(company.id)
    .for("share");
  return new Map(rows.map(({ id, name }) => [id, name]));
}
