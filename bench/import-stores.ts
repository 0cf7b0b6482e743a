/**
 * Imports a file of 20,000 stores by the API of the built server on PostgreSQL: measures dry run
 * and commit in rows a second, each against a bare COPY FROM of the same rows into the same table;
 * and the dry run of the same rows as .xlsx against the CSV's. Prints one JSON line. Run: npx tsx
 * bench/import-stores.ts
 */
import { stringify } from "csv-stringify/sync";
import { sql } from "drizzle-orm";
import { xlsxOfCsv } from "../tests/support/xlsx.ts";
import { say } from "./support/figures.ts";
import { compareImport } from "./support/import-bench.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { startBuiltServer } from "./support/processes.ts";
import { password, seedOrganisation } from "./support/seed.ts";
import { signInByApi } from "./support/sign-in.ts";

const rows = 20_000;
const companyId = 900;
const username = "bench.import";

const { url: databaseUrl, database, stop } = await openBenchDatabase();
await seedOrganisation(database, { id: companyId, stores: 10, username });
// the seed's stores have ids of their own
await database.db.execute(sql`select setval(pg_get_serial_sequence('store', 'id'), 1000)`);
const server = await startBuiltServer({ DATABASE_URL: databaseUrl });
const headings =
  "Store code,Store,Group,Status,Time zone,Address,City,State,Country,Postal code,Contact,Phone country code,Phone,Volume";
const figures = await compareImport({
  server,
  databaseUrl,
  rows,
  rounds: 3,
  memory: 64,
  path: "/store/csv-store",
  token: await signInByApi(server.url, username, password),
  csvOf: (round) => `${headings}\n${stringify(linesOf(round))}`,
  xlsxOf: (round) =>
    xlsxOfCsv(
      `${headings}\n${linesOf(round)
        .map((line) => line.join(","))
        .join("\n")}`,
    ),
  copy: {
    statement: `copy store (company_id, code, name, status, time_zone, address_line, city, state, country, postal_code, contact_name,
      phone_country_code, phone, volume) from stdin (format csv)`,
    linesOf: (round) =>
      stringify(
        linesOf(round).map(([code, name, , ...rest]) => [companyId, `C${code}`, name, ...rest]),
      ),
  },
});
await server.stop();
await stop();
say("import-stores", figures, { rows });

/** Rows of new stores in the template's form, each with its own code. */
function linesOf(round: number): string[][] {
  return Array.from({ length: rows }, (_, n) => [
    `R${round + 2}-${n}`,
    `Shop ${n}`,
    `Group ${1 + (n % 10)}`,
    "active",
    "Asia/Kolkata",
    `${n} Main road`,
    `City ${n % 400}`,
    "Maharashtra",
    "IN",
    "400001",
    `Keeper ${n}`,
    "91",
    String(7_000_000_000 + n),
    String(n % 101),
  ]);
}
