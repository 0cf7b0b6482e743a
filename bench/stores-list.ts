/**
 * Pages a second of the signed-in stores list (PostgreSQL, production build, over HTTP) against
 * Remix alone, which renders the very same markup from constants, and against bare
 * renderToPipeableStream of the same tree. Each side is a process of its own, the load generator
 * another; the sides are measured in turn, and the ratio is the median over the rounds. Prints one
 * JSON line. Run: npx tsx bench/stores-list.ts
 */
import { tmpdir } from "node:os";
import { pino } from "pino";
import { DEMO_PASSWORD } from "../demo/people.ts";
import { seedDemo } from "../demo/seed.ts";
import { compared, median, rounded, say } from "./support/figures.ts";
import type { LoadAnswer, LoadTask } from "./support/load.ts";
import { openBenchDatabase } from "./support/postgres.ts";
import {
  ask,
  processorTime,
  type ServerProcess,
  startBuiltServer,
  startServer,
} from "./support/processes.ts";
import { signInByPage } from "./support/sign-in.ts";

const path = "/admin/stores";
const username = "client.admin";
const rounds = 5;
const connections = 8;
/**
 * People who click through the list without pause, taking turns; and many, whose answers the web
 * server has hardly in its short memory.
 */
const people = 32;
const manyPeople = 200;
const warmUpMs = 3_000;
const roundMs = 2_000;

const { url: databaseUrl, database, stop } = await openBenchDatabase();
await seedDemo({
  database,
  filesDir: `${tmpdir()}/fever-bench-files`,
  now: new Date(),
  stores: 240,
  historyDays: 1,
  logger: pino({ level: "warn" }),
});

const constant = (kind: "remix" | "bare", gzip: boolean) =>
  startServer("constant-pages.ts", { kind, gzip, databaseUrl, path, username });
const full = await startBuiltServer({ DATABASE_URL: databaseUrl });
const sides = {
  full,
  remix: await constant("remix", false),
  bare: await constant("bare", false),
  remixGzip: await constant("remix", true),
};
const cookies: string[] = [];
for (let session = 0; session < manyPeople; session++)
  cookies.push(await signInByPage(full.url, username, DEMO_PASSWORD));

type Run = LoadAnswer & { processorMs: number };
const runs = {
  full: [] as Run[],
  remix: [] as Run[],
  bare: [] as Run[],
  many: [] as Run[],
  fullGzip: [] as Run[],
  remixGzip: [] as Run[],
};
const gzip = { "Accept-Encoding": "gzip" };
for (const side of [sides.full, sides.remix, sides.bare]) await load(side, warmUpMs);
for (const side of [sides.full, sides.remixGzip]) await load(side, warmUpMs / 2, gzip);
for (let round = 0; round < rounds; round++) {
  runs.full.push(await load(sides.full, roundMs));
  runs.remix.push(await load(sides.remix, roundMs));
  runs.bare.push(await load(sides.bare, roundMs));
  runs.many.push(await load(sides.full, roundMs, {}, manyPeople));
  runs.fullGzip.push(await load(sides.full, roundMs, gzip));
  runs.remixGzip.push(await load(sides.remixGzip, roundMs, gzip));
}
for (const side of Object.values(sides)) await side.stop();
await stop();

const speeds = (of: Run[]) => of.map(({ perSecond }) => perSecond);
const against = (
  of: Run[],
  peerName: string,
  peers: Run[],
  atLeast?: number,
  measure = "pages a second",
) =>
  compared({
    measure,
    peer: peerName,
    values: speeds(of),
    peers: speeds(peers),
    ratios: of.map((run, i) => run.perSecond / (peers[i]?.perSecond ?? Number.NaN)),
    ...(atLeast !== undefined && { atLeast }),
  });
say(
  "stores-list",
  [
    against(runs.full, "Remix alone", runs.remix, 0.7),
    against(
      runs.many,
      "Remix alone",
      runs.remix,
      undefined,
      `by ${manyPeople} people in turn, pages a second`,
    ),
    against(runs.full, "bare renderToPipeableStream", runs.bare),
    against(
      runs.remix,
      "bare renderToPipeableStream",
      runs.bare,
      undefined,
      "Remix alone, pages a second",
    ),
    against(
      runs.fullGzip,
      "Remix alone, gzip",
      runs.remixGzip,
      undefined,
      "with gzip, pages a second",
    ),
  ],
  {
    htmlBytes: {
      full: runs.full[0]?.bytes,
      remix: runs.remix[0]?.bytes,
      bare: runs.bare[0]?.bytes,
    },
    processorMsPerPage: Object.fromEntries(
      Object.entries(runs).map(([name, of]) => [
        name,
        rounded(median(of.map((r) => r.processorMs))),
      ]),
    ),
    p50ms: Object.fromEntries(
      Object.entries(runs).map(([name, of]) => [name, rounded(median(of.map((r) => r.p50)))]),
    ),
  },
);

async function load(
  side: ServerProcess,
  milliseconds: number,
  headers: Record<string, string> = {},
  sessions = people,
): Promise<Run> {
  const before = await processorTime(side.pid);
  const task: LoadTask = {
    url: side.url + path,
    headers,
    cookies: cookies.slice(0, sessions),
    connections,
    milliseconds,
  };
  const answer = await ask<LoadAnswer>("load.ts", task);
  return { ...answer, processorMs: ((await processorTime(side.pid)) - before) / answer.requests };
}
