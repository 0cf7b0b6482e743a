/**
 * Measures the stores list of a company of 200,000 stores against one of 10,000, over HTTP from the
 * built server on PostgreSQL: the median answer of each, asked in turn by one who waits a moment
 * in between, as people do. Prints one JSON line. Run: npx tsx bench/stores-size.ts
 */
import { setTimeout as wait } from "node:timers/promises";
import { compared, median, say } from "./support/figures.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { startBuiltServer } from "./support/processes.ts";
import { password, seedOrganisation } from "./support/seed.ts";
import { signInByPage } from "./support/sign-in.ts";

const path = "/admin/stores";
const rounds = 5;
const pagesARound = 20;
/** Longer than the web remembers an answer: each page is counted and listed again. */
const pauseMs = 2_100;
const together = 10;

const { url: databaseUrl, database, stop } = await openBenchDatabase();
await seedOrganisation(database, { id: 9001, stores: 10_000, username: "small.bench" });
await seedOrganisation(database, { id: 9002, stores: 200_000, username: "large.bench" });
const server = await startBuiltServer({ DATABASE_URL: databaseUrl });

/** Ten people of each company: while one waits, the others ask. */
const signedIn = (username: string) =>
  Promise.all(Array.from({ length: together }, () => signInByPage(server.url, username, password)));
const people = { small: await signedIn("small.bench"), large: await signedIn("large.bench") };
for (const cookies of Object.values(people)) for (const cookie of cookies) await open(cookie);

const p50 = { small: [] as number[], large: [] as number[] };
for (let round = 0; round < rounds; round++) {
  const times = { small: [] as number[], large: [] as number[] };
  for (let page = 0; page < pagesARound; page++) {
    if (page % together === 0) await wait(pauseMs);
    for (const size of ["small", "large"] as const)
      times[size].push(await open(people[size][page % together] ?? ""));
  }
  for (const size of ["small", "large"] as const) p50[size].push(median(times[size]));
}
await server.stop();
await stop();

say("stores-size", [
  compared({
    measure: "200,000 stores, p50 ms of a page",
    peer: "10,000 stores",
    values: p50.large,
    peers: p50.small,
    ratios: p50.large.map((value, i) => value / (p50.small[i] ?? Number.NaN)),
    atMost: 1.5,
  }),
]);

async function open(cookie: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(server.url + path, { headers: { Cookie: cookie } });
  await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  return performance.now() - began;
}
