/**
 * The CSV of a company's 200,000 stores over HTTP from the built server on PostgreSQL, by the API
 * and by the page, each against psql's \copy of the same query. Prints one JSON line. Run: npx tsx
 * bench/csv-stores.ts
 */
import { wholeCompany } from "../platform/access/scope.ts";
import { exportStores } from "../platform/modules/stores/store-export.queries.ts";
import { compareWithCopy, onlySelect } from "./support/csv-bench.ts";
import { say } from "./support/figures.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { startBuiltServer } from "./support/processes.ts";
import { password, seedOrganisation } from "./support/seed.ts";
import { signInByApi, signInByPage } from "./support/sign-in.ts";

const rows = 200_000;
const companyId = 900;
const username = "bench.stores";

const { url: databaseUrl, database, stop } = await openBenchDatabase();
await seedOrganisation(database, { id: companyId, stores: rows, username });
const query = await onlySelect(exportStores(wholeCompany(companyId), database.db, {}, new Date()));
const server = await startBuiltServer({ DATABASE_URL: databaseUrl });
const token = await signInByApi(server.url, username, password);
const cookie = await signInByPage(server.url, username, password);
const common = { server, databaseUrl, query, rows };
const api = await compareWithCopy({
  ...common,
  path: "/api/store/exportStoreList",
  headers: { Authorization: `Bearer ${token}` },
});
const page = await compareWithCopy({
  ...common,
  path: "/admin/stores/download",
  headers: { Cookie: cookie },
});
await server.stop();
await stop();
say(
  "csv-stores",
  [
    ...api.figures,
    ...page.figures.map((figure) => ({ ...figure, measure: `${figure.measure} (page)` })),
  ],
  {
    api: api.details,
    page: page.details,
  },
);
