/**
 * The global search over 10,000 stores, 20,000 users and 200,000 songs, through service and
 * contract, on both engines: p95 for a national admin, a regional one and provider staff who chose
 * no company. The limit is PostgreSQL's; the embedded engine's figures are stated. Prints one JSON
 * line. Run: node --import tsx bench/search.ts
 */
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { SearchHits } from "../contract/search/endpoints.ts";
import type { Caller } from "../platform/access/caller.ts";
import type { Database } from "../platform/db/database.ts";
import { migrate } from "../platform/db/migrate.ts";
import { openDatabase } from "../platform/db/open-database.ts";
import { libraryIndexes } from "../platform/modules/library/index.ts";
import { searchService } from "../platform/modules/search/search.service.ts";
import { type Figure, limited, say, stated } from "./support/figures.ts";
import { makeFolder } from "./support/folder.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { seedOrganisation } from "./support/seed.ts";

const companyId = 1;
const providerId = 2;
const stores = 10_000;
const users = 20_000;
const songs = 200_000;
const requests = 100;
const limitMs = 100;

const noUnits = { regionIds: [], zoneIds: [], groupIds: [], storeIds: [] };
const client = {
  companyId,
  id: 1,
  role: "ROLE_Client_Admin",
  subRole: null,
  openedBy: null,
} as const;
const callers = {
  national: { ...client, level: "national", units: noUnits },
  regional: { ...client, level: "regional", units: { ...noUnits, regionIds: [1] } },
  provider: {
    companyId: providerId,
    id: 1,
    role: "ROLE_Fever_Super_Admin",
    subRole: "Fever_Super_Admin_Major",
    level: null,
    units: noUnits,
    openedBy: null,
    playerDevice: null,
  },
} as unknown as Record<"national" | "regional" | "provider", Caller>;

const figures: Figure[] = [];
const postgres = await openBenchDatabase();
await measure("PostgreSQL", postgres.database);
await postgres.stop();

const { folder, remove } = await makeFolder();
const embedded = await openDatabase({ dataDir: `${folder}/database` });
await migrate(embedded);
await measure("embedded", embedded);
await embedded.close();
await remove();
say("search", figures);

async function measure(engine: string, database: Database): Promise<void> {
  await seed(database);
  const search = searchService({ indexes: libraryIndexes(database, pino({ level: "warn" })) });
  for (const [person, caller] of Object.entries(callers)) {
    const timed = async (n: number) => {
      const start = performance.now();
      JSON.stringify(
        SearchHits.parse(
          await search.searchAll({ db: database.db, caller, now: new Date() }, { q: wordsOf(n) }),
        ),
      );
      return performance.now() - start;
    };
    for (let n = 0; n < 10; n++) await timed(n);
    const times: number[] = [];
    for (let n = 10; n < 10 + requests; n++) times.push(await timed(n));
    times.sort((a, b) => a - b);
    const p95 = times[Math.floor(requests * 0.95)] ?? Number.NaN;
    const measure = `GET search, ${person} on ${engine}, p95`;
    figures.push(
      engine === "PostgreSQL" ? limited(measure, p95, limitMs, "ms") : stated(measure, p95, "ms"),
    );
  }
}

/**
 * By turns: one letter, which most rows have; the beginning of all stores' names; a code; a part of
 * a name; a username; what nothing has.
 */
function wordsOf(n: number): string {
  const hex = (n * 7919).toString(16).padStart(4, "0");
  return (
    [
      "abcdefgs"[n % 8] ?? "",
      `shop ${hex[0]}`,
      `B-${n * 37}`,
      hex.slice(0, 3),
      `user.${n * 151}`,
      `nothing ${hex}`,
    ][n % 6] ?? ""
  );
}

async function seed(database: Database): Promise<void> {
  const { db, transaction } = database;
  await seedOrganisation(database, { id: companyId, stores, username: "bench.admin" });
  await transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(
      sql`insert into company (id, kind, code, name) values (${providerId}, 'provider', 'FEVER', 'Fever')`,
    );
    await tx.execute(sql`insert into app_user (company_id, id, username, email, fname, lname, role, level)
      select ${companyId}::bigint, n, 'user.' || n, 'user.' || n || '@bench.example', 'First' || n % 500, 'Last' || n, 'ROLE_Store_Music_Manager', 'store'
      from generate_series(2, ${users}::int) n`);
    await tx.execute(sql`insert into user_unit (company_id, user_id, store_id)
      select ${companyId}::bigint, n, 1 + n % ${stores}::int from generate_series(2, ${users}::int) n`);
    await tx.execute(sql`insert into song (company_id, id, title, artist, album, isrc, duration_seconds)
      select ${providerId}::bigint, n, 'Song ' || md5(n::text), 'Artist ' || n % 2000, 'Album ' || n % 5000, 'INBEN' || lpad(n::text, 7, '0'), 180
      from generate_series(1, ${songs}::int) n`);
    await tx.execute(
      sql`insert into chart (company_id, name) select 1 + n % 2, 'Chart ' || n from generate_series(1, 200) n`,
    );
  });
  await db.execute(sql`analyze`);
}
