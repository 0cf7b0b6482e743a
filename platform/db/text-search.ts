import { or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { foldText } from "#contract/base/fold-text";

/**
 * Finds a text anywhere in one of the columns, literally, ignoring case and accents
 * on both sides: "Éclair" by "eclair". Undefined without a search text.
 */
export function containsText(
  search: string | undefined,
  ...columns: SQLWrapper[]
): SQL | undefined {
  if (!search) return undefined;
  const pattern = `%${foldText(search).replace(/[\\%_]/g, "\\$&")}%`;
  return or(...columns.map((column) => sql`fold_text(${column}) like ${pattern}`));
}
