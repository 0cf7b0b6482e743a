import pg from "pg";

/**
 * Counts the rows of the product's own tables. The queue of jobs is left out, because it empties
 * itself.
 */
export async function countRows(
  client: Pick<pg.ClientBase, "query">,
): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const counted = await client.query<{ rows: string }>(
      `select count(*)::text as rows from ${pg.escapeIdentifier(name)}`,
    );
    counts[name] = Number(counted.rows[0]?.rows);
  }
  return counts;
}
