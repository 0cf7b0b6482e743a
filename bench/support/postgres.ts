import type { Database } from "../../platform/db/database.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { openDatabase } from "../../platform/db/open-database.ts";
import {
  databaseOn,
  onServer,
  type PostgresServer,
  startTestServer,
} from "../../tests/support/postgres-server.ts";

export type BenchDatabase = { url: string; database: Database; stop: () => Promise<void> };

/**
 * Makes a migrated database on the tests' server (DATABASE_URL_TEST, else a throwaway
 * cluster). Throws if there is no PostgreSQL.
 */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const server = await startTestServer();
  if (!server) throw new Error("this bench needs PostgreSQL: set DATABASE_URL_TEST or install it");
  return openDatabaseOn(server);
}

/** Opens one on a server that was started for it; stop() stops that server too. */
export async function openDatabaseOn(server: PostgresServer): Promise<BenchDatabase> {
  // the test server drops databases with this prefix
  const url = await createDatabase(server, `fever_test_${process.pid}_bench`);
  const database = await openDatabase({ url, statementTimeout: 10 * 60_000 });
  await migrate(database);
  return {
    url,
    database,
    async stop() {
      await database.close();
      await server.stop();
    },
  };
}

async function createDatabase({ url }: PostgresServer, name: string): Promise<string> {
  await onServer(url, (client) => client.query(`create database ${name}`));
  return databaseOn(url, name);
}
