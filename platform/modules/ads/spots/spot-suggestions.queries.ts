import { and, eq, sql } from "drizzle-orm";
import type { Scope } from "../../../access/scope.ts";
import { catalogueItem, spot } from "../../../db/schema/index.ts";
import type { Db } from "../../../db/types.ts";
import { isBrand } from "./spots.queries.ts";

/** Enough for a list of suggestions. */
const mostSuggested = 500;

/** The brands that the company's spots have. */
export const findBrands = ({ companyId }: Scope, db: Db) =>
  db
    .select({ id: catalogueItem.id, name: catalogueItem.name })
    .from(catalogueItem)
    .where(
      and(
        eq(catalogueItem.companyId, companyId),
        eq(catalogueItem.kind, "brand"),
        sql`exists (select 1 from ${spot} where ${isBrand})`,
      ),
    )
    .orderBy(catalogueItem.nameKey)
    .limit(mostSuggested);

/** Names of the library's lists, which every company may read: its brands or languages. */
export async function findListedNames(
  { companyId }: Scope,
  db: Db,
  kind: "brand" | "language",
): Promise<string[]> {
  const rows = await db
    .select({ name: catalogueItem.name })
    .from(catalogueItem)
    .where(
      and(
        eq(catalogueItem.companyId, companyId),
        eq(catalogueItem.kind, kind),
        eq(catalogueItem.active, true),
      ),
    )
    .orderBy(catalogueItem.nameKey)
    .limit(mostSuggested);
  return rows.map(({ name }) => name);
}

/** Finds the words in a field of the company's spots, each once, ignoring case. */
export async function findWords(
  { companyId }: Scope,
  db: Db,
  field: "category" | "language",
): Promise<string[]> {
  const column = spot[field];
  const rows = await db
    .select({ word: sql<string>`min(${column})` })
    .from(spot)
    .where(and(eq(spot.companyId, companyId), sql`${column} is not null`))
    .groupBy(sql`lower(${column})`)
    .orderBy(sql`min(fold_text(${column})) collate "C"`)
    .limit(mostSuggested);
  return rows.map(({ word }) => word);
}
