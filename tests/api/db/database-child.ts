// A process of its own for the tests, told by its arguments what to do; each line it prints is one
// fact.
import { sql } from "drizzle-orm";
import { migrate } from "../../../platform/db/migrate.ts";
import { openDatabase } from "../../../platform/db/open-database.ts";

const [task, target = "", folder = ""] = process.argv.slice(2);
const say = (line: string | number) => process.stdout.write(`${line}\n`);

if (task === "hold") {
  await openDatabase({ dataDir: target }).then(
    () => say("holding"),
    (error: Error) => say(`${error.name}: ${error.message}`),
  );
}

if (task === "migrate") {
  const database = await openDatabase({ url: target });
  await migrate(database, { folder });
  await database.close();
  say("migrated");
}

if (task === "open") {
  const database = await openDatabase({ dataDir: target });
  await migrate(database);
  const { rows } = await database.db.execute<{ there: boolean }>(
    sql`select to_regclass('store') is not null as there`,
  );
  await database.close();
  say(`store: ${rows[0]?.there}`);
}
