/**
 * Measures the invoices of 10,000 companies for a past month, issued by two runs at once on
 * PostgreSQL with their numbers, lines, stores, periods and audit rows, against bare inserts of the
 * same rows, five hundred invoices a transaction, by two at once, in turns. Fails on a missing
 * or duplicate number. Prints one JSON line. Run: npx tsx bench/invoices.ts; COMPANIES=500
 * makes it small.
 */
import { type ChildProcess, fork } from "node:child_process";
import { sql } from "drizzle-orm";
import pg from "pg";
import { dateIn } from "../contract/base/dates.ts";
import { monthAfter } from "../contract/billing/words.ts";
import { makeBillingSettings } from "../tests/support/billing.ts";
import { perSecond } from "./support/at-once.ts";
import { compared, say } from "./support/figures.ts";
import { openBenchDatabase } from "./support/postgres.ts";

const companies = Number(process.env.COMPANIES ?? 10_000);
const storesEach = 3;
const rounds = 3;
const atOnce = 2;
const batch = 500;
const month = monthAfter(dateIn("Asia/Kolkata", new Date()), -1);
/** Maps each table that a run writes to the column that names a row's invoice. */
const written: Readonly<Record<string, string>> = {
  invoice: "id",
  billing_period: "invoice_id",
  invoice_line: "invoice_id",
  invoice_store: "invoice_id",
  audit_log: "item_id::bigint",
};

const { url, database, stop } = await openBenchDatabase();
const { db } = database;
const { rows: providers } = await db.execute<{ id: number }>(
  sql`insert into company (kind, code, name) values ('provider', 'FEVER', 'Fever') returning id::float8 as id`,
);
await makeBillingSettings(database, providers[0]?.id ?? 0);
for (const table of Object.keys(written))
  await db.execute(
    sql.raw(
      `create table bare_${table} (like ${table} including defaults including constraints including indexes)`,
    ),
  );
const runs = Array.from({ length: atOnce }, () => startRun());
await Promise.all(runs.map(answerOf));
const bare = new pg.Pool({ connectionString: url, max: atOnce });

const [values, peers]: [number[], number[]] = [[], []];
for (let round = 0; round <= rounds; round++) {
  await addCompanies(round === 0 ? Math.ceil(companies / 10) : companies);
  const began = performance.now();
  for (const run of runs) run.send("go");
  const issued = (await Promise.all(runs.map(answerOf))).flat();
  const through = (issued.length * 1000) / (performance.now() - began);
  await refuseWrongNumbers();
  const batches = await rowsOf(issued);
  const alone = (await perSecond(batches, atOnce, insertBare)) * (issued.length / batches.length);
  if (round === 0) continue; // warms up
  values.push(through);
  peers.push(alone);
}
await bare.end();
for (const run of runs) run.kill();
await stop();
const ratios = values.map((value, round) => value / (peers[round] ?? Number.NaN));
say("invoices", [
  compared({
    measure: "invoices a second by two runs at once",
    peer: "bare inserts of the same rows",
    values,
    peers,
    ratios,
    atLeast: 0.3,
  }),
]);

/** The job of a server of its own. */
function startRun(): ChildProcess {
  return fork(new URL("support/generate-invoices.ts", import.meta.url), [JSON.stringify({ url })]);
}

/** Waits for the next ids that a run reports. */
function answerOf(run: ChildProcess): Promise<number[]> {
  return new Promise((resolve, reject) => {
    run.once("message", (ids) => resolve(ids as number[]));
    run.once("exit", (code) => reject(new Error(`a run ended with ${code}`)));
  });
}

async function addCompanies(count: number): Promise<void> {
  await db.execute(sql`with made as (
      insert into company (kind, code, name, comm_email, address_line, city, state, billing_rate_paise, billing_period_months, billing_starts_on, created_at)
      select 'client', 'B-' || gen_random_uuid(), 'Billed ' || n, 'accounts' || n || '@billed.example', '5 Mill Road', 'Mumbai', 'Maharashtra', 100000, 1, ${month}::date, '2020-01-01'
      from generate_series(1, ${count}::int) n returning id)
    insert into store (company_id, code, name, time_zone, created_at, status_since)
      select id, 'S-' || id || '-' || n, 'Store', 'Asia/Kolkata', '2020-01-01', '2020-01-01' from made, generate_series(1, ${storesEach}::int) n`);
  await db.execute(sql`vacuum analyze`);
}

async function refuseWrongNumbers(): Promise<void> {
  const { rows } = await db.execute<{ all: number; different: number; last: number }>(
    sql`select count(*)::int as all, count(distinct serial)::int as different, max(serial)::int as last from invoice`,
  );
  const [{ all, different, last } = { all: 0, different: 0, last: 0 }] = rows;
  if (all === 0 || all !== different || all !== last)
    throw new Error(`${all} invoices have ${different} numbers up to ${last}`);
}

/** The rows of invoices by table, as JSON, a batch each. */
async function rowsOf(invoiceIds: number[]): Promise<Record<string, string>[]> {
  const batches: Record<string, string>[] = [];
  for (let from = 0; from < invoiceIds.length; from += batch) {
    const rows: Record<string, string> = {};
    for (const [table, id] of Object.entries(written)) {
      const isOurs = table === "audit_log" ? "item_kind = 'invoice' and" : "";
      const { rows: tableRows } = await bare.query<{ rows: string }>(
        `select json_agg(t)::text as rows from ${table} t where ${isOurs} ${id} = any($1::bigint[])`,
        [invoiceIds.slice(from, from + batch)],
      );
      rows[table] = tableRows[0]?.rows ?? "[]";
    }
    batches.push(rows);
  }
  return batches;
}

async function insertBare(rows: Record<string, string>): Promise<void> {
  const client = await bare.connect();
  await client.query("begin");
  for (const [table, ofTable] of Object.entries(rows))
    await client.query(
      `insert into bare_${table} select * from json_populate_recordset(null::bare_${table}, $1::json)`,
      [ofTable],
    );
  await client.query("commit");
  client.release();
}
