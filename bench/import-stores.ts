/**
 * The CSV of 20,000 stores imported by the API of the built server on PostgreSQL: the dry run and the commit in rows a second, each
 * against a bare COPY FROM of the same rows into the same table. Prints one JSON line. Run: npx tsx bench/import-stores.ts
 */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify/sync";
import { sql } from "drizzle-orm";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { ImportRun } from "../contract/imports.ts";
import { compared, limited, say } from "./support/figures.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { residentMemory, startBuiltServer } from "./support/processes.ts";
import { password, seedOrganisation } from "./support/seed.ts";
import { signInByApi } from "./support/sign-in.ts";

const rows = 20_000;
const rounds = 3;
const companyId = 900;
const username = "bench.import";

const { url: databaseUrl, database, stop } = await openBenchDatabase();
await seedOrganisation(database, { id: companyId, stores: 10, username });
await database.db.execute(sql`select setval(pg_get_serial_sequence('store', 'id'), 1000)`); // the seed's stores have ids of their own
const server = await startBuiltServer({ DATABASE_URL: databaseUrl });
const token = await signInByApi(server.url, username, password);
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();

const dryRuns: number[] = [];
const commits: number[] = [];
const copies: number[] = [];
const growths: number[] = [];
for (let round = -1; round < rounds; round++) {
  const growth = await watched(server.pid, async () => {
    const [checked, dryRun] = await timed(() => send(round));
    if (checked.toAdd !== rows) throw new Error(`the dry run would add ${checked.toAdd} of ${rows}`);
    const [applied, commit] = await timed(() => ask("POST", `/api/store/csv-store/${checked.id}/apply`));
    if (applied.state !== "applied") throw new Error("not applied");
    if (round >= 0) dryRuns.push(dryRun);
    if (round >= 0) commits.push(commit);
  });
  const lines = copyLines(round);
  const [, copy] = await timed(() => copyAlone(lines));
  if (round < 0) continue;
  copies.push(copy);
  growths.push(growth);
}
await client.end();
await server.stop();
await stop();

const perSecond = (values: number[]) => values.map((ms) => (rows / ms) * 1000);
const beside = (measure: string, values: number[]) =>
  compared({
    measure: `${measure}, rows a second`,
    peer: "COPY FROM of the same rows",
    values: perSecond(values),
    peers: perSecond(copies),
    ratios: values.map((ms, i) => (copies[i] ?? Number.NaN) / ms),
  });
say(
  "import-stores",
  [beside("dry run", dryRuns), beside("commit", commits), limited("peak memory growth", Math.max(...growths) / 2 ** 20, 64, "MB")],
  { rows },
);

/** Rows of new stores, each of its own code, as the template has them. */
function linesOf(round: number): string[][] {
  return Array.from({ length: rows }, (_, n) => [
    ...[`R${round + 1}-${n}`, `Shop ${n}`, `Group ${1 + (n % 10)}`, "active", "Asia/Kolkata", `${n} Main road`, `City ${n % 400}`],
    ...["Maharashtra", "IN", "400001", `Keeper ${n}`, "91", String(7_000_000_000 + n), String(n % 101)],
  ]);
}

async function send(round: number): Promise<ImportRun> {
  const headings = "Store code,Store,Group,Status,Time zone,Address,City,State,Country,Postal code,Contact,Phone country code,Phone,Volume";
  const form = new FormData();
  form.append("file", new File([`${headings}\n${stringify(linesOf(round))}`], "stores.csv"));
  return ask("POST", "/api/store/csv-store", form);
}

async function ask(method: string, path: string, body?: FormData): Promise<ImportRun> {
  const response = await fetch(server.url + path, { method, headers: { Authorization: `Bearer ${token}` }, ...(body && { body }) });
  const answer = (await response.json()) as { message: string; data: ImportRun };
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer.message}`);
  return answer.data;
}

/** The same rows into the same table, and away again. */
async function copyAlone(lines: string): Promise<void> {
  await client.query("begin");
  const into = client.query(
    copyFrom(`copy store (company_id, code, name, status, time_zone, address_line, city, state, country, postal_code, contact_name,
      phone_country_code, phone, volume) from stdin (format csv)`),
  );
  await pipeline(Readable.from([lines]), into);
  await client.query("rollback");
}

function copyLines(round: number): string {
  return stringify(linesOf(round).map(([code, name, , ...rest]) => [companyId, `C${code}`, name, ...rest]));
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  const done = await work();
  return [done, performance.now() - began];
}

/** The peak of a process's resident memory above where it stood, in bytes, while work runs. */
async function watched(pid: number, work: () => Promise<void>): Promise<number> {
  const stood = await residentMemory(pid);
  let peak = stood;
  const watch = setInterval(async () => {
    peak = Math.max(peak, await residentMemory(pid).catch(() => 0));
  }, 20);
  await work();
  clearInterval(watch);
  return peak - stood;
}
