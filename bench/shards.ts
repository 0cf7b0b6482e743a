/**
 * Companies spread over PostgreSQL servers by a map that says which server holds which company: stores added and lists read a second, with all
 * companies on one server and with half of them on each of two. Each server has platform processes of its own, as many in all either way.
 * All runs on this one machine, so that two servers share its cores. Prints one JSON line. Run: npx tsx bench/shards.ts
 */
import { openDatabase } from "../platform/db/client.ts";
import { migrate } from "../platform/db/migrate.ts";
import { startPostgresCluster } from "../tests/support/postgres-server.ts";
import { everyDay } from "../tests/support/store-form.ts";
import { compared, say, stated } from "./support/figures.ts";
import { makeFolder } from "./support/folder.ts";
import { startBuiltServer } from "./support/processes.ts";
import { password, seedOrganisation } from "./support/seed.ts";

const [companies, stores, connections, milliseconds, rounds] = [8, 500, 8, 4_000, 3];
const { folder, remove } = await makeFolder();
const closing: (() => Promise<unknown>)[] = [remove];

/** Starts so many servers and spreads the companies over them; gives what a client calls for each company. */
async function spread(servers: number) {
  const shards = await Promise.all(
    Array.from({ length: servers }, async () => {
      const cluster = await startPostgresCluster();
      if (!cluster) throw new Error("this bench needs PostgreSQL");
      const database = await openDatabase({ url: cluster.url });
      closing.push(() => cluster.stop());
      await migrate(database);
      const processes = await Promise.all(
        Array.from({ length: 2 / servers }, () =>
          startBuiltServer({ DATABASE_URL: cluster.url, DATA_DIR: folder, JOBS: "0", REQUESTS_PER_MINUTE: "1000000" }),
        ),
      );
      closing.push(...processes.map(({ stop }) => stop));
      return { database, processes };
    }),
  );
  const placed = [];
  for (let n = 0; n < companies; n++) {
    const shard = shards[n % servers]; // the shard map
    const server = shard?.processes[n % (2 / servers)];
    if (!shard || !server) throw new Error("no shard");
    await seedOrganisation(shard.database, { id: 900 + n, stores, username: `shard.${n}` });
    const response = await fetch(`${server.url}/api/auth/signin`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ username: `shard.${n}`, password }),
    });
    const { data } = (await response.json()) as { data: { accessToken: string } };
    placed.push({ url: server.url, token: data.accessToken });
  }
  for (const { database } of shards) await database.close();
  return placed;
}

let serial = 0;
/** Calls a second: each connection adds a store of the next company, then reads its list. */
async function measure(placed: Awaited<ReturnType<typeof spread>>): Promise<number> {
  const began = performance.now();
  let calls = 0;
  const connection = async () => {
    while (performance.now() - began < milliseconds) {
      const { url, token } = placed[++serial % placed.length] ?? { url: "", token: "" };
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
      const store = {
        storeCode: `N-${serial}`,
        storeName: "New",
        timeZone: "Asia/Kolkata",
        city: "Pune",
        week: everyDay("09:00", "21:00"),
      };
      for (const init of [{ method: "POST", headers, body: JSON.stringify(store) }, { headers }]) {
        const response = await fetch(`${url}/api/store`, init);
        await response.text();
        if (!response.ok) throw new Error(`${url} answered ${response.status}`);
        calls++;
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return (calls * 1000) / (performance.now() - began);
}

const [one, two] = [await spread(1), await spread(2)];
const figures: { one: number; two: number }[] = [];
for (let round = -1; round < rounds; round++) {
  const measured = { one: await measure(one), two: await measure(two) };
  if (round >= 0) figures.push(measured);
}
for (const work of closing.reverse()) await work();
say("shards", [
  compared({
    measure: "calls a second of companies on two servers, on one machine",
    peer: "all on one server",
    values: figures.map(({ two }) => two),
    peers: figures.map(({ one }) => one),
    ratios: figures.map(({ one, two }) => two / one),
  }),
  stated("companies", companies, "companies"),
]);
