import { join } from "node:path";
import { readConfig } from "../config.ts";
import { migrate } from "../platform/db/migrate.ts";
import { openDatabase } from "../platform/db/open-database.ts";

// npm run db:migrate: applies the missing migrations, as the server does at its start.
const config = readConfig(process.env);
const database = await openDatabase({
  url: config.DATABASE_URL,
  dataDir: config.DATABASE_URL ? undefined : join(config.DATA_DIR, "database"),
});
await migrate(database);
await database.close();
