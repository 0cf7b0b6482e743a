import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import type { Database } from "./database.ts";

/** Any number that nothing else in this database locks. */
const MIGRATION_LOCK = 7_290_041;

const ownFolder = () => fileURLToPath(new URL("./migrations", import.meta.url));

/** Counts the migrations of this version of the product. */
export async function countKnownMigrations(): Promise<number> {
  const journal = await readFile(join(ownFolder(), "meta/_journal.json"), "utf8");
  const { entries }: { entries: unknown[] } = JSON.parse(journal);
  return entries.length;
}

/**
 * Applies the migrations that are still missing, in order, each once, however many processes start
 * at the same time.
 * @param folder in drizzle-kit's format; default: the product's own, next to this file or, in the
 * bundle, in build/migrations.
 */
export async function migrate(
  database: Database,
  { folder = ownFolder() }: { folder?: string } = {},
): Promise<void> {
  // a session lock, since migrations end in a transaction of their own; it needs a direct connection,
  // not a statement pooler
  await database.dedicated(async (client) => {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    try {
      await applyMigrations(drizzle(client as never), { migrationsFolder: folder });
    } finally {
      await client.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]);
    }
  });
}
