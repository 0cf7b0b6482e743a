/**
 * Pages a second of the signed-in stores list by 1, 2 and 4 processes of the built server on one
 * PostgreSQL, 24 people in turn on eight connections, the counts in turns. Processes, load
 * generators and PostgreSQL share this machine. Prints one JSON line. Run: npx tsx
 * bench/processes.ts
 */
import { tmpdir } from "node:os";
import { pino } from "pino";
import { DEMO_PASSWORD } from "../demo/people.ts";
import { seedDemo } from "../demo/seed.ts";
import { median, say, stated } from "./support/figures.ts";
import type { LoadAnswer, LoadTask } from "./support/load.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import { ask, atRest, startBuiltServer } from "./support/processes.ts";
import { signInByPage } from "./support/sign-in.ts";

const counts = [1, 2, 4];
const rounds = 5;
const connections = 8;
const people = 24;
const roundMs = 3_000;

const { url: databaseUrl, database, stop } = await openBenchDatabase();
await seedDemo({
  database,
  filesDir: `${tmpdir()}/fever-bench-files`,
  now: new Date(),
  stores: 240,
  historyDays: 1,
  logger: pino({ level: "warn" }),
});
const servers = await Promise.all(
  Array.from({ length: Math.max(...counts) }, (_, n) =>
    startBuiltServer({ DATABASE_URL: databaseUrl, JOBS: n === 0 ? "1" : "0" }),
  ),
);
await atRest(servers[0]?.pid ?? 0); // it has made the days to come
const cookies: string[] = [];
for (let n = 0; n < people; n++)
  cookies.push(
    await signInByPage(servers[n % servers.length]?.url ?? "", "client.admin", DEMO_PASSWORD),
  );

const speeds = new Map(counts.map((count) => [count, [] as number[]]));
for (let round = 0; round <= rounds; round++)
  for (const count of counts) {
    const answers = await Promise.all(
      servers.slice(0, count).map(({ url }) => {
        const task: LoadTask = {
          url: `${url}/admin/stores`,
          cookies,
          connections: connections / count,
          milliseconds: roundMs,
        };
        return ask<LoadAnswer>("load.ts", task);
      }),
    );
    if (round > 0)
      // the first warms up
      speeds.get(count)?.push(answers.reduce((sum, { perSecond }) => sum + perSecond, 0));
  }
for (const server of servers) await server.stop();
await stop();
say(
  "processes",
  [...speeds].map(([count, of]) =>
    stated(
      `stores list by ${count} ${count === 1 ? "process" : "processes"}`,
      median(of),
      "pages a second",
    ),
  ),
);
process.exit(0); // the thread that makes days stays
